import { readAmount } from '../format.ts';
import type { TransactionFilter } from '../gql/graphql.ts';
import type { Params } from '../router.ts';
import { FormError } from '../service/failures.ts';

/** The filters of a search, by the names of their URL parameters. */
export const FILTERS = [
  'query',
  'status',
  'type',
  'bankId',
  'appKey',
  'userId',
  'processId',
  'from',
  'to',
  'minAmount',
  'maxAmount',
] as const;
export type FilterName = (typeof FILTERS)[number];

/**
 * Reads the filter from the URL. The service checks all other values.
 * @throws FormError when an amount is not a number, because it could not be sent to the service.
 */
export function readFilter(params: URLSearchParams): TransactionFilter {
  const given = FILTERS.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, name.endsWith('Amount') ? readAmount(value) : value] as const] : [];
  });
  const wrong = given.filter(([, value]) => value === undefined);
  if (wrong.length > 0)
    throw new FormError(
      Object.fromEntries(wrong.map(([name]) => [name, 'Enter digits with at most two decimals.'])),
    );
  return Object.fromEntries(given);
}

/** Returns a key that is equal for equal filters. */
export function keyOfFilter(params: URLSearchParams): string {
  return JSON.stringify(FILTERS.map((name) => params.get(name)));
}

/** Converts the values of the form to URL parameters. */
export function toParams(values: ReadonlyMap<string, string>): Params {
  return Object.fromEntries(
    FILTERS.map((name) => {
      const value = values.get(name)?.trim() ?? '';
      return [name, isDateTime(name) && value ? new Date(value).toISOString() : value];
    }),
  );
}

/** Converts an ISO timestamp to the value of a `datetime-local` input: local time without a zone. */
export function toInputDateTime(iso: string | null): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isDateTime(name: FilterName): boolean {
  return name === 'from' || name === 'to';
}
