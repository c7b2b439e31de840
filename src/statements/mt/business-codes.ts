/** Business transaction codes of German banks (annex 3 of the DFÜ agreement) for returns and collective bookings. */

/** Returned direct debits, cards, cheques and transfers; what comes back of paid ones; corrections of the bank. */
const RETURNS = '108 109 110 111 159 160 181 182 183 184 899'.split(' ');
/** Instant transfers: debits, credits. Then cards, transfers, direct debits, and their returns. */
const COLLECTIVE = ['188', '189', '190', '191', '192', '193', '194', '195', '196', '197', '198', '199'];

/** Whether a code stands for a returned payment. */
export const isReturn = (code: string | null): boolean => RETURNS.includes(code ?? '');

/** Whether a line with this code stands for several payments. */
export const isCollective = (code: string | null): boolean => COLLECTIVE.includes(code ?? '');
