import type { DetailQuery, HistoryQuery, LinesOfQuery, PayoutsOfQuery } from '../gql/graphql.ts';

/** The batches that a withdrawal was put into, the newest first. */
export type Payouts = PayoutsOfQuery['payoutsOf'];

/** The bank lines that paid a transaction, or brought its money back. */
export type Lines = LinesOfQuery['linesOfTransaction'];

/** A transaction with its events, callback attempts, batches and bank lines. */
export interface Detail {
  readonly transaction: DetailQuery['transaction'];
  readonly events: HistoryQuery['events']['items'];
  readonly attempts: HistoryQuery['callbackAttempts'];
  readonly payouts: Payouts;
  readonly lines: Lines;
}
