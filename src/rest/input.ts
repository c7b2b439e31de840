import { validationError } from '../domain/errors.ts';
import { parseAmountMinor } from '../domain/money.ts';

const readAmount = (text: string) => (parseAmountMinor(text) === undefined ? text : Number(text));
const readCount = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : text);
const readFlag = (text: string) => text === 'true' || (text === 'false' ? false : text);

/** Numbers and flags travel as text in forms and queries. What is none is left as it is, to be refused. */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['amount', readAmount],
  ['minAmount', readAmount],
  ['maxAmount', readAmount],
  ['finalAmount', readAmount],
  ['limit', readCount],
  ['sequence', readCount],
  ['backwards', readFlag],
];

/** Makes the fields of a form or a query the input of an operation, in place. */
export function inputFromText(input: Record<string, unknown>): Record<string, unknown> {
  for (const [name, read] of READERS) {
    const value = input[name];
    if (typeof value === 'string') input[name] = read(value);
  }
  return input;
}

/**
 * Checks that no field of a JSON object stands in it twice: JSON.parse would keep the last one silently.
 * @param text JSON that was parsed without error.
 * @throws ServiceError error_validation, naming the fields.
 */
export function refuseRepeatedKeys(text: string): void {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  // Strings are matched whole, so that braces inside them do not count.
  for (const [token, key, opening] of text.matchAll(
    /"((?:[^"\\]|\\.)*)"\s*:|"(?:[^"\\]|\\.)*"|([{[])|[}\]]/g,
  )) {
    if (opening) depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (key !== undefined && depth === 1) {
      const name: string = JSON.parse(`"${key}"`);
      if (seen.has(name)) repeated.add(name);
      seen.add(name);
    }
  }
  if (repeated.size > 0) {
    const problem = (path: string) => ({ path, message: `${path} was given more than once. Send it once.` });
    throw validationError([...repeated].map(problem));
  }
}
