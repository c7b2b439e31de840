import { groupBy } from '../../../kernel/group-by.ts';
import type { PayoutRowState } from '../../../payouts/domain/batch.ts';
import { stateOf } from '../../../payouts/domain/payout-state.ts';
import type { ReadLine } from './fact-index.ts';
import type { FiledPayout } from './model.ts';
import type { Reason } from './reasons.ts';
import type { NamingLine } from './still-out.ts';

export const SETTLED_ALREADY: Reason = { code: 'settled-already', byLineId: null };
export const NOT_PAID_YET: Reason = { code: 'not-paid-yet' };

/** The payouts that a booked line pays or returns, or why it does neither. */
export type LineEffect = { readonly changed: readonly FiledPayout[] } | { readonly doubt: Reason };

/** The facts of a line about the payouts that it names. */
export interface PayoutLine {
  readonly line: Pick<ReadLine['line'], 'direction' | 'amountMinor' | 'currency' | 'paymentCount'>;
  readonly reading: Pick<ReadLine['reading'], 'payoutIds'>;
}

/**
 * Finds the effect of a booked line on the payouts that it names. With an end-to-end id and the amount of its payout, a
 * debit pays that payout, and a credit returns it: banks book each return separately. A debit with only the id of a
 * payment pays a part of its payouts: see createPartOf. If these were paid before, it is a repetition. A line that does
 * not agree waits. It must be decided about again once the bank has refused some of the payment or booked more of it,
 * or people have paid some of it in another way.
 * @param filed the payout whose id the line has, or all payouts of the payment that it names.
 */
export function effectOfLine({ line, reading }: PayoutLine, filed: readonly FiledPayout[]): LineEffect {
  const [first] = filed;
  const [id, ...others] = reading.payoutIds;
  if (!first || others.length > 0 || (id !== undefined && id !== first.endToEndId))
    return { doubt: { code: 'several-payouts' } };
  const { currency } = first.batch;
  if (currency !== line.currency) return { doubt: { code: 'other-currency', currency } };
  const differenceMinor = line.amountMinor - first.amountMinor;
  if (id !== undefined && differenceMinor !== 0)
    return { doubt: { code: 'amount-differs', differenceMinor } };
  const changed = id === undefined ? createPartOf(filed)(line) : [first];
  if (changed.length === 0) return { doubt: otherTotal(filed) };
  const doubt = line.direction === 'debit' ? debitDoubt(changed) : creditDoubt(first);
  return doubt ? { doubt } : { changed };
}

function debitDoubt(changed: readonly FiledPayout[]): Reason | undefined {
  const repeated = changed.find(({ facts }) => facts.isDebited);
  return repeated && (endedReason(repeated) ?? SETTLED_ALREADY);
}

function creditDoubt(payout: FiledPayout): Reason | undefined {
  const { isReturned, isDebited } = payout.facts;
  if (isReturned) return endedReason(payout) ?? SETTLED_ALREADY;
  return isDebited ? undefined : (endedReason(payout) ?? NOT_PAID_YET);
}

/** Returns the reason why nothing is done about a payout whose withdrawal or refund has ended unpaid. */
export function endedReason({ withdrawal: { state } }: FiledPayout): Reason | undefined {
  return state === 'pending' || state === 'successful' ? undefined : { code: 'ended', state, lateMs: null };
}

/**
 * Creates a function that finds the payouts that a debit of a payment may stand for, by their ids, whether they wait or
 * were paid before: the matching part, or else any of them. After people have put the debit away, it stands only for
 * that part, and only if the bank states its count: otherwise the part would change with what happens to the others.
 * @param filed all payouts of the payment.
 */
export function createCover(
  filed: readonly FiledPayout[],
): (line: PayoutLine['line'] & Pick<NamingLine, 'state'>) => ReadonlySet<string> {
  const partOf = createPartOf(filed);
  const known = new Map<readonly FiledPayout[], ReadonlySet<string>>();
  return (line) => {
    const isPutAway = line.state === 'put-away';
    const isSaid = !isPutAway || line.paymentCount !== null;
    const part = isSaid && filed[0]?.batch.currency === line.currency ? partOf(line) : [];
    const payouts = part.length > 0 || isPutAway ? part : filed;
    const ids = known.get(payouts) ?? new Set(payouts.map(({ endToEndId }) => endToEndId));
    known.set(payouts, ids);
    return ids;
  };
}

/**
 * Creates a function that finds the part of a payment's payouts with the sum of a debit, and its count if the bank
 * states one. For a whole file, it is a part of all payouts or of those of one payment. Without a count, the debit can
 * also be that of another single payout with its amount. The sums are computed once for all debits.
 * @returns a function whose result is empty if there is no such part, or more than one.
 */
function createPartOf(filed: readonly FiledPayout[]): (line: PayoutLine['line']) => readonly FiledPayout[] {
  const payments = groupBy(filed, ({ paymentInformationId }) => paymentInformationId);
  const wholes = payments.size > 1 ? [filed, ...payments.values()] : [filed];
  const kinds = PARTS.map((isIn) =>
    wholes.map((whole) => whole.filter(isIn)).map((payouts) => ({ payouts, sumMinor: sumOf(payouts) })),
  );
  return ({ amountMinor, paymentCount }) => {
    const fitting = kinds
      .map((parts) =>
        parts.filter(
          ({ payouts: { length }, sumMinor }) =>
            length > 0 && (paymentCount ?? length) === length && sumMinor === BigInt(amountMinor),
        ),
      )
      .find(({ length }) => length > 0);
    const [part = [], ...others] = fitting?.map(({ payouts }) => payouts) ?? [];
    // The rest of a file can be the rest of one of its payments.
    const isUnclear =
      others.some(([first]) => first !== part[0]) ||
      (paymentCount === null && filed.some((one) => one.amountMinor === amountMinor && !part.includes(one)));
    return isUnclear ? [] : part;
  };
}

const isUnpaid = ({ facts }: FiledPayout) => !facts.isDebited;
// Some banks debit refused payments too, and credit each of them afterwards.
const isOpen = (payout: FiledPayout) => isUnpaid(payout) && stateOf(payout.facts) !== 'refused';
const isWaiting = (payout: FiledPayout) => isOpen(payout) && !isPaid(payout.state);
const isExpected = (payout: FiledPayout) => isWaiting(payout) && payout.state === 'in';

/**
 * The parts of a payment that a debit can stand for: payouts that their batch waits for, those that wait or were
 * released, open ones, unpaid ones, all and, if the bank books it twice, paid ones.
 */
const PARTS: readonly ((payout: FiledPayout) => boolean)[] = [
  isExpected,
  isWaiting,
  isOpen,
  isUnpaid,
  () => true,
  ({ state, facts }) => isPaid(state) || facts.isDebited,
];

function otherTotal(filed: readonly FiledPayout[]): Reason {
  const expected = filed.filter(isExpected);
  const awaited = expected.length > 0 ? expected : filed.filter(isWaiting);
  return { code: 'other-total', count: awaited.length, sumMinor: Number(sumOf(awaited)) };
}

function isPaid(state: PayoutRowState): boolean {
  return state === 'paid' || state === 'returned';
}

/** Adds up payouts. The sum of very many may not be a safe integer. */
function sumOf(payouts: readonly FiledPayout[]): bigint {
  return payouts.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n);
}
