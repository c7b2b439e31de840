import type { QueryInput, QueryName } from './names.ts';

type Choices = { readonly [N in QueryName]?: (input: QueryInput<N>) => boolean };

/**
 * The queries of which a dashboard may get an answer that is some seconds old. A merchant reads what was acknowledged, a
 * feed has no gap, and a list goes on with what a stream brings: they are read from the primary.
 */
const CAN_BE_STALE: Choices = {
  sumTransactions: ({ filter }) => filter.isForDesk === true,
  countQueue: () => true,
  readStatistics: ({ isForDesk }) => isForDesk === true,
  summarizeCallbacks: () => true,
  listAudit: () => true,
};

export function canBeStale<N extends QueryName>(name: N, input: QueryInput<N>): boolean {
  return CAN_BE_STALE[name]?.(input) ?? false;
}
