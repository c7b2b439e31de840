import type { QueryInput, QueryName } from './queries.ts';

type Choices = { readonly [N in QueryName]?: (input: QueryInput<N>) => boolean };

/**
 * The queries of which a dashboard may get an answer that is some seconds old. A merchant reads what was acknowledged,
 * and a feed has no gap, so what they ask for is read from the primary.
 */
const MAY_BE_OLD: Choices = {
  listTransactions: ({ filter }) => filter.isForDesk === true,
  sumTransactions: ({ filter }) => filter.isForDesk === true,
  countQueue: () => true,
  readStatistics: ({ isForDesk }) => isForDesk === true,
  summarizeCallbacks: () => true,
  listFailedCallbacks: () => true,
  listAudit: () => true,
};

export function mayBeOld<N extends QueryName>(name: N, input: QueryInput<N>): boolean {
  return MAY_BE_OLD[name]?.(input) ?? false;
}
