import type { DetailQuery, HistoryQuery, PayoutsOfQuery } from '../gql/graphql.ts';

/** The batches that a withdrawal was put into, the newest first. */
export type Payouts = PayoutsOfQuery['payoutsOf'];

/** A transaction with its events, callback attempts and batches. */
export interface Detail {
  readonly transaction: DetailQuery['transaction'];
  readonly events: HistoryQuery['events']['items'];
  readonly attempts: HistoryQuery['callbackAttempts'];
  readonly payouts: Payouts;
}
