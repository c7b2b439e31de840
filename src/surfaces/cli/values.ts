import { parseDurationSeconds } from '../../kernel/duration.ts';
import { AmountText } from '../../operations/fields.ts';
import { UsageError } from './command.ts';

/** The word that clears a value. */
const NONE = 'none';

/** A parser of values that `none` clears. */
export function orNone(parse: (text: string) => unknown = (text) => text): (text: string) => unknown {
  return (text) => (text === NONE ? null : parse(text));
}

/** Parses `MIN..MAX`, the limits of a bank. */
export function parseLimits(text: string): unknown {
  const [min, max, ...rest] = text.split('..');
  if (!min || !max || rest.length > 0)
    throw new UsageError('must be MIN..MAX, such as 10..50000, or none for a type that is not offered.');
  return { minAmount: new AmountText(min), maxAmount: new AmountText(max) };
}

/** Parses a duration into seconds. */
export function parseDuration(text: string): number {
  const seconds = parseDurationSeconds(text);
  if (seconds !== undefined) return seconds;
  throw new UsageError('must be a duration such as 90s, 30m, 24h or 7d, or 0.');
}

/** Parses `on` or `off`. */
export function parseOnOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError('must be on or off.');
  return text === 'on';
}
