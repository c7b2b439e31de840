import { AmountText } from '../operations/fields.ts';
import { UsageError } from './command.ts';

/** What ends a limit or clears a value. */
const NONE = 'none';

/** The reader of a value that `none` clears. */
export function orNone(read: (text: string) => unknown = (text) => text): (text: string) => unknown {
  return (text) => (text === NONE ? null : read(text));
}

/** `MIN..MAX` as the limits of a bank. */
export function readLimits(text: string): unknown {
  const [min, max, ...rest] = text.split('..');
  if (!min || !max || rest.length > 0)
    throw new UsageError('must be MIN..MAX, such as 10..50000, or none for a type that is not offered.');
  return { minAmount: new AmountText(min), maxAmount: new AmountText(max) };
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** A duration such as `90s`, `30m`, `24h` or `7d` in seconds; a bare number counts seconds. */
export function readDurationSeconds(text: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const unitSeconds = UNIT_SECONDS[unit === '' ? 's' : unit];
  if (!digits || !unitSeconds)
    throw new UsageError('must be a duration such as 90s, 30m, 24h or 7d, or 0 for at once.');
  return Number(digits) * unitSeconds;
}

/** `on` or `off`. */
export function readSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError('must be on or off.');
  return text === 'on';
}

/** A TCP port. */
export function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError('must be a port from 0 to 65535.');
  return Number(text);
}
