import type { Json } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { IS_LONG } from './long.ts';
import { NumberText } from './number-text.ts';
import type { Caller } from './parity-fixtures.ts';
import type { SurfaceName } from './surfaces.ts';

/** Returns the response to an earlier case on the same surface. */
export type ResponseTo = (kept: string) => Json;

/** One request that every surface must handle in the same way. */
export interface ParityCase {
  readonly name: string;
  readonly operation: string;
  readonly input: Input | ((responseTo: ResponseTo) => Input);
  readonly as: Caller;
  /** The name under which later cases find the response. */
  readonly keep?: string;
  /** The seconds that the signer's clock is behind. */
  readonly signedSecondsAgo?: number;
  /** The reason why a surface does not offer this request. */
  readonly cannot?: Partial<Record<SurfaceName, string>>;
}

/** The defaults of a case: a merchant sends it. */
export type CaseOptions = Partial<Pick<ParityCase, 'as' | 'keep' | 'signedSecondsAgo' | 'cannot'>>;

/** Makes a case. */
export function parityCase(
  operation: string,
  name: string,
  input: ParityCase['input'],
  options: CaseOptions = {},
): ParityCase {
  return { as: 'merchant', operation, name: `${operation}: ${name}`, input, ...options };
}

/** Invalid values of one field, each with a description and the reason why a surface cannot carry it. */
export type BadValue = readonly [name: string, value: unknown, cannot?: ParityCase['cannot']];

/** A form carries text only, and the text of these values is valid. */
const TEXT_ONLY = { 'rest form': 'a form carries text only' };

/** The short form sends each field one in so many of its bad values. */
const ONE_IN = IS_LONG ? 1 : 9;
let thinnedLists = 0;

/** Each field begins at another value, so that the short form still sends every value for some field. */
function thin(values: readonly BadValue[]): readonly BadValue[] {
  thinnedLists += 1;
  return values.filter((_, index) => (index + thinnedLists) % ONE_IN === 0);
}

/** Values that no text field accepts. */
export function badTexts(maxCharacters: number): readonly BadValue[] {
  return thin(allBadTexts(maxCharacters));
}

function allBadTexts(maxCharacters: number): readonly BadValue[] {
  return [
    ['missing', undefined],
    ['empty', ''],
    ['blank', ' '],
    ['blank in another script', '\u3000'],
    ['a character too long', 'x'.repeat(maxCharacters + 1)],
    ['a pair of surrogates too long', '😀'.repeat(maxCharacters + 1)],
    ['with a control character', 'a\u0007b'],
    ['with a zero', 'a\u0000'],
    ['with a line break', 'a\nb'],
    ['with an override of direction', 'a\u202eb'],
    ['with an isolate of direction', 'a\u2066b'],
    ['of a character without width', '\u200b'],
    ['given twice', ['a', 'b']],
    ['a number', 5, TEXT_ONLY],
    ['true', true, TEXT_ONLY],
    ['null', null, TEXT_ONLY],
    ['an object', { a: 1 }, TEXT_ONLY],
    ['with half a pair of surrogates', 'a\ud800', TEXT_ONLY],
  ];
}

/** Texts that no id takes: an id has no blank at an end either. */
export const badIds = (): readonly BadValue[] =>
  thin([
    ...allBadTexts(128),
    ['with a blank before it', ' 905551112233'],
    ['with a blank behind it', 'a\u00a0'],
  ]);

/** Invalid amounts. */
export const badAmounts = (): readonly BadValue[] => thin(BAD_AMOUNTS);

const BAD_AMOUNTS: readonly BadValue[] = [
  ['missing', undefined],
  ['empty', ''],
  ['a word', 'abc'],
  ['text with a space', ' 5'],
  ['text with an exponent', '1e3'],
  ['text with a plus', '+5'],
  ['text with a comma', '1,000'],
  ['hexadecimal text', '0x10'],
  ['zero', 0],
  ['negative', -1],
  ['below a hundredth', 0.001],
  ['with three decimals', 500.123],
  ['a hundredth too large', 1_000_000_000.01],
  ['far too large', 1e21],
  ['true', true],
  ['given twice', ['5', '6']],
  ['text', '500', TEXT_ONLY],
  ['null', null],
  ['an object', { a: 1 }],
  ...['1e2', '5E0', '0.1e1', '10.100', '100.50000000000000000001', '10.000000000000000000001'].map(
    (text): BadValue => [`the number ${text}`, new NumberText(text)],
  ),
];

/** Valid amounts in spellings that JSON.stringify does not choose. */
export const SPELLED_AMOUNTS: readonly NumberText[] = ['10.10', '10.0', '10.00', '250.50'].map(
  (text) => new NumberText(text),
);

/** Invalid IBANs. */
export const BAD_IBANS: readonly BadValue[] = [
  ['missing', undefined],
  ['empty', ''],
  ['with wrong check digits', 'TR330006100519786457841327'],
  ['too short', 'TR33000610051978645784132'],
  ['of no country', 'XX330006100519786457841326'],
  ['with dots', 'TR33.0006.1005.1978.6457.8413.26'],
  ['given twice', ['TR330006100519786457841326', 'TR330006100519786457841326']],
  ['a number', 5],
  ['null', null],
];
