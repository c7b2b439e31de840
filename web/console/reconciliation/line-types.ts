import type { CandidateFieldsFragment, LineDetailFieldsFragment, LineFieldsFragment } from './gql/graphql.ts';

export type Line = LineFieldsFragment;
export type LineDetail = LineDetailFieldsFragment;
export type Reason = LineDetail['candidates'][number]['reasons'][number];
export type Candidate = CandidateFieldsFragment;

/** A refund whose debit, or return, a line may be. */
export type RefundCandidate = LineDetail['refunds'][number];

/** A transaction that a line may belong to. */
export type Proposal = LineDetail['candidates'][number];

/** Makes a proposal of a transaction that an operator has found. Nothing is known about its lines. */
function foundProposal(transaction: Candidate): Proposal {
  return { transaction, reasons: [], rank: 0, paidByLineIds: [], otherLineIds: [], sumWithOthers: null };
}

/**
 * The effect of the money of a line on a transaction. `reverse` and `giveBack` reverse a withdrawal and a deposit;
 * `pay`
 * changes nothing, because it was settled by hand with this money.
 */
export type LineEffect = 'settle' | 'correct' | 'reverse' | 'giveBack' | 'pay';

/** Returns what a line would do to a transaction; undefined when it can do nothing, and while something is planned. */
export function effectOf(
  { direction, amount }: Pick<Line, 'direction' | 'amount'>,
  { transaction: { type, status, finalAmount, planned }, paidByLineIds }: Proposal,
): LineEffect | undefined {
  if (planned) return undefined;
  const pays = (direction === 'credit') === (type === 'deposit');
  if (!pays) return status !== 'successful' ? undefined : direction === 'credit' ? 'reverse' : 'giveBack';
  // Together, lines pay a transaction only once.
  if (paidByLineIds.length > 0) return undefined;
  if (status !== 'successful') return status === 'pending' ? 'settle' : 'correct';
  return finalAmount === amount ? 'pay' : undefined;
}

/** What a line does with the other open lines that name the same transaction. */
interface CombinedEffect {
  readonly effect: Exclude<LineEffect, 'reverse' | 'giveBack'>;
  readonly lineIds: readonly string[];
  readonly amount: number;
}

/** Returns what lines do together; undefined if they are no closer to the requested amount than the line alone. */
export function togetherOf(line: Line, proposal: Proposal): CombinedEffect | undefined {
  const { transaction, otherLineIds, sumWithOthers: amount } = proposal;
  if (amount == null) return undefined;
  const asked = transaction.finalAmount ?? transaction.amount;
  if (Math.abs(amount - asked) >= Math.abs(line.amount - asked)) return undefined;
  const effect = effectOf({ direction: line.direction, amount }, proposal);
  // Only a payment can consist of several lines.
  if (!effect || effect === 'reverse' || effect === 'giveBack') return undefined;
  return { effect, lineIds: [line.lineId, ...otherLineIds], amount };
}

/** Whether a transaction waits for exactly the money of a line. */
export function fitsWell(line: Line, transaction: Candidate): boolean {
  return line.amount === transaction.amount && effectOf(line, foundProposal(transaction)) === 'settle';
}

/** Returns the transactions that an operator has found, then the other candidates. */
export function proposalsOf(
  candidates: readonly Proposal[],
  found: readonly Candidate[],
): readonly Proposal[] {
  const idOf = ({ transaction }: Proposal) => transaction.transactionId;
  const first = found.map(
    (one) => candidates.find((candidate) => idOf(candidate) === one.transactionId) ?? foundProposal(one),
  );
  return [...first, ...candidates.filter((one) => !first.includes(one))];
}

/** Returns the found transactions that wait for exactly the money of a line; none if there is at most one. */
export function tiedAmong(line: Line, found: readonly Candidate[]): readonly Proposal[] {
  const fitting = found.filter((one) => fitsWell(line, one));
  return fitting.length > 1 ? fitting.map(foundProposal) : [];
}

/**
 * Returns the proposals that match a line equally well, and better than all others; none if a single one matches best.
 */
export function tiedOf(line: Line, candidates: readonly Proposal[]): readonly Proposal[] {
  const useful = candidates.filter((candidate) => effectOf(line, candidate));
  const tied = useful.filter(({ rank }) => rank === useful[0]?.rank);
  return tied.length > 1 ? tied : [];
}

const CLOSED: readonly string[] = [
  'matched',
  'put-away',
  'replaced',
  'fee',
  'other-debit',
  'giving-back',
  'given-back',
];
/** The open states of lines whose money is not from a payer, or may not be. */
const NOT_GIVEN_BACK: readonly string[] = ['payout-back', 'returned', 'new', 'held'];

/** Whether somebody has to decide about a line: no decision is planned for it yet. */
export function isOpen({ state, planned }: Pick<Line, 'state' | 'planned'>): boolean {
  return !planned && !CLOSED.includes(state);
}

/** Whether an open line may pay a transaction now. */
export function couldPay(line: Pick<Line, 'state' | 'planned' | 'isPending'>): boolean {
  return isOpen(line) && !line.isPending && line.state !== 'held';
}

/** Whether an operator can undo the decision. */
export function isUndoable({ state, planned }: Pick<Line, 'state' | 'planned'>): boolean {
  return !planned && (state === 'matched' || state === 'put-away' || state === 'giving-back');
}

/** Whether the money of an open line can be given back to its payer. */
export function isGivable(line: Line): boolean {
  const isReceived = line.direction === 'credit' && !line.isReversal && line.returnReason == null;
  return isReceived && couldPay(line) && !NOT_GIVEN_BACK.includes(line.state);
}
