/** What is special about a payment: it comes back, or is the sum of several. */
type Kind = 'return' | 'collective';

/** The codes of kinds of business of the German banks (annex 3 of the DFÜ agreement) that are no single payment on its way. */
const KINDS: Readonly<Record<string, Kind>> = {
  // Direct debits that come back, of companies and of consumers.
  108: 'return',
  109: 'return',
  // Transfers that come back; instant ones.
  159: 'return',
  160: 'return',
  // Instant transfers: debits, credits.
  188: 'collective',
  189: 'collective',
  // Transfers, direct debits, and their returns.
  191: 'collective',
  192: 'collective',
  193: 'collective',
  194: 'collective',
  195: 'collective',
  196: 'collective',
  197: 'collective',
  198: 'collective',
  199: 'collective',
};

/** Whether a code is of payments of that kind. */
export function isBusiness(kind: Kind, code: string | null): boolean {
  return code !== null && KINDS[code] === kind;
}
