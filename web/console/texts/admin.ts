import { lazyTexts } from './lazy-texts.ts';
import type { AdminTexts } from './types.ts';

/** The texts of the screens of admins, in the language of the console. */
export const { load: loadAdminTexts, texts: adminTexts } = lazyTexts<AdminTexts>('screens of admins', {
  en: async () => ({ texts: await import('./admin-en.ts') }),
  tr: async () => ({ texts: await import('./admin-tr.ts') }),
});
