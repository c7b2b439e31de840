import type { Context } from '../operations/operation.ts';
import type { Deposit } from '../transactions/domain/transaction.ts';
import { chooseUnambiguous, couldBeOf, couldPay, isNaming } from './domain/unambiguous.ts';
import { MAX_COMPARED_PROPOSALS } from './limits.ts';
import type { ProposedLines, StoredLine } from './read-store.ts';

/** A line and the deposit that waits for its money. */
export interface FoundProposal {
  readonly stored: StoredLine;
  readonly deposit: Deposit;
}

/** Finds the unambiguous proposals whose deposits still wait, the newest lines first. */
export async function findProposals({
  dependencies: { db },
}: Pick<Context, 'dependencies'>): Promise<readonly FoundProposal[]> {
  const { lines, ...rivals } = await db.query('findProposedLines', { limit: MAX_COMPARED_PROPOSALS });
  const plans = await db.read('findPlansOfLines');
  const waiting = lines.filter(({ stored }) => !plans.has(stored.id));
  const storedOf = new Map(waiting.map(({ stored }) => [stored.id, stored]));
  const chosen = chooseUnambiguous(
    waiting.map(({ stored, decision }) => ({
      ...decision,
      state: decision.state as 'proposed',
      lineId: stored.id,
    })),
  );
  const planned = new Set([...plans.values()].map((plan) => plan.transactionId));
  const found = await db.read(
    'findTransactions',
    chosen.map((one) => one.transactionId),
  );
  const deposits = new Map(
    found.flatMap((one) =>
      one.type === 'deposit' && one.status === 'pending' && !planned.has(one.id)
        ? [[one.id, one] as const]
        : [],
    ),
  );
  return chosen.flatMap(({ lineId, transactionId }) => {
    const [stored, deposit] = [storedOf.get(lineId), deposits.get(transactionId)];
    const isSame =
      stored &&
      deposit &&
      stored.accountId === deposit.bankAccountId &&
      stored.line.amountMinor === deposit.amountMinor;
    return isSame && isAlone({ stored, deposit }, rivals) ? [{ stored, deposit }] : [];
  });
}

/** Whether no deposit that waits now fits the line as well, and no other open line fits the deposit. */
function isAlone(
  { stored, deposit }: FoundProposal,
  { otherLines, deposits }: Omit<ProposedLines, 'lines'>,
): boolean {
  const { id, accountId, line } = stored;
  const isRival = (other: StoredLine) =>
    other.id !== id &&
    (isNaming(other.line, deposit) ||
      (other.accountId === accountId &&
        other.line.amountMinor === line.amountMinor &&
        couldBeOf(other.line, deposit.name)));
  const fitsToo = (other: ProposedLines['deposits'][number]) =>
    other.transactionId !== deposit.id &&
    other.accountId === accountId &&
    other.amountMinor === line.amountMinor &&
    couldPay(line, other.name);
  return !otherLines.some(isRival) && !deposits.some(fitsToo);
}
