import { randomBytes, randomFillSync } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type Sqlite from 'better-sqlite3';
import { createDatabase, DEMO_MERCHANT, fillDatabase, prefill, prepareInsert } from './prefill.ts';
import { storeSums } from './sums.ts';

/** The owner of a transaction, as its columns store it. */
interface Owner {
  readonly client_id: string;
}

/** A bank account with its bank, as the columns of a deposit into it. */
interface Account {
  readonly bank_account_id: string;
  readonly bank_id: string;
  readonly bank_name: string;
  readonly account_name: string;
  readonly iban: string;
}

const GROUP_SIZE = 10_000;
/**
 * The share of the rows, the newest ones, that are inserted when the indexes exist: enough to split the full pages of
 * an index that was just made, so that they are as full as those of a service.
 */
const SHARE_WITH_INDEXES = 0.1;
const OTHER_MERCHANTS = 7;
/** The time from a transaction to its only transition. */
const ENDS_AFTER_MS = 60_000;
const YEAR_MS = 365 * 86_400_000;
const MAX_COUNT = 0xffffff;
const TRANSACTIONS_PER_USER = 8;
const WITHDRAWAL = {
  account_name: 'Şükrü Çağlayan',
  account_name_folded: 'sukru-caglayan',
  iban: 'TR330006100519786457841326',
  iban_normalized: 'TR330006100519786457841326',
};
const DEPOSIT = { account_name_folded: null, iban_normalized: null };
const NOT_ENDED = { status_reason: null, ended_as: null };
const EXPIRED = { status_reason: 'expired', ended_as: 'expired' };
const REJECTED = { status_reason: 'rejected_by_operator', ended_as: 'rejected' };
const PERSON = { user_name: 'sukru.caglayan', name: 'Şükrü Çağlayan', converted_name: 'sukru-caglayan' };

/**
 * Fills the database of a folder with the transactions of one year, oldest first, as if the service had stored
 * them: several merchants, deposits and withdrawals in every state.
 */
export function prefillHistory(folder: string, rows: number): Promise<void> {
  return prefill(folder, () => addHistory(folder, rows));
}

async function addHistory(folder: string, rows: number): Promise<void> {
  await createDatabase(folder);
  await fillDatabase(folder, (database) => fillHistory(database, rows));
}

/** Adds the history to a database that has the demo data and no transactions. */
export async function fillHistory(database: Sqlite.Database, rows: number): Promise<void> {
  database.pragma('cache_size = -524288');
  const rowAt = createHistory(addOwners(database), readAccounts(database), rows);
  const eventOf = createEvents(database);
  const insert = prepareInsert(database, 'transactions', rowAt(0));
  const insertEvent = prepareInsert(database, 'events', eventOf(rowAt(0), 0));
  const insertGroup = database.transaction((from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      const row = rowAt(index);
      insert(row);
      if (row.status !== 'pending') insertEvent(eventOf(row, index));
    }
  });
  const insertRows = async (start: number, end: number) => {
    for (let from = start; from < end; from += GROUP_SIZE) {
      insertGroup(from, Math.min(end, from + GROUP_SIZE));
      // Signals such as Ctrl-C are handled here.
      await setImmediate();
    }
  };
  const indexed = Math.floor(rows * (1 - SHARE_WITH_INDEXES));
  await withoutIndexes(database, ['transactions', 'events'], () => insertRows(0, indexed));
  await insertRows(indexed, rows);
  storeSums(database);
}

/** Fills tables before their indexes are made, because sorting all keys at once takes a fraction of the time. */
async function withoutIndexes(
  database: Sqlite.Database,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = database
    .prepare<[string], { readonly name: string; readonly sql: string }>(
      `select name, sql from sqlite_schema
       where type = 'index' and sql is not null and tbl_name in (select value from json_each(?))`,
    )
    .all(JSON.stringify(tables));
  for (const { name } of indexes) database.exec(`drop index "${name}"`);
  await fill();
  for (const { sql } of indexes) {
    database.exec(sql);
    await setImmediate();
  }
}

/** Adds other merchants, which only own rows. The demo merchant owns half of the rows. */
function addOwners(database: Sqlite.Database): readonly Owner[] {
  const demo = findClient(database, DEMO_MERCHANT);
  const insert = prepareInsert(database, 'clients', { ...demo, app_key: '' });
  const others = Array.from({ length: OTHER_MERCHANTS }, (_, index) => {
    const id = randomBytes(12).toString('hex');
    insert({ ...demo, id, app_key: `other-merchant-${index}` });
    return { client_id: id };
  });
  return [...others.map(() => ({ client_id: demo.id })), ...others];
}

