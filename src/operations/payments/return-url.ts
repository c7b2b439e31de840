import { z } from 'zod';
import { typeProblem } from '../fields.ts';

const MAX_URL_CHARACTERS = 2000;
const MAX_HOSTS = 20;
/** A host name has at most 253 characters (RFC 1035), a port six more. */
const MAX_HOST_CHARACTERS = 259;

/** Programs read these characters in different ways: some drop or replace them, others end the address there. */
const DOUBTFUL = /[\s\p{Cc}\\]|%[01][0-9a-f]|%7f/iu;

/** An address that a payer is led back to, read into its canonical spelling. Its host is checked apart from it. */
export const returnUrl = z
  .string({ error: typeProblem('an https URL') })
  .transform((value, context): string => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const message = urlProblem(value, url);
    if (url && !message) return url.href;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function urlProblem(value: string, url: URL | undefined): string | undefined {
  if (!url || !/^https:\/\//i.test(value) || DOUBTFUL.test(value))
    return 'must be an https URL, without backslashes, blanks and control characters.';
  if (url.href.length > MAX_URL_CHARACTERS) return `must have at most ${MAX_URL_CHARACTERS} characters.`;
  if (url.username !== '' || url.password !== '') return 'must hold no user name and no password.';
  return undefined;
}

const returnHost = z.string({ error: typeProblem('a string') }).transform((value, context): string => {
  const url = URL.canParse(`https://${value}`) ? new URL(`https://${value}`) : undefined;
  if (url && url.host.length <= MAX_HOST_CHARACTERS && /^[^\s/\\@?#*]+$/.test(value)) return url.host;
  const message = 'must be a host such as shop.example.com, without https:// and without a path.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The distinct hosts that payers of a merchant may be led back to. */
export const returnHosts = z
  .array(returnHost, { error: typeProblem('a list of hosts') })
  .max(MAX_HOSTS, `must have at most ${MAX_HOSTS} hosts.`)
  .transform((hosts) => [...new Set(hosts)]);

/** Checks whether a merchant's payers may be led to an address. A host with a port is another host. */
export function isReturnAllowed(url: string, hosts: readonly string[]): boolean {
  return hosts.includes(new URL(url).host);
}
