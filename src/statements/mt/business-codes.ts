/** Kinds of business of the German banks (annex 3 of the DFÜ agreement) that are no single payment on its way. */

/** Direct debits that come back, of companies and of consumers; transfers that come back, instant ones too. */
const RETURNS = ['108', '109', '159', '160'];
/** Instant transfers: debits, credits. Then transfers, direct debits, and their returns. */
const COLLECTIVE = ['188', '189', '191', '192', '193', '194', '195', '196', '197', '198', '199'];

/** Whether payments of a kind come back. */
export const isReturn = (code: string | null): boolean => RETURNS.includes(code ?? '');

/** Whether one line of a kind stands for several payments. */
export const isCollective = (code: string | null): boolean => COLLECTIVE.includes(code ?? '');