function findClient(database: Sqlite.Database, appKey: string): { readonly id: string } {
  const found = database
    .prepare<[string], { readonly id: string }>('select * from clients where app_key = ?')
    .get(appKey);
  if (!found) throw new Error(`the service has no client ${appKey}`);
  return found;
}

function readAccounts(database: Sqlite.Database): readonly Account[] {
  return database
    .prepare<[], Account>(
      `select a.id as bank_account_id, bank_id, b.name as bank_name, account_name, iban
       from bank_accounts a join banks b on b.id = bank_id`,
    )
    .all();
}

/**
 * Makes the transactions of the year that ends now, evenly spread: three in four are deposits, one in twenty is
 * pending. Their ids rise with time, like the service's own ids; the client's ids, of processes and users, are in no
 * order.
 * @returns a function from an index, 0 (the oldest) to `count` - 1, to its row. The client's ids differ in each call.
 */
function createHistory(owners: readonly Owner[], accounts: readonly Account[], count: number) {
  const startMs = Date.now() - ENDS_AFTER_MS - YEAR_MS;
  const random = Buffer.alloc(64);
  const processPart = randomBytes(5).toString('hex');

  return (index: number) => {
    randomFillSync(random);
    const isDeposit = random.readUInt8(0) % 4 !== 0;
    const status = statusFor(random.readUInt8(1));
    const created_at_ms = Math.floor(startMs + (YEAR_MS * index) / count);
    const amount_minor = 1_000 + (random.readUInt32BE(4) % 9_999_000);
    const { bank_account_id, ...account } = pick(accounts, random.readUInt8(2));
    const hasEnded = status !== 'pending';
    const end = status === 'unsuccessful' ? (isDeposit ? EXPIRED : REJECTED) : NOT_ENDED;
    return {
      ...pick(owners, random.readUInt8(3)),
      ...PERSON,
      ...account,
      ...(isDeposit ? DEPOSIT : WITHDRAWAL),
      ...end,
      id: risingId(created_at_ms, processPart, index),
      process_id: random.toString('hex', 16, 28),
      type: isDeposit ? 'deposit' : 'withdrawal',
      status,
      currency: 'TRY',
      amount_minor,
      final_amount_minor: status === 'successful' ? amount_minor : null,
      // A user may have only one pending deposit, so the user of a pending row has no other row.
      user_id: hasEnded
        ? userId(random.readUInt32BE(28) % Math.ceil(count / TRANSACTIONS_PER_USER))
        : random.toString('hex', 32, 40),
      bank_account_id: isDeposit ? bank_account_id : null,
      // Pending rows do not expire during the measurement.
      expires_at_ms: isDeposit ? created_at_ms + (hasEnded ? ENDS_AFTER_MS : 2 * YEAR_MS) : null,
      sent_at_ms: null,
      pay_token: isDeposit ? random.toString('base64url', 40, 56) : null,
      sequence: hasEnded ? 2 : 1,
      created_at_ms,
      updated_at_ms: created_at_ms + (hasEnded ? ENDS_AFTER_MS : 0),
    };
  };
}

type HistoryRow = ReturnType<ReturnType<typeof createHistory>>;

/** Makes the event of the only transition of a row: deposits expire, and an operator does everything else. */
function createEvents(database: Sqlite.Database) {
  const operatorId = findClient(database, 'demo-operator').id;
  const processPart = randomBytes(5).toString('hex');
  return (row: HistoryRow, index: number) => {
    const isExpiry = row.ended_as === 'expired';
    return {
      id: risingId(row.updated_at_ms, processPart, index),
      transaction_id: row.id,
      client_id: row.client_id,
      sequence: row.sequence,
      kind: isExpiry ? 'expire' : row.status === 'successful' ? 'settle' : 'reject',
      from_status: 'pending',
      to_status: row.status,
      reason: row.status_reason,
      final_amount_minor: row.final_amount_minor,
      actor_kind: isExpiry ? 'service' : 'operator',
      actor_client_id: isExpiry ? null : operatorId,
      occurred_at_ms: row.updated_at_ms,
    };
  };
}

/** Makes an id of unix seconds, a random part of the process and a counter, because several rows may share a second. */
function risingId(createdAtMs: number, processPart: string, index: number): string {
  const seconds = Math.floor(createdAtMs / 1000);
  return `${hex(seconds, 8)}${processPart}${hex(index & MAX_COUNT, 6)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function statusFor(byte: number): 'pending' | 'successful' | 'unsuccessful' {
  if (byte % 20 === 0) return 'pending';
  return byte % 4 === 1 ? 'unsuccessful' : 'successful';
}

/** Returns the id of a user by number. Ids are spread over the whole range. */
function userId(number: number): string {
  return ((BigInt(number) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn).toString(16).padStart(16, '0');
}

function pick<T>(choices: readonly T[], byte: number): T {
  return choices[byte % choices.length] as T;
}
