import { readAmount } from '../format.ts';
import type { TransactionFilter } from '../gql/graphql.ts';
import type { Params } from '../router.ts';
import type { Problem } from '../service/failures.ts';

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

/** The filter that an address names. What it names wrongly is refused by the service, which says why. */
export function readFilter(params: URLSearchParams): TransactionFilter {
  const given = FILTERS.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, name.endsWith('Amount') ? readAmount(value) : value] as const] : [];
  });
  return Object.fromEntries(given);
}

/** What in an address is no amount: the service cannot be asked for that. */
export function amountProblem(params: URLSearchParams): Problem | undefined {
  const wrong = FILTERS.filter((name) => {
    const value = params.get(name);
    return name.endsWith('Amount') && value && readAmount(value) === undefined;
  });
  if (wrong.length === 0) return undefined;
  const message = 'Enter digits with at most two decimals.';
  return { message, fields: Object.fromEntries(wrong.map((name) => [name, message])) };
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
