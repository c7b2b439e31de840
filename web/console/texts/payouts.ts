import { lazyTexts } from './lazy-texts.ts';
import type { PayoutTexts } from './payouts-en.ts';

/** The texts of the payouts, in the language of the console. */
export const { load: loadPayoutTexts, texts: payoutTexts } = lazyTexts<PayoutTexts>('payouts', {
  en: () => import('./payouts-en.ts'),
  tr: () => import('./payouts-tr.ts'),
});
