import type { TransactionFilter } from '../gql/graphql.ts';
import type { Transaction } from '../service/types.ts';

/** The parameters of the URL that narrow the queue. */
export const QUEUE_PARAMS = ['type', 'bank'] as const;

/** Returns the filter of the queue that the URL names. */
export function readQueueFilter(params: URLSearchParams): TransactionFilter {
  const type = params.get('type');
  const bankId = params.get('bank');
  return {
    ...((type === 'deposit' || type === 'withdrawal') && { type }),
    ...(bankId && { bankId }),
  };
}

/** Returns whether a pending transaction belongs to the filtered queue. */
export function matchesFilter(filter: TransactionFilter, transaction: Transaction): boolean | undefined {
  const { type, bankId } = filter;
  return (type == null || transaction.type === type) && (bankId == null || transaction.bankId === bankId);
}
