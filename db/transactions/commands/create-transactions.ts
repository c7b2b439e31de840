import type { BankAccount } from '../../../src/banks/domain/bank.ts';
import type {
  AssignedAccount,
  CreationDecision,
  CreationInput,
  CreationRefusal,
  CreationTerms,
} from '../../../src/transactions/domain/creation.ts';
import { decideCreations } from '../../../src/transactions/domain/creation-group.ts';
import { referenceIn } from '../../../src/transactions/domain/reference.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { nextNumbers } from '../../engines/statements.ts';
import { columnsOf, toRow } from '../../sql/columns.ts';
import { compileUpdate } from '../../sql/compiled.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { readCreationFacts } from '../queries/creation-facts.ts';
import type { OpenDepositTerms } from '../queries/open-deposits.ts';
import { readReferences } from '../queries/references.ts';
import { countCreated } from './count-transactions.ts';
import { insertTransactions, type NumberedTransaction } from './insert-transactions.ts';
import { type CreatedOnBehalf, recordOnBehalf } from './record-on-behalf.ts';

interface CreateTransactions extends CreationTerms, OpenDepositTerms {
  readonly requests: readonly CreationInput[];
}

const ASSIGNED = columnsOf('assignedOrder pendingMinor');

/** Stores accounts after new deposits were assigned to them. */
const assign = compileUpdate('bank_accounts', { id: 'id' }, Object.values(ASSIGNED));

/** The result of one request. Of a created transaction it has only what the caller does not know. */
export type CreateResult =
  | {
      readonly kind: 'created';
      readonly account: AssignedAccount | undefined;
      /** Null for a withdrawal. */
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
  const [facts, references] = await Promise.all([
    readCreationFacts(trx, requests, { ...terms, longestPendingMs }),
    readReferences(trx),
  ]);
  const { decisions, created, assigned } = decideCreations(requests, facts, terms);
  const numbered = await numberCreated(trx, created, (number) =>
    referenceIn(terms.currency, references.of(number)),
  );
  await insertTransactions(trx, numbered);
  // The group has locked the accounts.
  const accounts = assigned.map((account) => Object.assign(toRow(ASSIGNED, account), { id: account.id }));
  await Promise.all([assign(trx, accounts), countCreated(trx, created, terms.timeZone)]);
  await recordOnBehalf(trx, createdOnBehalf(requests, decisions));
  return decisions.map((decision) => {
    if (decision.kind === 'refuse') return { kind: 'refused', refusal: decision.refusal };
    if (decision.kind === 'return')
      return { kind: 'found', transaction: decision.transaction, alreadyPending: decision.alreadyPending };
    const { transaction, account } = decision;
    const reference = transaction.type === 'deposit' ? transaction.reference : null;
    return { kind: 'created', account: assignedPart(account), reference };
  });
}

/** The new transactions that operators have created for merchants. */
function createdOnBehalf(
  requests: readonly CreationInput[],
  decisions: readonly CreationDecision[],
): CreatedOnBehalf[] {
  return requests.flatMap(({ onBehalf }, index) => {
    const decision = decisions[index];
    return onBehalf && decision?.kind === 'create' ? [{ transaction: decision.transaction, onBehalf }] : [];
  });
}

/**
 * Gives new transactions their numbers, and deposits the references that follow from these. Repeats and refusals use up
 * none, so it is decided first what is created.
 */
async function numberCreated(
  trx: DatabaseTransaction,
  created: readonly Transaction[],
  referenceOf: (number: number) => string,
): Promise<NumberedTransaction[]> {
  if (created.length === 0) return [];
  const numbers = await nextNumbers(trx, created.length);
  return created.map((transaction, index) => {
    const number = numbers[index] ?? 0;
    // The decision has just built this object, so it is changed in place: a copy would cost as much as the create.
    if (transaction.type === 'deposit') Object.assign(transaction, { reference: referenceOf(number) });
    return { number, transaction };
  });
}

function assignedPart(account: BankAccount | undefined): AssignedAccount | undefined {
  return account && { id: account.id, accountName: account.accountName, iban: account.iban };
}
