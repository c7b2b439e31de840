import type { Problem } from '../service/failures.ts';
import type { ReconciliationTexts } from '../texts/reconciliation-en.ts';

type Texts = Pick<ReconciliationTexts, 'desk' | 'words'>;
type Translation = (texts: Texts, part: string) => string;

/** The service's sentences about a refused decision, and the words for them: they have one type of error. */
const SENTENCES: readonly (readonly [RegExp, Translation])[] = [
  [/^lineId is the id of no line/, ({ desk }) => desk.refusals.missing],
  [
    /^The line \S+ is (\S+) already/,
    ({ desk, words }, state) =>
      desk.refusals.decided((words.states as Readonly<Record<string, string>>)[state] ?? state),
  ],
  [/^The bank has not booked/, ({ desk }) => desk.refusals.notBooked],
  [/^The balances of its statement/, ({ desk }) => desk.refusals.held],
  [/^The line has no match/, ({ desk }) => desk.refusals.notMatched],
  [/^The line was decided anew/, ({ desk }) => desk.refusals.anew],
  [/^Money in pays deposits/, ({ desk }) => desk.refusals.direction],
  [/^The transaction is in (\S+)\. The line/, ({ desk }, currency) => desk.refusals.currency(currency)],
  [/^The line \S+ has paid/, ({ desk }) => desk.refusals.paid],
  [/^The line pays several/, ({ desk }) => desk.refusals.batch],
  [/^Lines that pay a transaction together/, ({ desk }) => desk.refusals.differ],
  [/^Lines settle a transaction with at most/, ({ desk }) => desk.refusals.tooLarge],
  [/^The desk is deciding .* in (\d+) second/, ({ desk }, seconds) => desk.refusals.deciding(seconds)],
  [/ is being paid by (.*) since \S+[.,] /, ({ desk }, name) => desk.refusals.claimed(name)],
  [/ is on the blacklist\. Reject/, ({ desk }) => desk.refusals.blacklisted],
];

/** What the words for its type tell in full. */
const TOLD = /^Transaction \S+ is \w+(?: with sequence|\. Only)/;

/** Says in the language of the console why a decision about a line was refused. */
export function translateRefusal(problem: Problem, texts: Texts): Problem {
  const { detail, ...rest } = problem;
  const sentence = detail ?? problem.fields.lineId ?? '';
  if (problem.type === 'error_transaction_not_found')
    return { ...rest, message: texts.desk.refusals.noTransaction };
  for (const [pattern, translate] of SENTENCES) {
    const match = pattern.exec(sentence);
    if (match) return { ...rest, message: translate(texts, match[1] ?? '') };
  }
  return TOLD.test(sentence) ? rest : problem;
}
