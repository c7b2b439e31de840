import { createHash } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { type DayFigures, hashFigures } from '../../src/days/domain/figures.ts';
import type { MoveProgress, MoveReport } from '../../src/maintenance/domain/move.ts';
import { moveDatabase } from '../../src/maintenance/move.ts';
import { openEngineAt } from './engine-at.ts';
import { createHistoryDatabase } from './history-database.ts';
import { connectPostgres } from './postgres-client.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** Runs one statement on a database. @returns its rows. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts the columns that it reads
export async function queryAt(url: string, statement: string): Promise<any[]> {
  const client = await connectPostgres(url);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

interface MoveOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly pageRows?: number;
  readonly onProgress?: (progress: MoveProgress) => void;
}

/** Moves a database in this process. */
export function moveHere(databasePath: string, url: string, options: MoveOptions = {}): Promise<MoveReport> {
  const { env, pageRows, onProgress = () => {} } = options;
  return moveDatabase(readConfig({ DATABASE_URL: databasePath, ...env }), {
    request: { to: url },
    pageRows,
    audit: {
      occurredAtMs: Date.now(),
      actorKind: 'commandLine',
      actor: 'tester',
      address: null,
      operation: 'move',
      requestId: null,
    },
    onProgress,
  });
}

/** Opens a SQLite file for a moment. */
export function inFile<T>(path: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Adds rows to the tables that a history leaves empty. */
function fillEveryTable(path: string): void {
  inFile(path, (database) => {
    const client = database.prepare("select id from clients where app_key = 'demo-merchant'").pluck().get();
    const transaction = database.prepare('select min(id) from transactions').pluck().get();
    const run = (sql: string, ...values: readonly unknown[]) => void database.prepare(sql).run(...values);
    const entry = 'insert into blacklist (id, client_id, kind, value, reason, created_at_ms, key) values';
    run(`${entry} ('b1', ?, 'userId', 'Ünal 😀', null, 1, 'Ünal 😀')`, client);
    run(
      `${entry} ('b2', ?, 'convertedName', 'line\nbreak "quoted" \\ back', 'why', 2, 'LINEBREAKQUOTEDBACK')`,
      client,
    );
    run(`insert into blacklist_clearances values (?, 'b1', ?, 5)`, transaction, client);
    run(`insert into bank_copies values ('https://banks.example.com/list?key=1', '[]', 3)`);
    run(`insert into client_logos values (?, 'logo.png', ?)`, client, Buffer.from([0, 1, 2, 255, 92, 39]));
    run(`insert into notes values (7, ?, ?, 'a note', 4)`, transaction, client);
    run(`insert into reason_templates values ('r1', 'reject', 'Wrong IBAN', 'everybody')`);
    payOut(database);
    importFile(database);
  });
}

/** The figures of a day on which no account had any. */
const CLOSED: DayFigures = {
  day: '2026-11-27',
  currency: 'TRY',
  accounts: [],
  unassignedCount: 0,
  unassignedMinor: 0,
};

/** Stores a batch that was exported and paid, and a day that was closed. */
function payOut(database: Sqlite.Database): void {
  const bytes = Buffer.from([60, 0, 255, 62]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  database.exec(`
    insert into payout_batches
    select 'p1', 1, 'paid', (select min(id) from bank_accounts), 'TRY', '2026-11-30', 1, amount_minor, 'h', 'ada',
      'c0', 11, null, null, 12, 1
    from transactions where type = 'withdrawal' and status = 'successful' order by id limit 1;
    insert into payout_rows
    select 'p1', 1, id, 'P000000001-000001', 'P000000001-G0001', 'paid', 'ACSC', null, null, 'y2', 'in', 1 from transactions where type = 'withdrawal' and status = 'successful' order by id limit 1;
    insert into payout_payees
    select 'y2', transaction_id, 'Ada', 'NO9386011117947', 1, 'by phone', 'ada', 8, 'c0' from payout_rows;
    insert into payout_policy values ('desk', '{"isNewPayeeByTwo":true}', 14);
    insert into payout_approvals values ('p1', 'h', 'grace', 'ada', 'c0', 'c1', 12)`);
  database
    .prepare(
      "insert into payout_files values ('p1', 'P1.xml', 'application/xml', ?, 'h', ?, 'ada', 'c0', 13)",
    )
    .run(sha256, bytes);
  database
    .prepare("insert into day_closings values ('d1', ?, 1, 'ada', 'c0', 15, 'a note', null, ?, ?)")
    .run(CLOSED.day, hashFigures(CLOSED), JSON.stringify(CLOSED));
  database.exec("insert into payout_accounts select min(id), 'sepa', 'TCZBTR2AXXX' from bank_accounts");
}

/** Stores a file of a bank with one line, which has paid nothing yet, and operators' texts about statements. */
function importFile(database: Sqlite.Database): void {
  const account = database.prepare('select min(id) from bank_accounts').pluck().get();
  const client = database.prepare("select id from clients where app_key = 'demo-merchant'").pluck().get();
  const run = (table: string, row: Readonly<Record<string, unknown>>) => {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    database
      .prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
      .run(...Object.values(row));
  };
  run('statement_files', {
    id: 'f1',
    name: 'Ocak "1".xml',
    sha256: 'ab'.repeat(32),
    size_bytes: 2 ** 31,
    format: 'camt',
    state: 'imported',
    line_count: 1,
    added_count: 1,
    created_at_ms: 7,
    matched_at_ms: 8,
  });
  run('payout_reports', { file_id: 'f1', batch_id: 'p1', summary: '{}', created_at_ms: 9 });
  run('statements', {
    id: 's1',
    file_id: 'f1',
    account_id: account,
    kind: 'statement',
    page: 1,
    first_line_date: '2026-11-20',
    last_line_date: '2026-11-21',
    line_count: 1,
    opening_minor: -5,
    closing_minor: 2 ** 40,
    held_reason: 'closing-balance',
    created_at_ms: 7,
  });
  run('statement_lines', {
    id: 'l1',
    account_id: account,
    line_key: 'key',
    occurrence: 1,
    statement_id: 's1',
    place: 'entry 1',
    direction: 'credit',
    amount_minor: 2 ** 40,
    currency: 'TRY',
    status: 'booked',
    is_reversal: 0,
    is_supplemented: 1,
    counterparty_name: 'Ünal 😀',
    remittance: '["a\\nb"]',
    raw: '<Ntry>\n</Ntry>',
    state: 'held',
    is_open: 1,
    state_at_ms: 8,
    decision_id: 'd1',
    created_at_ms: 7,
  });
  run('refunds', {
    id: 'g1',
    line_id: 'l1',
    amount_minor: 2 ** 40,
    state: 'cancelled',
    reason: 'Ünal 😀',
    created_by: 'ada',
    created_at_ms: 8,
    changed_at_ms: 9,
  });
  run('payout_payees', {
    id: 'y1',
    paid_id: 'g1',
    account_name: 'Ünal 😀',
    iban: 'NO9386011117947',
    is_changed: 1,
    reason: 'by phone',
    given_by: 'ada',
    given_by_client_id: 'c1',
    created_at_ms: 8,
  });
  run('payee_sources', { source_id: 'f1', given_by: 'ada', given_by_client_id: 'c1' });
  run('line_references', { reference: 'ABCD2345', line_id: 'l1' });
  run('line_sightings', { line_id: 'l1', statement_id: 's1' });
  run('line_decisions', {
    id: 'd1',
    line_id: 'l1',
    state: 'held',
    rule: 'nothing-fits',
    evidence: '[]',
    candidates: '[]',
    settles: 0,
    actor_kind: 'reconciliation',
    decided_at_ms: 8,
  });
  run('match_policies', { scope: client, client_id: client, policy: '{"late":"accept"}', updated_at_ms: 10 });
  run('bank_profiles', { kind: 'statement', id: 'a-bank', title: 'Ünal 😀', profile: '{"id":"a-bank"}' });
}

/** A history and several moves take long on a busy machine. */
export const SLOW_MS = 900_000;

/** Shares a PostgreSQL server to move into, and a history that fills every table, among the tests of a file. */
export function useHistory() {
  let server: PostgresServer;
  let made = 0;
  let migrated: Promise<string> | undefined;
  let original: Awaited<ReturnType<typeof createHistoryDatabase>>;

  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;

  async function newDatabase(template = 'template1'): Promise<string> {
    made += 1;
    await queryAt(server.url, `create database moved_${made} template ${template} strategy file_copy`);
    return urlOf(`moved_${made}`);
  }

  /** Makes the database from which others are copied. @returns its name. */
  async function migrateOne(): Promise<string> {
    await queryAt(server.url, 'create database migrated');
    const engine = openEngineAt(urlOf('migrated'));
    await engine.migrate();
    await engine.close();
    return 'migrated';
  }

  beforeAll(async () => {
    server = await startPostgresServer({ fsync: false });
    original = await createHistoryDatabase();
    fillEveryTable(original.databasePath);
  }, SLOW_MS);
  afterAll(async () => {
    original[Symbol.dispose]();
    await server.stop();
  });
  return {
    /** Makes an empty database. @returns its URL. */
    newDatabase: () => newDatabase(),
    /** Makes one that has its tables already. @returns its URL. */
    async newMigratedDatabase(): Promise<string> {
      migrated ??= migrateOne();
      return newDatabase(await migrated);
    },
    history: () => original.history,
    /** Copies the database of the history, with the file of its key, into a folder. */
    copyHistory(folder: string, name = 'test.db'): string {
      const path = join(folder, name);
      for (const suffix of ['', '.master-key']) copyFileSync(original.databasePath + suffix, path + suffix);
      return path;
    },
  };
}
