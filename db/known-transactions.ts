import type { CreationFacts } from '../src/domain/creation.ts';
import type { Transaction, TransactionDraft } from '../src/domain/transaction.ts';
import type { DatabaseTransaction } from './dialect.ts';
import { findByProcessIds, findPendingDeposits } from './transactions.ts';

/** The transactions that may stand in the way of a group: those that are stored, and those of the group itself. */
export class KnownTransactions {
  readonly #byProcess = new Map<string, Transaction>();
  readonly #pendingByUser = new Map<string, Transaction>();

  add(transaction: Transaction): void {
    const { clientId, processId, userId, type, status } = transaction;
    this.#byProcess.set(keyOf(clientId, processId), transaction);
    if (type === 'deposit' && status === 'pending')
      this.#pendingByUser.set(keyOf(clientId, userId), transaction);
  }

  factsFor({ clientId, processId, userId }: TransactionDraft): Omit<CreationFacts, 'blacklisted'> {
    return {
      sameProcess: this.#byProcess.get(keyOf(clientId, processId)),
      pendingOfUser: this.#pendingByUser.get(keyOf(clientId, userId)),
    };
  }
}

/** Looks up what is stored with the same process id, and the pending deposits of the same users. */
export async function findKnown(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
): Promise<KnownTransactions> {
  const known = new KnownTransactions();
  for (const clientId of new Set(drafts.map((draft) => draft.clientId))) {
    const own = drafts.filter((draft) => draft.clientId === clientId);
    const processIds = [...new Set(own.map((draft) => draft.processId))];
    const users = own.filter((draft) => draft.type === 'deposit').map((draft) => draft.userId);
    for (const found of await findByProcessIds(trx, clientId, processIds)) known.add(found);
    for (const found of await findPendingDeposits(trx, clientId, [...new Set(users)])) known.add(found);
  }
  return known;
}

/** Ids of clients are made by the service and hold no space. */
function keyOf(clientId: string, id: string): string {
  return `${clientId} ${id}`;
}
