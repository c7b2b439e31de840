import type { CallbackTexts } from './en/callbacks.ts';
import { lazyTexts } from './lazy-texts.ts';

/** The texts of callbacks, of their screen and of the attempts of a transaction, in the language of the console. */
export const { load: loadCallbackTexts, texts: callbackTexts } = lazyTexts<CallbackTexts>('callbacks', {
  en: () => import('./en/callbacks.ts'),
  tr: () => import('./tr/callbacks.ts'),
});
