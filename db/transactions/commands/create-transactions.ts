import type { BankAccount } from '../../../src/banks/domain/bank.ts';
import { minorToAmount } from '../../../src/kernel/money.ts';
import type {
  AssignedAccount,
  CreationDecision,
  CreationInput,
  CreationRefusal,
  CreationTerms,
  OnBehalf,
} from '../../../src/transactions/domain/creation.ts';
import { decideCreations } from '../../../src/transactions/domain/creation-group.ts';
import { referenceIn } from '../../../src/transactions/domain/reference.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { appendAuditRows } from '../../audit/commands/append-audit.ts';
import { nextNumbers } from '../../engines/statements.ts';
import { insertPayeeSources } from '../../payouts/commands/payees.ts';
import { columnsOf, toRow, typesOf } from '../../sql/columns.ts';
import { compileOnce, compileUpdate } from '../../sql/compiled.ts';
import { selectRows } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findKnown, type OpenDepositTerms, readCreationFacts } from '../queries/creation-facts.ts';
import { readReferences } from '../queries/references.ts';
import {
  type NumberedTransactionsTable,
  TRANSACTION_COLUMNS,
  transactionValues,
} from '../rows/transactions.ts';
import { countCreated } from './count-transactions.ts';

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

/** The error code of a group in which the id of a request is taken. */
export const ID_TAKEN = 'ID_TAKEN';

/** A new transaction with its place in the order of all. */
interface NumberedTransaction {
  readonly number: number;
  readonly transaction: Transaction;
}

const insertOrSkip = compileOnce((trx) =>
  trx
    .insertInto('transactions')
    .columns(TRANSACTION_COLUMNS)
    .expression(selectRows(typesOf<NumberedTransactionsTable>(TRANSACTION_COLUMNS)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

/**
 * Inserts new transactions.
 * @throws Error with the code ID_TAKEN when an id is taken; one that makes the command run again when another command
 * has stored a processId, or a pending deposit of a user, since this one looked.
 */
async function insertTransactions(
  trx: DatabaseTransaction,
  created: readonly NumberedTransaction[],
): Promise<void> {
  if (created.length === 0) return;
  // In one order, so that two commands never wait for each other's keys.
  const ordered = created.toSorted((a, b) => (a.transaction.processId < b.transaction.processId ? -1 : 1));
  const { rows } = await insertOrSkip(trx, [JSON.stringify(ordered.map(transactionValues))]);
  if (rows.length === ordered.length) return;
  const inserted = new Set(rows.map(({ id }) => id));
  const skipped = ordered.flatMap(({ transaction }) => (inserted.has(transaction.id) ? [] : [transaction]));
  const isKeyTaken = (await findKnown(trx, skipped)).some(({ id }) => !inserted.has(id));
  throw isKeyTaken ? keyTaken() : idTaken();
}

function idTaken(): Error {
  return Object.assign(new Error('a new transaction conflicts with a stored one'), { code: ID_TAKEN });
}

/** The code is that of a transaction which the server itself makes run again. */
function keyTaken(): Error {
  return Object.assign(new Error('another command has stored the same key'), { code: '40001' });
}

/** A new transaction with the operator who has created it. */
interface CreatedOnBehalf {
  readonly transaction: Transaction;
  readonly onBehalf: OnBehalf;
}

/**
 * Records what operators have created for merchants: a row of the audit log for each, and who has named the payee of a
 * withdrawal. The tip of the audit log is locked last.
 */
async function recordOnBehalf(trx: DatabaseTransaction, created: readonly CreatedOnBehalf[]): Promise<void> {
  if (created.length === 0) return;
  await insertPayeeSources(
    trx,
    created.flatMap(({ transaction: { id: sourceId, type }, onBehalf: { person, clientId } }) =>
      type === 'withdrawal' ? [{ sourceId, person, clientId }] : [],
    ),
  );
  await appendAuditRows(
    trx,
    created.map(({ transaction, onBehalf: { audit } }) => ({
      ...audit,
      targetKind: 'transaction',
      targetId: transaction.id,
      before: null,
      after: {
        type: transaction.type,
        clientId: transaction.clientId,
        status: transaction.status,
        amount: minorToAmount(transaction.amountMinor),
      },
    })),
  );
}
