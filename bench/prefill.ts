import Sqlite from 'better-sqlite3';
import { filePath, fillAsFile } from './database.ts';
import { runCli, startService } from './servers.ts';
import { storeSums } from './sums.ts';
import { OPERATOR, PAYING_ACCOUNT_ID, PREFILLED_AT_SECONDS, pendingId, prefilledId } from './workloads.ts';

/** Creates the database of a folder, with the schema and the demo data of the service. */
export async function createDatabase(folder: string): Promise<void> {
  const server = await startService(folder);
  await server.stop();
}

/** Fills the database of a folder as a file, and moves it to PostgreSQL if it belongs there. */
export function prefill(folder: string, fill: () => Promise<void>): Promise<void> {
  return fillAsFile(folder, { fill, move: (url) => runCli(folder, ['move', '--to', url]) });
}

/** Writes rows directly to the database of a folder, because a million requests take minutes. */
export async function fillDatabase(
  folder: string,
  fill: (database: Sqlite.Database) => void | Promise<void>,
): Promise<void> {
  const database = new Sqlite(filePath(folder));
  try {
    database.pragma('synchronous = OFF');
    await fill(database);
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

/**
 * Prepares inserts into a table of the service. Columns that a migration has dropped are left out, and columns that
 * a migration has added get their defaults.
 * @param sample a row with all columns of the rows to insert.
 */
export function prepareInsert<T extends object>(
  database: Sqlite.Database,
  table: string,
  sample: T,
): (row: T) => void {
  const known = database
    .prepare<[string], string>('select name from pragma_table_info(?)')
    .pluck()
    .all(table);
  const columns = Object.keys(sample).filter((column) => known.includes(column));
  if (columns.length === 0) throw new Error(`the service has no table ${table} with ${Object.keys(sample)}`);
  const values = columns.map((column) => `@${column}`);
  const insert = database.prepare<T>(`insert into ${table} (${columns}) values (${values})`);
  return (row) => void insert.run(row);
}

export const DEMO_MERCHANT = 'demo-merchant';

/** A client with its transactions and callbacks. */
export interface PrefilledClient {
  readonly appKey: string;
  readonly callbackUrl: string;
  /** Number of pending withdrawals that the operator pays, with the ids that the workload of settlements uses. */
  readonly pending?: number;
  /** Number of settled withdrawals with due callbacks. */
  readonly undelivered?: number;
}

const PERSON = { user_name: 'sukru.caglayan', name: 'Şükrü Çağlayan', converted_name: 'sukru-caglayan' };
const ACCOUNT = {
  account_name: 'Şükrü Çağlayan',
  account_name_folded: 'sukru-caglayan',
  iban: 'TR330006100519786457841326',
};
const AMOUNT_MINOR = 50_000;

/** Prefix of the process ids of prefilled transactions. */
export const PREFILLED = 'prefilled-';

/** Creates the database of a folder, with these clients and their rows. */
export function prefillClients(folder: string, clients: readonly PrefilledClient[]): Promise<void> {
  return prefill(folder, () => addClients(folder, clients));
}

async function addClients(folder: string, clients: readonly PrefilledClient[]): Promise<void> {
  await createDatabase(folder);
  for (const { appKey, callbackUrl } of clients) {
    if (appKey === DEMO_MERCHANT) runCli(folder, ['clients', 'set-callback', appKey, callbackUrl]);
    else
      runCli(folder, [
        'clients',
        'create',
        '--name',
        appKey,
        '--role',
        'merchant',
        '--app-key',
        appKey,
        '--callback-url',
        callbackUrl,
      ]);
  }
  await fillDatabase(folder, (database) => fillClients(database, clients));
}

/** Adds the rows of clients to a database that has these clients and no transactions. */
export function fillClients(database: Sqlite.Database, clients: readonly PrefilledClient[]): void {
  for (const client of clients) database.transaction(() => addRows(database, client))();
  database
    .prepare('update bank_accounts set id = ? where rowid = (select min(rowid) from bank_accounts)')
    .run(PAYING_ACCOUNT_ID);
  storeSums(database);
}

function addRows(database: Sqlite.Database, { appKey, pending = 0, undelivered = 0 }: PrefilledClient): void {
  const idOf = database.prepare<[string], string>('select id from clients where app_key = ?').pluck();
  const clientId = String(idOf.get(appKey));
  const claim = { claim_holder_id: String(idOf.get(OPERATOR.appKey)), claimed_at_ms: Date.now() };
  const addTransaction = prepareInsert(database, 'transactions', withdrawal(clientId, ''));
  const addEvent = prepareInsert(database, 'events', settledEvent(clientId, '', ''));
  const addCallback = prepareInsert(database, 'callbacks', dueCallback(clientId, '', ''));
  for (let index = 0; index < pending; index += 1)
    addTransaction({ ...withdrawal(clientId, pendingId(index)), ...claim });
  for (let index = 0; index < undelivered; index += 1) {
    const id = prefilledId('ee', index);
    const eventId = prefilledId('ff', index);
    addTransaction({
      ...withdrawal(clientId, id),
      status: 'successful',
      final_amount_minor: AMOUNT_MINOR,
      sequence: 2,
      updated_at_ms: Date.now(),
    });
    addEvent(settledEvent(clientId, id, eventId));
    addCallback(dueCallback(clientId, id, eventId));
  }
}

function withdrawal(clientId: string, id: string) {
  const created_at_ms = PREFILLED_AT_SECONDS * 1000;
  return {
    ...PERSON,
    ...ACCOUNT,
    id,
    client_id: clientId,
    process_id: `${PREFILLED}${id}`,
    type: 'withdrawal',
    status: 'pending',
    status_reason: null,
    bank_id: '507f1f77bcf86cd799439011',
    bank_name: 'Demo Anadolu Bank',
    currency: 'TRY',
    amount_minor: AMOUNT_MINOR,
    final_amount_minor: null as number | null,
    user_id: id,
    bank_account_id: null,
    iban_normalized: ACCOUNT.iban,
    expires_at_ms: null,
    sent_at_ms: null,
    pay_token: null,
    claim_holder_id: null as string | null,
    claimed_at_ms: null as number | null,
    sequence: 1,
    created_at_ms,
    updated_at_ms: created_at_ms,
  };
}

function settledEvent(clientId: string, transactionId: string, id: string) {
  return {
    id,
    transaction_id: transactionId,
    client_id: clientId,
    sequence: 2,
    kind: 'settle',
    from_status: 'pending',
    to_status: 'successful',
    reason: null,
    final_amount_minor: AMOUNT_MINOR,
    actor_kind: 'operator',
    actor_client_id: null,
    occurred_at_ms: Date.now(),
  };
}

function dueCallback(clientId: string, transactionId: string, eventId: string) {
  return {
    event_id: eventId,
    client_id: clientId,
    transaction_id: transactionId,
    sequence: 2,
    state: 'pending',
    due_at_ms: Date.now(),
    lease: null,
    due_since_ms: Date.now(),
    waits_since_ms: null,
    failed_attempts: 0,
  };
}
