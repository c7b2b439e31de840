import { lazyTexts } from './lazy-texts.ts';
import type { ReconciliationTexts } from './reconciliation-en.ts';

/** The texts of the reconciliation, in the language of the console. */
export const { load: loadReconciliationTexts, texts: reconciliationTexts } = lazyTexts<ReconciliationTexts>(
  'reconciliation',
  {
    en: () => import('./reconciliation-en.ts'),
    tr: () => import('./reconciliation-tr.ts'),
  },
);
