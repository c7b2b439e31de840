import type { DetailQuery, HistoryQuery } from '../gql/graphql.ts';

/** A transaction with its events and callback attempts. */
export interface Detail {
  readonly transaction: DetailQuery['transaction'];
  readonly events: HistoryQuery['events']['items'];
  readonly attempts: HistoryQuery['callbackAttempts'];
}
