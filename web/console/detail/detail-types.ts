import type { DetailQuery, HistoryQuery } from '../gql/graphql.ts';

/** All that is known of one transaction. */
export interface Detail {
  readonly transaction: DetailQuery['transaction'];
  readonly events: HistoryQuery['events']['items'];
  readonly attempts: HistoryQuery['callbackAttempts'];
}
