import { z } from 'zod';
import { type Fault, fault, issueText } from '../kernel/problems.ts';
import { parseUrl } from '../kernel/url.ts';
import { listOf, typeProblem } from '../operations/fields.ts';
import { urlField } from '../operations/url-field.ts';

const MAX_HOSTS = 20;
/** A host name has at most 253 characters (RFC 1035), a port six more. */
const MAX_HOST_CHARACTERS = 259;

/** Programs read these characters in different ways: some drop or replace them, others end the address there. */
const DOUBTFUL = /[\s\p{Cc}\\]|%[01][0-9a-f]|%7f/iu;

/** An address that a payer is led back to, read into its canonical spelling. Its host is checked apart from it. */
export const returnUrl = urlField(fault('not_https'), urlProblem);

function urlProblem(value: string, url: URL | undefined): Fault | undefined {
  if (!url || !/^https:\/\//i.test(value) || DOUBTFUL.test(value))
    return fault('not_https', 'must be an https URL, without backslashes, blanks and control characters.');
  if (url.username !== '' || url.password !== '') return fault('url_with_password');
  return undefined;
}

const returnHost = z.string({ error: typeProblem('a string') }).transform((value, context): string => {
  const url = parseUrl(`https://${value}`);
  if (url && url.host.length <= MAX_HOST_CHARACTERS && /^[^\s/\\@?#*]+$/.test(value)) return url.host;
  context.addIssue({ code: 'custom', message: issueText(fault('not_a_host')) });
  return z.NEVER;
});

/** The distinct hosts that payers of a merchant may be led back to. */
export const returnHosts = listOf(returnHost, { of: 'hosts', max: MAX_HOSTS }).transform((hosts) => [
  ...new Set(hosts),
]);

/** Checks whether a merchant's payers may be led to an address. A host with a port is another host. */
export function isReturnAllowed(url: string, hosts: readonly string[]): boolean {
  return hosts.includes(new URL(url).host);
}
