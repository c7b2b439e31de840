import { z } from 'zod';
import { parseDurationSeconds } from '../kernel/duration.ts';
import { isTimeZone } from '../kernel/time-zone.ts';

export const DAY_SECONDS = 86_400;

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const durationSeconds = z
  .string()
  .transform(parseDurationSeconds)
  .pipe(z.number('must be a duration such as 90s, 30m or 2h'))
  .refine((seconds) => seconds > 0, 'must be longer than nothing');

export const daysAtMost = (days: number) =>
  durationSeconds.refine((seconds) => seconds <= days * DAY_SECONDS, `must be at most ${days}d`);

export const publicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment: paths are added to it')
  .transform((url) => url.replace(/\/+$/, ''));

/** The name of the organisation that runs the service, for people. */
export const serviceName = z
  .string()
  .trim()
  .min(1, 'must not be blank: give the name of who runs the service, or remove the variable')
  .max(40, 'must have at most 40 characters');

/** The URL is kept to the last character: a slash at its end may be part of the route. */
export const bankListUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((url) => !new URL(url).username && !new URL(url).password, {
    error: 'must hold no user name or password; use AVAILABLE_BANKS_APP_KEY and AVAILABLE_BANKS_SECRET',
  });

export const masterKey = z
  .string()
  .regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, 'must be 32 bytes: 64 hex digits, or base64')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'));

/** The other variables of OpenTelemetry are read by its packages. */
export const tracesExporter = z
  .enum(['otlp', 'console', 'none'], { error: 'must be otlp, console or none' })
  .transform((exporter) => (exporter === 'none' ? undefined : exporter));

const ORIGINS_FORM = 'must be origins such as https://console.example.com, with commas between them';

/** Origins are compared with what browsers send, so a path or a slash after one would never match. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), ORIGINS_FORM);

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const TIME_ZONE_FORM = 'must be the name of a time zone, such as Europe/Istanbul or UTC';

export const timeZone = z.string().refine(isTimeZone, TIME_ZONE_FORM);
