import { lazyTexts } from './lazy-texts.ts';
import type { ReconciliationTexts } from './types.ts';

/** The texts of the reconciliation, in the language of the console. */
export const { load: loadReconciliationTexts, texts: reconciliationTexts } = lazyTexts<ReconciliationTexts>(
  'reconciliation',
  {
    en: async () => ({ texts: await import('./reconciliation-en.ts') }),
    tr: async () => ({ texts: await import('./reconciliation-tr.ts') }),
  },
);
