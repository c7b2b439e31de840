import { z } from 'zod';
import { type Fault, fault, issueText } from '../kernel/problems.ts';
import { MAX_URL_CHARACTERS, parseUrl } from '../kernel/url.ts';
import { typeProblem } from './fields.ts';

/**
 * A URL, read into its canonical spelling.
 * @param wrongType the fault of a value that is no text.
 * @param problemOf finds what breaks the other rules. It gets undefined for a text that is not a URL.
 */
export function urlField(
  wrongType: Fault,
  problemOf: (value: string, url: URL | undefined) => Fault | undefined,
) {
  return z.string({ error: typeProblem(wrongType) }).transform((value, context): string => {
    const url = parseUrl(value);
    const isTooLong = (url?.href ?? value).length > MAX_URL_CHARACTERS;
    const found = isTooLong ? fault('too_long', { maximum: MAX_URL_CHARACTERS }) : problemOf(value, url);
    if (url && !found) return url.href;
    context.addIssue({ code: 'custom', message: issueText(found ?? wrongType) });
    return z.NEVER;
  });
}
