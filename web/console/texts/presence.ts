import { lazyTexts } from './lazy-texts.ts';
import type { PresenceTexts } from './presence-en.ts';

/** The texts about who else looks at something, in the language of the console. */
export const { load: loadPresenceTexts, texts: presenceTexts } = lazyTexts<PresenceTexts>('presence', {
  en: () => import('./presence-en.ts'),
  tr: () => import('./presence-tr.ts'),
});
