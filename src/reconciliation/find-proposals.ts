import { groupBy } from '../kernel/group-by.ts';
import type { Context } from '../operations/operation.ts';
import type { Deposit } from '../transactions/domain/transaction.ts';
import { chooseUnambiguous, couldBeOf, couldPay } from './domain/unambiguous.ts';
import { MAX_COMPARED_PROPOSALS } from './limits.ts';
import type { ProposedLines, StoredLine } from './read-store.ts';

/** A line and the deposit that waits for its money. */
export interface FoundProposal {
  readonly stored: StoredLine;
  readonly deposit: Deposit;
}

/** Finds the unambiguous proposals whose deposits still wait, newest lines first. */
export async function findProposals({
  dependencies: { db },
}: Pick<Context, 'dependencies'>): Promise<readonly FoundProposal[]> {
  const { lines, ...others } = await db.query('findProposedLines', { limit: MAX_COMPARED_PROPOSALS });
  const rivals = indexRivals(others);
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

type Others = Omit<ProposedLines, 'lines'>;

/** The lines and deposits that compete with proposals, by account and amount. */
interface Rivals extends Pick<Others, 'naming'> {
  readonly lines: ReadonlyMap<string, Others['otherLines']>;
  readonly deposits: ReadonlyMap<string, Others['deposits']>;
}

const placeOf = (accountId: string, amountMinor: number) => `${accountId} ${amountMinor}`;

function indexRivals({ otherLines, deposits, naming }: Others): Rivals {
  return {
    naming,
    lines: groupBy(otherLines, ({ accountId, line }) => placeOf(accountId, line.amountMinor)),
    deposits: groupBy(deposits, ({ accountId, amountMinor }) => placeOf(accountId, amountMinor)),
  };
}

/** Whether no other waiting deposit fits the line as well, and no other open line fits or names the deposit. */
function isAlone({ stored, deposit }: FoundProposal, { lines, deposits, naming }: Rivals): boolean {
  const { id, accountId, line } = stored;
  const place = placeOf(accountId, line.amountMinor);
  const isNamed = [...(naming.get(deposit.id) ?? [])].some((lineId) => lineId !== id);
  const isRival = (other: StoredLine) => other.id !== id && couldBeOf(other.line, deposit.name);
  const fitsToo = (other: Others['deposits'][number]) =>
    other.transactionId !== deposit.id && couldPay(line, other.name);
  return !isNamed && !lines.get(place)?.some(isRival) && !deposits.get(place)?.some(fitsToo);
}
