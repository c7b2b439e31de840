const amountFormat = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const countFormat = new Intl.NumberFormat();
const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The zone that moments are shown in. */
export const TIME_ZONE = momentFormat.resolvedOptions().timeZone;

/** An amount for people. */
export function formatAmount(amount: number): string {
  return amountFormat.format(amount);
}

/** An amount for programs and input fields: digits, a point and two digits. */
export function plainAmount(amount: number): string {
  return amount.toFixed(2);
}

/** Reads what was typed as an amount. @returns undefined when it is none. */
export function readAmount(text: string): number | undefined {
  const plain = text.trim().replace(',', '.');
  return /^\d+([.]\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
}

export function formatCount(count: number): string {
  return countFormat.format(count);
}

/** A moment in the browser's time zone. */
export function formatMoment(iso: string): string {
  return momentFormat.format(new Date(iso));
}

/** A moment in the browser's time zone as ISO 8601 that says so: 2026-11-20T15:00:00.000+03:00. */
export function zonedIso(iso: string): string {
  const date = new Date(iso);
  const offsetMinutes = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const pad = (value: number) => String(value).padStart(2, '0');
  const sign = offsetMinutes < 0 ? '-' : '+';
  const distance = Math.abs(offsetMinutes);
  return `${local}${sign}${pad(Math.trunc(distance / 60))}:${pad(distance % 60)}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** A span of time by its two largest units: `2 h 10 min`. */
export function formatDuration(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const value = Math.floor(rest / size);
    rest %= size;
    if (parts.length > 0 || value > 0) parts.push(value > 0 ? `${value} ${unit}` : '');
  }
  return parts.slice(0, 2).filter(Boolean).join(' ') || '0 s';
}

/** How long ago something was, no finer than it has to be: `35 s`, `12 min`, `2 h 10 min`. */
export function formatAge(seconds: number): string {
  return formatDuration(seconds < 60 ? seconds : seconds - (seconds % 60));
}

/** An IBAN in groups of four. */
export function formatIban(iban: string): string {
  return iban.replaceAll(' ', '').replace(/(.{4})(?=.)/g, '$1 ');
}
