import { readAmount } from '../format.ts';
import type { TransactionFilter } from '../gql/graphql.ts';
import type { Params } from '../router.ts';
import { FormError } from '../service/failures.ts';

/** What a search can be narrowed by, by the names that the address has for it. */
export const FILTERS = [
  'search',
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
 * The filter that an address names. What else it names wrongly is refused by the service, which says why.
 * @throws FormError when an amount is none: the service could not be asked for it.
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

/** What tells one filter from another. */
export function keyOfFilter(params: URLSearchParams): string {
  return JSON.stringify(FILTERS.map((name) => params.get(name)));
}

/** What stands in the form, as the address names it. */
export function toParams(values: ReadonlyMap<string, string>): Params {
  return Object.fromEntries(
    FILTERS.map((name) => {
      const value = values.get(name)?.trim() ?? '';
      return [name, isMoment(name) && value ? new Date(value).toISOString() : value];
    }),
  );
}

/** A moment of an address as the input for moments takes it: the browser's own time, without a zone. */
export function toInputMoment(iso: string | null): string {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function isMoment(name: FilterName): boolean {
  return name === 'from' || name === 'to';
}
