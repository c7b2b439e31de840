import type { CandidateFieldsFragment, LineDetailFieldsFragment, LineFieldsFragment } from './gql/graphql.ts';

export type Line = LineFieldsFragment;
export type LineDetail = LineDetailFieldsFragment;
export type Reason = LineDetail['candidates'][number]['reasons'][number];
export type Decision = LineDetail['decisions'][number];
export type Candidate = CandidateFieldsFragment;

/** A transaction that a line may belong to. One that an operator has found has no reasons. */
export interface Proposal {
  readonly transaction: Candidate;
  readonly reasons: readonly Reason[];
}

/**
 * The effect of the money of a line on a transaction. `reverse` and `giveBack` reverse a withdrawal and a deposit; `pay`
 * changes nothing, because it was settled by hand with this money.
 */
export type Meaning = 'settle' | 'correct' | 'reverse' | 'giveBack' | 'pay';

/** Returns what a line would do to a transaction; undefined when it can do nothing. */
export function meaningOf(
  { direction, amount }: Pick<Line, 'direction' | 'amount'>,
  { transaction: { type, status, finalAmount }, reasons }: Proposal,
): Meaning | undefined {
  const pays = (direction === 'credit') === (type === 'deposit');
  if (!pays) return status !== 'successful' ? undefined : direction === 'credit' ? 'reverse' : 'giveBack';
  if (status !== 'successful') return status === 'pending' ? 'settle' : 'correct';
  const isPaidByLine = reasons.some(({ code, detail }) => code === 'settled-already' && detail != null);
  return finalAmount === amount && !isPaidByLine ? 'pay' : undefined;
}

const CLOSED: readonly string[] = ['matched', 'put-away', 'replaced', 'fee', 'other-debit'];

/** Whether somebody has to decide about a line. */
export function isOpen({ state }: Pick<Line, 'state'>): boolean {
  return !CLOSED.includes(state);
}

/** Whether an open line may pay a transaction now. */
export function mayPay(line: Pick<Line, 'state' | 'isPending'>): boolean {
  return isOpen(line) && !line.isPending && line.state !== 'held';
}

/** Whether an operator can take back what was decided. */
export function isUndoable({ state }: Pick<Line, 'state'>): boolean {
  return state === 'matched' || state === 'put-away';
}

export function partyOf({ type, name, accountName }: Candidate): string {
  return (type === 'withdrawal' && accountName) || name;
}
