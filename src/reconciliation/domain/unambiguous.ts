import { isDoubt } from './matching/doubts.ts';
import { nameOfUser } from './matching/fact-index.ts';
import { readOnce } from './matching/line-reading.ts';
import type { LineDecision, MatchableLine } from './matching/model.ts';
import { gradeNames, gradeText, type NameGrade, remainingText } from './matching/name-grade.ts';
import type { Candidate, Reason } from './matching/reasons.ts';

/** The reasons that speak for a deposit. With any other reason, a person must look at the line by itself. */
const SPEAKS_FOR: readonly Reason['code'][] = [
  'amount-exact',
  'name',
  'near-in-time',
  'near-reference',
  'waiting-deposit',
];

/** A line that waits, with its decision. */
export interface WaitingLine extends Pick<LineDecision, 'state' | 'evidence' | 'candidates'> {
  readonly lineId: string;
}

/** The one deposit that a line can pay. */
export interface Proposal {
  readonly lineId: string;
  readonly transactionId: string;
  readonly reasons: readonly Reason[];
}

/**
 * Chooses the proposals that a person can confirm together after reading them as a list: the amount is exact, the
 * payer's name fits, nothing speaks against the deposit, no other deposit fits as well, and no other line could pay the
 * same deposit.
 * @param lines all lines that wait as `proposed`, except those whose money is in doubt now.
 */
export function chooseUnambiguous(lines: readonly WaitingLine[]): readonly Proposal[] {
  const claims = new Map<string, number>();
  for (const { candidates } of lines)
    for (const { transactionId } of candidates.filter(fitsWell))
      claims.set(transactionId, (claims.get(transactionId) ?? 0) + 1);
  return lines.flatMap(({ lineId, state, evidence, candidates }) => {
    const [first] = candidates;
    const fitting = candidates.filter(fitsWell);
    const isAlone = first !== undefined && fitting.length === 1 && fitting[0] === first;
    if (state !== 'proposed' || !evidence.every(isDoubt) || !isAlone) return [];
    const { transactionId, reasons } = first;
    const isOpposed = reasons.some(({ code }) => !SPEAKS_FOR.includes(code));
    return isOpposed || claims.get(transactionId) !== 1 ? [] : [{ lineId, transactionId, reasons }];
  });
}

/** Whether a deposit that has not ended has the amount and the name of a line. */
function fitsWell({ type, reasons }: Candidate): boolean {
  const isOver = reasons.some(({ code }) => code === 'ended' || code === 'settled-already');
  const isExact = reasons.some(({ code }) => code === 'amount-exact');
  const isByName = reasons.some((reason) => reason.code === 'name' && reason.grade === 'fits');
  return type === 'deposit' && isExact && isByName && !isOver;
}

/**
 * Whether a line could pay a deposit, by the name that it shows. A name only in the text is enough, unless it is
 * somebody else's.
 * @param name null for a person who was forgotten.
 */
export function couldPay(line: MatchableLine, name: string | null): boolean {
  return isOfName(line, name, (grade) => grade === 'fits');
}

/**
 * Whether the payer of a line could have a name, even if the bank hides or cuts it.
 * @param name null for a person who was forgotten.
 */
export function couldBeOf(line: MatchableLine, name: string | null): boolean {
  return isOfName(line, name, (grade) => grade !== 'differs');
}

function isOfName(line: MatchableLine, name: string | null, isGood: (grade: NameGrade) => boolean): boolean {
  const user = nameOfUser({ name });
  if (user === null) return true;
  const { names, references } = readOnce(line);
  if (names.length > 0) return names.some((printed) => isGood(gradeNames(printed, user)));
  const text = remainingText(line.remittance, { references: references.whole });
  return gradeText(text, user) !== 'differs';
}
