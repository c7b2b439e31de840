import type { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import { formatTimestamp } from './fields.ts';

/** The fields of a record as views show them: `sumMinor` as the amount `sum`, and `closedAtMs` as the time `closedAt`. */
type ShownRecord<R> = {
  [F in keyof R as ShownName<F, R[F]>]: ShownName<F, R[F]> extends F
    ? R[F]
    : F extends `${string}Minor`
      ? R[F]
      : string | Extract<R[F], null>;
};

/** Only numbers are converted: nothing else is known to be an amount or a time. */
type ShownName<F, T> = [T] extends [number | null]
  ? F extends `${infer Amount}Minor`
    ? Amount
    : F extends `${infer Time}AtMs`
      ? `${Time}At`
      : F
  : F;

/** The fields of a view that a record does not have, or has of another type. */
type Others<O, S> = {
  readonly [F in keyof O as F extends keyof S ? (S[F] extends Readonly<O[F]> ? never : F) : F]: O[F];
};

/**
 * Shows a record in the fields of a view, in their order.
 * @param others the fields that the record lacks or has in another form; they take precedence.
 */
export function project<V extends z.ZodObject, R extends object>(
  view: V,
  record: R,
  others: Others<z.output<V>, ShownRecord<R>>,
): z.output<V> {
  const sources = [others, record] as readonly Readonly<Record<string, unknown>>[];
  const shown = (field: string) => {
    const source = sources.find((one) => field in one);
    return source ? source[field] : shownOf(field, record as Readonly<Record<string, unknown>>);
  };
  return Object.fromEntries(Object.keys(view.shape).map((field) => [field, shown(field)])) as z.output<V>;
}

function shownOf(field: string, record: Readonly<Record<string, unknown>>): number | string | null {
  const [minor, ms] = [record[`${field}Minor`], record[`${field}Ms`]];
  if (typeof minor === 'number') return minorToAmount(minor);
  if (typeof ms === 'number') return formatTimestamp(ms);
  if (minor === null || ms === null) return null;
  throw new Error(`The record has no ${field}.`);
}
