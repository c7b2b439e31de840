import type { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import { formatTimestamp } from './fields.ts';

/** The fields of a record as views show them: `sumMinor` as the amount `sum`, and `closedAtMs` as the time `closedAt`. */
type Shown<R> = {
  [F in keyof R as F extends `${infer Amount}Minor`
    ? Amount
    : F extends `${infer Time}AtMs`
      ? `${Time}At`
      : F]: F extends `${string}Minor`
    ? number | Extract<R[F], null>
    : F extends `${string}AtMs`
      ? string | Extract<R[F], null>
      : R[F];
};

/** The fields of a view that a record does not have, or has of another type. */
type Others<O, S> = {
  readonly [F in keyof O as F extends keyof S ? (S[F] extends Readonly<O[F]> ? never : F) : F]: O[F];
};

/** Shows a record: the fields of its view in their order, as the record has them, with the others that it has not. */
export function project<V extends z.ZodObject, R extends object>(
  view: V,
  record: R,
  others: Others<z.output<V>, Shown<R>>,
): z.output<V> {
  const given: Readonly<Record<string, unknown>> = { ...record, ...others };
  const shown = (field: string) => {
    if (field in given) return given[field];
    const [minor, ms] = [given[`${field}Minor`], given[`${field}Ms`]];
    if (typeof minor === 'number') return minorToAmount(minor);
    return typeof ms === 'number' ? formatTimestamp(ms) : null;
  };
  return Object.fromEntries(Object.keys(view.shape).map((field) => [field, shown(field)])) as z.output<V>;
}
