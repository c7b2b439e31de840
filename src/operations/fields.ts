import { z } from 'zod';
import { normalizeIban } from '../kernel/iban.ts';
import {
  AMOUNT_MAX_MINOR,
  AMOUNT_MIN_MINOR,
  amountToMinor,
  minorToAmount,
  parseAmountMinor,
} from '../kernel/money.ts';
import { type Fault, fault, issueText } from '../kernel/problems.ts';
import { ROLES } from '../kernel/role.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../transactions/domain/transaction.ts';

/**
 * GraphQL type names of schemas that are more than a string, a number or a boolean.
 * Copies of a schema, such as `.describe()` and `.refine()` make, inherit its name.
 */
export const graphqlTypes = z.registry<{ readonly name: string; readonly description?: string }>();

/** An object in a response, with the name and the description of its type in GraphQL. */
export function viewType<T extends z.ZodRawShape>(name: string, description: string, shape: T) {
  return z.object(shape).register(graphqlTypes, { name, description });
}

const CONTROL_CHARACTER = /\p{Cc}/u;
/** Characters that reorder the text around them (UAX #9): a name could then read as other text than it is. */
const BIDI_CONTROL = /\p{Bidi_Control}/u;
const BIDI_CONTROLS = new RegExp(BIDI_CONTROL, 'gu');
/** Text that shows nothing: blanks, and characters without a shape. U+2800 is a braille cell without dots. */
const SHOWS_NOTHING = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
/** The same at an end, but for variation selectors: an emoji may end with one. */
const BLANK = String.raw`(?![\ufe00-\ufe0f])[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const BLANK_AT_AN_END = new RegExp(`^${BLANK}|${BLANK}$`, 'u');

/** Makes an issue for a value of the wrong type. A form field that was given twice arrives as an array. */
export function typeProblem(expected: string | Fault): (issue: { readonly input?: unknown }) => string {
  const wrong = typeof expected === 'string' ? fault('wrong_type', { expected }) : expected;
  return ({ input }) => {
    if (input === undefined) return issueText(fault('required'));
    if (Array.isArray(input)) return issueText(fault('repeated'));
    const isUnquoted = expected === 'a string' && typeof input === 'number';
    return issueText(
      isUnquoted ? { ...wrong, message: 'must be a string: in JSON, send it in quotes.' } : wrong,
    );
  };
}

function textProblem(value: string, maxCharacters: number): Fault | undefined {
  if (SHOWS_NOTHING.test(value)) return fault('blank');
  if (value.length > maxCharacters && Array.from(value).length > maxCharacters)
    return fault('too_long', { maximum: maxCharacters });
  if (!value.isWellFormed())
    return fault('bad_characters', 'must be valid Unicode: it has half of a surrogate pair.');
  if (CONTROL_CHARACTER.test(value)) return fault('bad_characters');
  const bidi = BIDI_CONTROL.exec(value)?.[0];
  if (!bidi) return undefined;
  const what = `${codePoint(bidi)}, which changes the direction of the text around it`;
  return fault('bad_characters', `must not contain ${what}.`);
}

function codePoint(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function report(context: z.core.ParsePayload<string>, found: Fault): void {
  context.issues.push({ code: 'custom', message: issueText(found), input: context.value });
}

/**
 * A string of 1 to `maxCharacters` characters, kept as sent: valid Unicode, not blank, no control characters, no
 * characters that change the direction of text.
 */
export function text(maxCharacters: number): z.ZodString {
  return z.string({ error: typeProblem('a string') }).check(textCheck(maxCharacters));
}

/** A text to search for, not stored. Direction marks, which pages and chats add to copied text, are dropped. */
export function searchText(maxCharacters: number): z.ZodString {
  const anyText = z.string({ error: typeProblem('a string') });
  return anyText.overwrite((value) => value.replace(BIDI_CONTROLS, '')).check(textCheck(maxCharacters));
}

function textCheck(maxCharacters: number) {
  return (context: z.core.ParsePayload<string>) => {
    const found = textProblem(context.value, maxCharacters);
    if (found) report(context, found);
  };
}

/** The issue of a text that is not the cursor of any page. */
export const NO_CURSOR = issueText(fault('wrong_cursor'));

const PLUS_IS_A_BLANK = 'In a form or a query `+` means a blank: send a plus sign as %2B.';

/** An identifier that the client chooses: `processId`, `userId`, `bankId`. */
export const idText = text(128).check((context) => {
  if (!BLANK_AT_AN_END.test(context.value) || context.issues.length > 0) return;
  report(context, fault('blank_at_end', `must not begin or end with a blank. ${PLUS_IS_A_BLANK}`));
});
/** A name: `userName`, `name`, `accountName`. */
export const nameText = text(200);

export const NOT_AN_AMOUNT = fault('not_an_amount', {
  minimum: minorToAmount(AMOUNT_MIN_MINOR),
  maximum: minorToAmount(AMOUNT_MAX_MINOR),
});

const amountProblem = typeProblem(NOT_AN_AMOUNT);

/**
 * An amount from a form, a query string or a command line, which carry text only. Their readers wrap the text
 * in this class, because a string in JSON is not accepted as an amount.
 */
export class AmountText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An amount in a request: a JSON number with at most two decimals, parsed into minor units. */
export const amount = z
  .transform((given: number, context): number => {
    const minor = readMinor(given);
    if (minor !== undefined) return minor;
    const message = quotedAmountProblem(given) ?? commaProblem(given) ?? amountProblem({ input: given });
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .register(graphqlTypes, { name: 'Amount' });

/** The issue of JSON in which an amount has quotes, which hardly show in the text of a message. */
function quotedAmountProblem(given: unknown): string | undefined {
  if (typeof given !== 'string' || parseAmountMinor(given) === undefined) return undefined;
  const message = `must be a number in JSON, not text: send ${given} without quotes.`;
  return issueText({ ...NOT_AN_AMOUNT, message });
}

/** The issue of an amount as people write it in Turkish and German: 1.000,50. */
function commaProblem(given: unknown): string | undefined {
  const text = given instanceof AmountText ? given.text : given;
  if (typeof text !== 'string' || !/^[\d.,]+$/.test(text) || !text.includes(',')) return undefined;
  const message = `${NOT_AN_AMOUNT.message.replace(/[.]$/, '')}, with a point and without a comma.`;
  return issueText({ ...NOT_AN_AMOUNT, message });
}

function readMinor(given: unknown): number | undefined {
  if (given instanceof AmountText) return parseAmountMinor(given.text);
  return typeof given === 'number' ? amountToMinor(given) : undefined;
}

/** An amount in a response. */
export const amountOut = z.number().register(graphqlTypes, { name: 'Amount' });
/** A timestamp in a response: ISO 8601 in UTC. */
export const timestampOut = z.string().register(graphqlTypes, { name: 'DateTime' });

/** Writes epoch milliseconds as ISO 8601 in UTC, as responses carry timestamps. */
export function formatTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** A real IBAN (ISO 13616), kept as sent. Spaces, no-break spaces, hyphens and lower case are accepted. */
export const iban = z.string({ error: typeProblem('a string') }).check((context) => {
  if (normalizeIban(context.value) === undefined) report(context, fault('not_an_iban'));
});

export const flag = z.boolean({ error: typeProblem('true or false') });

export const NOT_A_TIMESTAMP = fault('not_a_timestamp');

/** A timestamp with a blank in the place of the sign of its offset. */
const LOST_PLUS = /^\d{4}-\d\d-\d\dT[\d:.]+ \d\d:\d\d$/;
const WITH_LOST_PLUS = fault(
  'not_a_timestamp',
  `must be a timestamp with an offset, and has a blank in it. ${PLUS_IS_A_BLANK}`,
);

/** Makes the issue of a value that is no timestamp. */
function timestampProblem(issue: { readonly input?: unknown }): string {
  const isLost = typeof issue.input === 'string' && LOST_PLUS.test(issue.input);
  return typeProblem(isLost ? WITH_LOST_PLUS : NOT_A_TIMESTAMP)(issue);
}

/** A timestamp in ISO 8601 with an explicit offset, parsed into epoch milliseconds. */
export const timestamp = z.iso
  .datetime({ offset: true, error: timestampProblem })
  .transform((value) => Date.parse(value))
  .register(graphqlTypes, { name: 'DateTime' });

/** One of the given words. @param name the name of their enum in GraphQL. */
export function oneOf<const T extends readonly [string, ...string[]]>(words: T, name?: string) {
  const schema = z.enum(words, { error: typeProblem(fault('not_one_of', { allowed: words })) });
  return name === undefined ? schema : schema.register(graphqlTypes, { name });
}

export const transactionStatus = oneOf(TRANSACTION_STATUSES, 'TransactionStatus');
export const transactionType = oneOf(TRANSACTION_TYPES, 'TransactionType');
export const role = oneOf(ROLES, 'Role');

/** A whole number within the bounds, both included. */
export function wholeNumber(min: number, max: number): z.ZodNumber {
  const found = fault('not_a_whole_number', { minimum: min, maximum: max });
  const message = issueText(found);
  return z
    .number({ error: typeProblem(found) })
    .int(message)
    .min(min, message)
    .max(max, message);
}

/** A list with a limited number of items. `of` names them: `hosts`. */
export function listOf<T extends z.ZodType>(
  item: T,
  { of, max, min }: { readonly of: string; readonly max: number; readonly min?: number },
): z.ZodArray<T> {
  const few = min && issueText(fault('too_few', { minimum: min }, `must have at least ${min} ${of}.`));
  const many = issueText(fault('too_many', { maximum: max }, `must have at most ${max} ${of}.`));
  const list = z.array(item, { error: typeProblem(`a list of ${of}`) }).max(max, many);
  return min && few ? list.min(min, few) : list;
}

const NO_OBJECT = issueText(fault('malformed', 'The request must be an object of fields.'));

/**
 * An object with the given fields. An unknown field is an error: a command would use a default in its place, and a read
 * would select too much.
 */
export function fields<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, { error: NO_OBJECT });
}

/** An object with the given fields, for a create. Unknown fields are ignored: older clients send more. */
export function lenientFields<T extends z.ZodRawShape>(shape: T) {
  return z.object(shape, { error: NO_OBJECT });
}

/** Whether an input ignores unknown fields. */
export function isLenient(input: z.ZodType): boolean {
  return input instanceof z.ZodObject && input.def.catchall === undefined;
}

/** An object inside an input, as strict as the input. @param what describes it: `an object with lineId`. */
export function objectOf<T extends z.ZodRawShape>(what: string, shape: T) {
  return z.strictObject(shape, { error: typeProblem(what) });
}
