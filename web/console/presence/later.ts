import { lazyPart } from '../ui/lazy-part.tsx';

const load = () => import('./presence.tsx');
const OPTIONAL = { isOptional: true };

/** Shows who looks at what. Its code is loaded after the screens, which work without it. */
export const Presence = lazyPart(async () => (await load()).Presence, OPTIONAL);
export const ViewerMarks = lazyPart(async () => (await load()).ViewerMarks, OPTIONAL);
export const ViewingNow = lazyPart(async () => (await load()).ViewingNow, OPTIONAL);
