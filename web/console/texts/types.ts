/** The texts of the console, by screen. The English ones are the model for the other languages. */
export type Texts = typeof import('./en.ts');

/** The texts of the screens of admins. */
export type AdminTexts = typeof import('./admin-en.ts');

/** The texts of the reconciliation. */
export type ReconciliationTexts = typeof import('./reconciliation-en.ts');
