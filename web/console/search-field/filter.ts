import { edgeOf, readEdge } from '../date-time.ts';
import { readAmount } from '../format.ts';
import type { EndedKind, TransactionFilter } from '../gql/schema.ts';
import { FormError } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';

/** The filters of the queue, by the names of their URL parameters. A link between queue and search keeps them. */
export const QUEUE_FILTERS = ['query', 'type', 'isSent', 'bankId', 'accountId', 'appKey'] as const;

/** Those of them that narrow a tab of the queue. */
export const NARROWING_FILTERS = ['query', 'bankId', 'accountId', 'appKey'] as const;

/** The filters with separate text fields. */
export const FORM_FILTERS = [
  'from',
  'to',
  'minAmount',
  'maxAmount',
  'userId',
  'processId',
  'movedFrom',
  'movedTo',
  'movedAccountId',
] as const;

/** The filters of a search. */
export const SEARCH_FILTERS = [...QUEUE_FILTERS, 'status', 'reason', 'isLate', ...FORM_FILTERS] as const;
export type FilterName = (typeof SEARCH_FILTERS)[number];

export const ENDED_KINDS = ['expired', 'cancelled', 'rejected', 'reversed'] as const;

/**
 * Reads the filter from the URL. The service checks what can be sent to it.
 * @throws FormError when an amount or a time is not one, because it could not be sent to the service.
 */
export function readFilter(params: URLSearchParams, names: readonly FilterName[]): TransactionFilter {
  const given = names.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, readValue(name, value)] as const] : [];
  });
  const wrong = given.filter(([, value]) => value === undefined);
  const { amountProblem } = texts().searchField;
  const { not_a_timestamp: timestamp } = texts().failures.fields;
  if (wrong.length > 0)
    throw new FormError(
      Object.fromEntries(wrong.map(([name]) => [name, edgeOf(name) ? timestamp : amountProblem])),
    );
  return Object.fromEntries(given);
}

function readValue(name: FilterName, value: string): unknown {
  const edge = edgeOf(name);
  if (edge) return readEdge(value, edge);
  if (name === 'minAmount' || name === 'maxAmount') return readAmount(value);
  if (name === 'isSent' || name === 'isLate') return value === 'true';
  return name === 'reason' ? readKinds(value) : value;
}

/** The ended kinds of a URL parameter. The service refuses others. */
export function readKinds(value: string | null): readonly EndedKind[] {
  return (value?.split(',').filter(Boolean) ?? []) as EndedKind[];
}

/** Returns a key that is equal for equal filters. */
export function keyOfFilter(params: URLSearchParams, names: readonly FilterName[]): string {
  return JSON.stringify(names.map((name) => params.get(name) || null));
}

export function isFiltered(params: URLSearchParams, names: readonly FilterName[]): boolean {
  return names.some((name) => params.get(name));
}

/** Returns whether a pending transaction meets a filter of the queue; undefined when only the service knows. */
export function matchesFilter(filter: TransactionFilter, transaction: Transaction): boolean | undefined {
  const { type, bankId, appKey, isSent, isInPayout, accountId, query } = filter;
  const isKnownMismatch =
    (type != null && transaction.type !== type) ||
    (bankId != null && transaction.bankId !== bankId) ||
    (appKey != null && transaction.appKey !== appKey) ||
    (isSent != null && isSent !== (transaction.sentAt != null)) ||
    (isInPayout != null && isInPayout !== (transaction.payoutNumber != null));
  if (isKnownMismatch) return false;
  return accountId == null && query == null ? true : undefined;
}
