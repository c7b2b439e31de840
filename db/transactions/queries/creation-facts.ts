import { sql } from 'kysely';
import type { BankAccount } from '../../../src/banks/domain/bank.ts';
import { dayIn } from '../../../src/kernel/time-zone.ts';
import type { CreationInput, CreationTerms } from '../../../src/transactions/domain/creation.ts';
import type { GroupFacts } from '../../../src/transactions/domain/creation-group.ts';
import type { Transaction, TransactionDraft } from '../../../src/transactions/domain/transaction.ts';
import { findBlacklistKeys } from '../../admin/queries/blacklist.ts';
import { accountFromRow } from '../../banks/rows.ts';
import { joinWriters } from '../../engines/statements.ts';
import { compileOnce } from '../../sql/compiled.ts';
import { rowsOf } from '../../sql/functions.ts';
import { isIn } from '../../sql/lists.ts';
import type { Database, DatabaseTransaction } from '../../tables.ts';
import { transactionFromRow } from '../rows/transactions.ts';

/**
 * Reads the facts that decide a group of create requests, with one statement for each kind of fact. First it locks what
 * has limits: the accounts of the banks, then the clients. Groups that need the same ones follow one another, so that each
 * sees what those before it have stored.
 */
export async function readCreationFacts(
  trx: DatabaseTransaction,
  requests: readonly CreationInput[],
  terms: OpenDepositTerms,
): Promise<GroupFacts> {
  const drafts = requests.map(({ draft }) => draft);
  // They run in this order. None needs the result of another, so the driver may send them together.
  const [, accounts, , openDeposits, transactions, blacklist] = await Promise.all([
    // Accounts are written before transactions.
    joinWriters(trx),
    lockAccounts(trx, drafts),
    lockClients(trx, drafts, terms),
    countOpenDeposits(trx, drafts, terms),
    findKnown(trx, drafts),
    findBlacklistKeys(trx, drafts),
  ]);
  return { transactions, openDeposits, blacklist, accounts };
}

/**
 * Locks the active accounts of the banks that deposits name, in the order of their ids, until the command ends. A test
 * deposit has an account that no bank has.
 */
async function lockAccounts(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
): Promise<BankAccount[]> {
  const bankIds = new Set<string>();
  for (const { type, isTest, bankId } of drafts) if (type === 'deposit' && !isTest) bankIds.add(bankId);
  if (bankIds.size === 0) return [];
  const rows = await trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('bank_id', 'in', [...bankIds])
    .where('active', '=', sql.lit(1))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(accountFromRow);
}

/** The fields that identify the existing transactions with which a new one may conflict. */
type Keys = Pick<TransactionDraft, 'type' | 'clientId' | 'processId' | 'userId'>;

/** Finds the transactions with a processId of some new ones, and the pending deposits of their users. */
export async function findKnown(trx: DatabaseTransaction, wanted: readonly Keys[]): Promise<Transaction[]> {
  const byProcessId = wanted.map(({ clientId, processId }) => [clientId, processId]);
  const byUser = wanted.flatMap(({ type, clientId, userId }) =>
    type === 'deposit' ? [[clientId, userId]] : [],
  );
  const found = await Promise.all([
    selectByProcessIds(trx, [JSON.stringify(byProcessId)]),
    ...(byUser.length > 0 ? [selectPending(trx, [JSON.stringify(byUser)])] : []),
  ]);
  return found.flatMap(({ rows }) => rows.map(transactionFromRow));
}

/** Selects from a table of pairs. A join with it looks each pair up in an index. */
function selectFromWanted(db: Database) {
  return db
    .with('wanted', () =>
      rowsOf<{ readonly client_id: string; readonly key: string }>({ client_id: 'text', key: 'text' }, []),
    )
    .selectFrom('wanted');
}

const selectByProcessIds = compileOnce((db) =>
  selectFromWanted(db)
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.client_id', '=', 'wanted.client_id')
        .onRef('transactions.process_id', '=', 'wanted.key'),
    )
    .selectAll('transactions'),
);

const selectPending = compileOnce((db) =>
  selectFromWanted(db)
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.client_id', '=', 'wanted.client_id')
        .onRef('transactions.user_id', '=', 'wanted.key')
        // Literals, so that the planner uses the partial index of pending deposits.
        .on('transactions.type', '=', sql.lit('deposit'))
        .on('transactions.status', '=', sql.lit('pending')),
    )
    .selectAll('transactions'),
);

export interface OpenDepositTerms extends Pick<CreationTerms, 'nowMs' | 'timeZone' | 'maxOpenDeposits'> {
  /** How long a deposit may be pending, also after its payer reported the money as sent. */
  readonly longestPendingMs: number;
}

/** Days around those of the clock that are counted too: expiry may be delayed, and the clock may be set. */
const SPARE_DAYS = 1;

/** Locks the clients of deposits, so that two groups do not both create the last one that is allowed. */
async function lockClients(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
  { maxOpenDeposits }: Pick<OpenDepositTerms, 'maxOpenDeposits'>,
): Promise<void> {
  const ids = clientsOf(drafts);
  if (maxOpenDeposits === 0 || ids.length === 0) return;
  await trx
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

function clientsOf(drafts: readonly TransactionDraft[]): string[] {
  const clients = new Set<string>();
  for (const { type, clientId } of drafts) if (type === 'deposit') clients.add(clientId);
  return [...clients];
}

/**
 * Counts the pending deposits of the clients of a group. It adds up the counters of the days on which they can have
 * been created, which is a few rows for each client, however many deposits there are.
 */
async function countOpenDeposits(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
  { maxOpenDeposits, nowMs, timeZone, longestPendingMs }: OpenDepositTerms,
): Promise<ReadonlyMap<string, number>> {
  const ids = clientsOf(drafts);
  if (maxOpenDeposits === 0 || ids.length === 0) return new Map();
  const first = dayIn(timeZone, nowMs - longestPendingMs) - SPARE_DAYS;
  const last = dayIn(timeZone, nowMs) + SPARE_DAYS;
  const { rows } = await sql<{ readonly clientId: string; readonly count: number }>`
    with recursive days(day) as (
      values (cast(${first} as bigint)) union all select day + 1 from days where day < ${last}
    )
    select client_id as "clientId", sum(created_count - successful_count - unsuccessful_count) as count
    from transaction_counters
    where day in (select day from days) and ${isIn(sql`client_id`, ids)} and type = 'deposit'
    group by client_id`.execute(trx);
  return new Map(rows.map(({ clientId, count }) => [clientId, count]));
}
