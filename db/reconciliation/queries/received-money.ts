import { groupByEach } from '../../../src/kernel/group-by.ts';
import { namedDeposits } from '../../../src/reconciliation/domain/matching/fact-index.ts';
import { readOnce } from '../../../src/reconciliation/domain/matching/line-reading.ts';
import type {
  DepositFacts,
  LineFacts,
  ReceivedMoney,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { shortReference } from '../../../src/transactions/domain/reference.ts';

interface KnownCredits {
  /** The lines that wait. */
  readonly isOpen: ReadonlySet<string>;
  /** The transactions of matched lines. */
  readonly paidFor: ReadonlyMap<string, string>;
}

/**
 * Joins credits with the deposits that they have paid, or that they name while they wait, and adds deposits that were
 * credited by hand.
 */
export function receivedMoney(
  credits: readonly LineFacts[],
  deposits: readonly DepositFacts[],
  { isOpen, paidFor }: KnownCredits,
): readonly ReceivedMoney[] {
  const depositsById = new Map(deposits.map((deposit) => [deposit.transactionId, deposit]));
  const depositsByReference = groupByEach(deposits, ({ reference }) =>
    reference === null ? [] : [shortReference(reference)],
  );
  const byLine = groupByEach(deposits, ({ settledByLineId }) => settledByLineId ?? []);
  const depositsOf = ({ lineId, line }: LineFacts) => {
    if (isOpen.has(lineId)) return namedDeposits(readOnce(line), { depositsByReference, depositsById });
    return byLine.get(lineId) ?? depositsById.get(paidFor.get(lineId) ?? '') ?? [];
  };
  const ofCredits = credits.map((credit): ReceivedMoney => {
    const { currency, amountMinor } = credit.line;
    return { credit, deposits: [depositsOf(credit)].flat(), currency, amountMinor };
  });
  const byHand = deposits.flatMap((deposit): ReceivedMoney[] => {
    const { paidWithoutLineMinor: amountMinor, currency } = deposit;
    return amountMinor === null ? [] : [{ credit: null, deposits: [deposit], currency, amountMinor }];
  });
  return [...ofCredits, ...byHand];
}
