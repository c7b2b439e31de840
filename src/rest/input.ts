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

/** @throws ServiceError error_validation, naming the fields that were given more than once. */
export function refuseRepeated(names: readonly string[]): void {
  if (names.length === 0) return;
  const problem = (path: string) => ({ path, message: `${path} was given more than once. Send it once.` });
  throw validationError(names.map(problem));
}
