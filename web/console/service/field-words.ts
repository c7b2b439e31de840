import type { Failure } from '../../../src/client/failure.ts';
import { formatCount } from '../format.ts';
import type { FieldWords, Params } from '../texts/field-words.ts';
import { texts } from '../texts/texts.ts';

/** The problem of a field, in the form of the service. */
export type FieldProblem = NonNullable<Failure['error']['fields']>[number];

let more: FieldWords = {};

/** Adds the words for the fields of screens that are loaded later. */
export function addFieldWords(words: FieldWords): void {
  more = { ...more, ...words };
}

/** Returns the text of a problem of a field. A problem of a newer service keeps its English text. */
export function fieldWords({ path, code, params, message }: FieldProblem): string {
  const own: FieldWords = texts().failures.fields;
  const words = more[code] ?? own[code] ?? texts().failures.otherField(message);
  const said = typeof words === 'string' ? words : words(printed(params));
  const line = /[.](\d+)$/.exec(path)?.[1];
  return line === undefined ? said : texts().ui.line(Number(line) + 1, said);
}

function printed(params: FieldProblem['params']): Params {
  const entries = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatCount(value) : String(value),
  ]);
  return Object.fromEntries(entries);
}
