import { z } from 'zod';
import { readCidr } from '../../domain/cidr.ts';
import { ServiceError } from '../../domain/errors.ts';
import { normalizeIban } from '../../domain/iban.ts';
import { amount, fields, iban, typeProblem } from '../fields.ts';

const MAX_IP_BLOCKS = 100;
const MAX_URL_CHARACTERS = 2000;

const APP_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{2,127}$/;

/** The appKey of a new client. Headers and command lines carry it. */
export const newAppKeyText = z
  .string({ error: typeProblem('a string') })
  .regex(
    APP_KEY,
    'must have 3 to 128 letters, digits, dots, hyphens or underscores, a letter or digit first.',
  )
  // Production refuses to start on a database that holds a demo key.
  .refine((value) => !value.startsWith('demo-'), 'must not start with demo-, which demo data is named by.');

/** The target of callbacks: an http or https URL, read into its canonical spelling. */
export const callbackUrl = z.string({ error: typeProblem('a URL') }).transform((value, context): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const message = urlProblem(value, url);
  if (url && !message) return url.href;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function urlProblem(value: string, url: URL | undefined): string | undefined {
  // The URL parser silently drops some of these characters and escapes others.
  if (!url || !/^https?:\/\//i.test(value) || /[\s\p{Cc}]/u.test(value))
    return 'must be an http or https URL.';
  if (url.href.length > MAX_URL_CHARACTERS) return `must have at most ${MAX_URL_CHARACTERS} characters.`;
  if (url.username !== '' || url.password !== '') return 'must hold no user name and no password.';
  if (url.hash !== '') return 'must have no #fragment: it would never be sent.';
  return undefined;
}

const cidr = z.string({ error: typeProblem('a string') }).transform((value, context): string => {
  const reading = readCidr(value);
  if ('cidr' in reading) return reading.cidr;
  context.addIssue({ code: 'custom', message: reading.problem });
  return z.NEVER;
});

/** The addresses that a key may be used from, as distinct canonical CIDR blocks; an empty list allows any. */
export const ipAllowlist = z
  .array(cidr, { error: typeProblem('a list of IP addresses and CIDR blocks') })
  .max(MAX_IP_BLOCKS, `must have at most ${MAX_IP_BLOCKS} blocks.`)
  .transform((blocks) => [...new Set(blocks)]);

/**
 * The amounts that a bank takes for one type of transaction, read into minor units; null when it does not offer
 * the type.
 */
export const limits = z
  .object(
    { minAmount: amount, maxAmount: amount },
    { error: typeProblem('minAmount and maxAmount, or null') },
  )
  .refine((value) => value.minAmount <= value.maxAmount, {
    path: ['minAmount'],
    message: 'must not be greater than maxAmount.',
  })
  .nullable();

/** A real IBAN, read into its electronic form: upper case, no spaces. */
export const electronicIban = iban.transform((value) => normalizeIban(value) ?? value);

/** The fields of an update: the key of the record, or several that can be it, and others of which one must be given. */
export function patchOf<T extends z.ZodRawShape>(key: string | readonly string[], shape: T) {
  const keys = [key].flat();
  return fields(shape).refine(
    (input) => Object.entries(input).some(([name, value]) => !keys.includes(name) && value !== undefined),
    'The request changes nothing. Give at least one field to change.',
  );
}

/** The error for an unknown appKey. It does not repeat the given text, which may be a secret. */
export function unknownClient(): ServiceError {
  return new ServiceError(
    'error_site_not_found',
    'No client has this appKey. Use one from the list of clients.',
    {
      fields: [{ path: 'appKey', message: 'appKey is not the key of a known client.' }],
    },
  );
}

/** The error for an unknown bankId. */
export function unknownBank(): ServiceError {
  return new ServiceError(
    'error_bank_not_found',
    'No bank has this bankId. Use one from the list of banks.',
    {
      fields: [{ path: 'bankId', message: 'bankId is not the id of a known bank.' }],
    },
  );
}
