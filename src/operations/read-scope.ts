/**
 * Which transactions, events and callbacks a reader may see: those of one client, or of all clients with live keys, or
 * with test keys. Every read that can cover several clients takes one, and findScope makes it: live and test never mix.
 */
export interface ReadScope {
  /** Live by default: what leaves it out can show no test among live transactions. */
  readonly isTest?: boolean | undefined;
  /** Undefined for all clients of the mode. A client is of one mode for ever. */
  readonly clientId?: string | undefined;
}
