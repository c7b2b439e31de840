import type { Problem } from '../service/failures.ts';
import { fieldWords } from '../service/field-words.ts';
import type { FieldWords } from '../texts/field-words.ts';
import type { ReconciliationTexts } from '../texts/types.ts';

type Texts = Pick<ReconciliationTexts, 'desk' | 'words' | 'statementFields'>;

/** What the text for the type of an error already says in full. */
const SAID: readonly string[] = ['stale_sequence', 'wrong_state'];

/** Returns, in the language of the console, why a decision about a line was refused. */
export function translateRefusal(problem: Problem, { desk, words, statementFields }: Texts): Problem {
  const { detail: _, ...rest } = problem;
  if (problem.type === 'error_transaction_not_found') return { ...rest, message: desk.noTransaction };
  const [found] = problem.problems ?? [];
  if (!found) return problem;
  if (SAID.includes(found.code)) return rest;
  const known: FieldWords = statementFields;
  const said = known[found.code];
  if (said === undefined) return problem;
  const states: Readonly<Record<string, string>> = words.states;
  const params = Object.entries(found.params).map(([name, value]) => {
    const text = String(value);
    return [name, name === 'state' ? (states[text] ?? text) : text];
  });
  return { ...rest, message: typeof said === 'string' ? said : said(Object.fromEntries(params)) };
}

/** All doubts that one answer accepts, in addition to the amount. */
export function doubtsOf({ problems = [] }: Problem): readonly string[] {
  return problems.filter(({ path }) => path !== 'finalAmount').map(fieldWords);
}
