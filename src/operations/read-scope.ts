/**
 * Which transactions, events and callbacks a reader may see: those of one client, or of all clients with live keys, or
 * with test keys. Every read that can cover several clients takes one, and findScope makes it: live and test never mix.
 */
export interface ReadScope {
  /** Live by default: a reader that leaves it out never shows tests among live transactions. */
  readonly isTest?: boolean | undefined;
  /** Undefined for all clients of the mode. The mode of a client never changes. */
  readonly clientId?: string | undefined;
}
