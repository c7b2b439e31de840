import { lazyPart } from '../ui/lazy-part.tsx';

const load = () => import('./presence.tsx');
const OPTIONAL = { isOptional: true };

/** The parts of who looks at what. Screens are there before them, and without them. */
export const Presence = lazyPart(async () => (await load()).Presence, OPTIONAL);
export const ViewerMarks = lazyPart(async () => (await load()).ViewerMarks, OPTIONAL);
export const ViewingNow = lazyPart(async () => (await load()).ViewingNow, OPTIONAL);
