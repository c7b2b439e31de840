import { z } from 'zod';
import { readCidr } from '../kernel/address.ts';
import { ServiceError } from '../kernel/errors.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { type Fault, fault, fieldProblem, issueText } from '../kernel/problems.ts';
import { amount, fields, graphqlTypes, iban, listOf, objectOf, typeProblem } from '../operations/fields.ts';
import { urlField } from '../operations/url-field.ts';

const MAX_IP_BLOCKS = 100;

const APP_KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{2,127}$/;

/** The appKey of a new client. Headers and command lines carry it. */
export const newAppKeyText = z
  .string({ error: typeProblem('a string') })
  .regex(APP_KEY, issueText(fault('key_form')))
  // Production refuses to start on a database that holds a demo key.
  .refine((value) => !value.startsWith('demo-'), issueText(fault('key_of_demo')));

/** The target of callbacks: an http or https URL, read into its canonical spelling. */
export const callbackUrl = urlField(fault('not_a_url', 'must be a URL.'), urlProblem);

function urlProblem(value: string, url: URL | undefined): Fault | undefined {
  // The URL parser silently drops some of these characters and escapes others.
  if (!url || !/^https?:\/\//i.test(value) || /[\s\p{Cc}]/u.test(value)) return fault('not_a_url');
  if (url.username !== '' || url.password !== '') return fault('url_with_password');
  if (url.hash !== '') return fault('url_with_fragment');
  return undefined;
}

const cidr = z.string({ error: typeProblem('a string') }).transform((value, context): string => {
  const reading = readCidr(value);
  if ('cidr' in reading) return reading.cidr;
  context.addIssue({ code: 'custom', message: issueText(reading.problem) });
  return z.NEVER;
});

/** The addresses that a key may be used from, as distinct canonical CIDR blocks; an empty list allows any. */
export const ipAllowlist = listOf(cidr, { of: 'blocks', max: MAX_IP_BLOCKS }).transform((blocks) => [
  ...new Set(blocks),
]);

/**
 * The amounts that a bank takes for one type of transaction, read into minor units; null when it does not offer
 * the type.
 */
export const limits = objectOf('minAmount and maxAmount, or null', {
  minAmount: amount.describe('The smallest amount.'),
  maxAmount: amount.describe('The largest amount.'),
})
  .refine((value) => value.minAmount <= value.maxAmount, {
    path: ['minAmount'],
    message: issueText(fault('min_above_max')),
  })
  .register(graphqlTypes, { name: 'AmountLimitsInput' })
  .nullable();

/** A real IBAN, read into its electronic form: upper case, no spaces. */
export const electronicIban = iban.transform((value) => normalizeIban(value) ?? value);

/** The fields of an update: the key of the record, or several that can be it, and others of which one must be given. */
export function patchOf<T extends z.ZodRawShape>(key: string | readonly string[], shape: T) {
  const keys = [key].flat();
  return fields(shape).refine(
    (input) => Object.entries(input).some(([name, value]) => !keys.includes(name) && value !== undefined),
    issueText(fault('no_change', 'The request changes nothing. Give at least one field to change.')),
  );
}

/** The error for an unknown appKey. It does not repeat the given text, which may be a secret. */
export function unknownClient(): ServiceError {
  return new ServiceError(
    'error_site_not_found',
    'No client has this appKey. The keys are listed by GET /v1/filter-choices and by the command clients list.',
    {
      fields: [fieldProblem('appKey', fault('unknown_client'))],
    },
  );
}

/** The error for an unknown bankId. */
export function unknownBank(): ServiceError {
  return new ServiceError(
    'error_bank_not_found',
    'No bank has this bankId. Use one from the list of banks.',
    {
      fields: [fieldProblem('bankId', fault('unknown_bank'))],
    },
  );
}
