import type { BankAccount } from '../../src/domain/bank.ts';
import type {
  AssignedAccount,
  CreationRefusal,
  CreationRequest,
  CreationTerms,
} from '../../src/domain/creation.ts';
import { decideCreations, type GroupDecision, type GroupFacts } from '../../src/domain/creation-group.ts';
import { dayIn } from '../../src/domain/time-zone.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { findStoredMeanwhile, readCreationFacts } from '../queries/creation-facts.ts';
import { inLastTrip } from '../sql/one-trip.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { assignAccounts } from './common/assign-accounts.ts';
import { countCreated } from './common/count-transactions.ts';
import { chooseReferences, insertTransactions } from './common/insert-transactions.ts';

interface CreateTransactions extends CreationTerms {
  readonly requests: readonly CreationRequest[];
  /** How long a deposit may be pending. */
  readonly longestPendingMs: number;
}

/** The result of one request. Of a created transaction only that is sent back what its caller does not know. */
export type CreateResult =
  | {
      readonly kind: 'created';
      readonly account: AssignedAccount | undefined;
      /** The reference of the request, or the one in its place. */
      readonly reference: string | null;
    }
  | { readonly kind: 'found'; readonly transaction: Transaction; readonly alreadyPending: boolean }
  | { readonly kind: 'refused'; readonly refusal: CreationRefusal };

/**
 * Stores a group of create requests. Each gets the result that it would get if they were stored one after another.
 * @returns one result for each request, in their order.
 * @throws Error with the code ID_TAKEN when the id of a request is taken. Nothing is stored then.
 */
export async function createTransactions(
  trx: DatabaseTransaction,
  { requests, longestPendingMs, ...terms }: CreateTransactions,
): Promise<CreateResult[]> {
  const today = dayIn(terms.timeZone, terms.nowMs);
  const facts = await readCreationFacts(trx, requests, { ...terms, longestPendingMs });
  const { decisions, created, assigned } = await decide(trx, requests, { facts, terms });
  const { transactions, replaced } = await chooseReferences(trx, created, facts.takenReferences);
  const stored = await inLastTrip(trx, [
    () => assignAccounts(trx, { before: facts.accounts, after: assigned, today }),
    () => insertTransactions(trx, transactions),
    () => countCreated(trx, created, terms.timeZone),
  ]);
  const replacedNow = stored?.[1] ?? new Map<string, string>();
  return decisions.map((decision) => {
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'create') {
      const { transaction, account } = decision;
      const { id } = transaction;
      const reference = replaced.get(id) ?? replacedNow.get(id) ?? referenceOf(transaction);
      return { kind: 'created', account: assignedPart(account), reference };
    }
    return { kind: 'found', transaction: decision.transaction, alreadyPending: decision.alreadyPending };
  });
}

/**
 * Decides about a group. Before a request is refused, it is looked up again: it may have waited near a limit until
 * another group had stored the same one, whose place is the one that it lacks.
 */
async function decide(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  { facts, terms }: { readonly facts: GroupFacts; readonly terms: CreationTerms },
): Promise<GroupDecision> {
  const decided = decideCreations(requests, facts, terms);
  const refused = requests.filter((_, index) => decided.decisions[index]?.kind === 'refuse');
  const stored = await findStoredMeanwhile(trx, refused, facts.transactions);
  if (stored.length === 0) return decided;
  return decideCreations(requests, { ...facts, transactions: [...facts.transactions, ...stored] }, terms);
}

function referenceOf(transaction: Transaction): string | null {
  return transaction.type === 'deposit' ? transaction.reference : null;
}

function assignedPart(account: BankAccount | undefined): AssignedAccount | undefined {
  return account && { id: account.id, accountName: account.accountName, iban: account.iban };
}
