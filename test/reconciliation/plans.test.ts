import Sqlite from 'better-sqlite3';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { readDay } from '../../db/days/queries/day.ts';
import { PlainSqliteDialect } from '../../db/engines/sqlite/dialect.ts';
import { optimize } from '../../db/engines/sqlite/optimize.ts';
import { findRefunded } from '../../db/payouts/commands/line-money.ts';
import { findPaidAgain } from '../../db/payouts/queries/paid-again.ts';
import { findSentMoney } from '../../db/payouts/queries/sent-money.ts';
import { rematchLines } from '../../db/reconciliation/commands/rematch-lines.ts';
import { isCreditUndone } from '../../db/reconciliation/commands/take-back-match.ts';
import { readAccountDays } from '../../db/reconciliation/queries/account-days.ts';
import { listStatementLines } from '../../db/reconciliation/queries/lines.ts';
import { findNewLines, findReplacedLines } from '../../db/reconciliation/queries/lines-to-match.ts';
import { addLikely, readMatchFacts } from '../../db/reconciliation/queries/match-facts.ts';
import { chunksOf } from '../../db/sql/lists.ts';
import type { Database, DatabaseTransaction, Tables } from '../../db/tables.ts';
import { findTransactions } from '../../db/transactions/queries/transactions.ts';
import { endToEndIdOf, messageIdOf } from '../../src/payouts/domain/file-ids.ts';
import { makeReference } from '../../src/transactions/domain/reference.ts';
import { explain } from '../support/explained.ts';
import { matchAll, openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { openDatabase, withDatabase } from '../support/rows-of.ts';
import { camtOf, notificationOf } from '../support/statements/bank-files.ts';
import { onPostgres } from '../support/test-database.ts';

const TERMS = {
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
  lateGraceMs: 86_400_000,
  recentMs: 259_200_000,
};

/** The change of a policy: which lines wait that it may decide about. */
async function readAffected(db: unknown, clientId: string | null): Promise<void> {
  const terms = { clientId, bookedSince: '2026-11-01', nowMs: TERMS.nowMs };
  await rematchLines(db as DatabaseTransaction, terms);
}
/** Of each state, the lines that may pay a deposit of a client. */
const isOfAffected = ({ statement }: Query) => statement.includes('exists (');

/** All reads that decide about the next lines of a file. */
async function readAll(db: unknown, fileId: string): Promise<void> {
  const trx = db as DatabaseTransaction;
  const { lines } = await findNewLines(trx, { fileId, limit: 100 });
  expect(lines.length).toBeGreaterThan(0);
  await findReplacedLines(trx, lines);
  const facts = await readMatchFacts(trx, lines, TERMS);
  await addLikely(trx, facts, { ...TERMS, lines });
}

type Query = { readonly statement: string };
/** What is found by what, each with its index. */
const FOUND: readonly (readonly [RegExp, string])[] = [
  [/debit_kind <> 'fee'/, 'statement_lines_out_amount'],
  [/line_references as r cross join statement_lines as l\s/, 'line_references'],
  [/iban_normalized = /, 'transactions_to_iban'],
  [/status = 'pending' and amount_minor = /, 'transactions_pending_here'],
  [/status <> 'pending' and updated_at_ms >= \S+ and amount_minor = /, 'transactions_ended_here'],
  [/user_id = .*status = 'pending'/s, 'transactions_one_pending_deposit'],
  [/counterparty_iban = /, 'statement_lines_payer_end'],
  [/l\.is_open = 1 and l\.status = 'booked' and coalesce/, 'statement_lines_open'],
  [/type <> 'deposit' or/, 'transactions_by_user'],
  [/statements as o on/, 'statement_lines_of_day'],
];

/** The days of an account, and its lines of a day. */
async function readDays(db: Database, accountId: string): Promise<void> {
  const range = { fromDate: '2026-11-19', toDate: '2026-11-19', earliestDate: '2025-11-20' };
  const { facts } = await readAccountDays(db, {
    accountId,
    currency: 'TRY',
    timeZone: 'Europe/Istanbul',
    ...range,
  });
  expect(facts.lines.length).toBeGreaterThan(0);
  const filter = { accountId, fromDay: '2026-11-19', toDay: '2026-11-19' };
  expect((await listStatementLines(db, { filter, page: { limit: 10 } })).items).toHaveLength(10);
}

/** What the undo of a debit asks of the deposit that it has reversed: which line had credited that. */
async function readUndo(db: unknown, id: string): Promise<void> {
  expect(await isCreditUndone(db as DatabaseTransaction, { id, sequence: 3 })).toBe(false);
}

/** A day of all accounts. */
async function readWholeDay(db: Database, accountId: string): Promise<void> {
  const terms = { currency: 'TRY', timeZone: 'Europe/Istanbul', earliestDate: '2025-11-20' };
  const { accounts } = await readDay(db, { ...terms, day: '2026-11-19', accountIds: [accountId] });
  expect(accounts[0]?.facts.lines.length).toBeGreaterThan(0);
}

test('the facts of a match are found by indexes: no scan of lines or transactions, and no sort of a file; so are days, and what a change of a policy decides again', {
  timeout: 300_000,
}, async () => {
  await using desk = await openDesk();
  const { service, iban, merchant } = desk;
  const { transactionId, reference } = await desk.deposit();
  const ended = await desk.deposit({ userId: 'ended' });
  // It has the amount of a line of the second file.
  await desk.deposit({ userId: 'waiting', amount: '24.70' });
  const rejection = { fields: { sequence: '1', reason: 'x' } };
  await service.transition('reject', ended.transactionId, rejection);
  const textOf = (index: number) => {
    if (index === 0) return `${reference} ${transactionId}`;
    if (index === 1499) return `text ${ended.reference}`;
    // Few references of one step among many that are stored.
    return `text ${index < 1460 ? makeReference(index) : index}`;
  };
  const lines = Array.from({ length: 1500 }, (_, index) => ({
    amountMinor: 1_000 + index,
    name: 'SOMEBODY',
    iban: `TR33000610051978645784${1000 + index}`,
    text: textOf(index),
    date: index < 1460 ? '2026-11-20' : '2026-11-19',
  }));
  // The plans of SQLite follow no rows.
  if (!onPostgres) lines.splice(1, 1_300);
  const ofLaterDay = lines.filter(({ date }) => date === '2026-11-20');
  const send = async (part: typeof lines) => expectData(await upload(service, camtOf({ iban, lines: part })));
  // A lower amount that went to the payer of the last line can be a withdrawal.
  const payer = { name: 'SOMEBODY', iban: 'TR330006100519786457842499' };
  const out = { ...payer, amountMinor: -2_450, text: 'text', date: '2026-11-20' };
  // With one debit, PostgreSQL takes either index of debits.
  await send([...ofLaterDay, ...(onPostgres ? [] : [out])]);
  // Another kind of statement is of the day, so that equal credits are looked for.
  const notified = notificationOf({ iban, lines: [{ amountMinor: 77, date: '2026-11-19' }] });
  expectData(await upload(service, notified));
  await matchAll(service);
  const { file } = await send([...lines.slice(ofLaterDay.length), { ...out, amountMinor: -2_460 }]);
  const { databasePath } = service;
  if (onPostgres) {
    const db = openDatabase(databasePath);
    await sql`analyze`.execute(db);
    await db.destroy();
    const found = await explain(databasePath, (reading) => readAll(reading, file.fileId));
    const ofDays = await explain(databasePath, (reading) => readDays(reading, file.accountIds[0]));
    for (const [pattern, index] of FOUND) {
      const ofPattern = found.filter(({ statement }) => pattern.test(statement));
      expect(ofPattern, index).not.toEqual([]);
      // PostgreSQL finds one of three transactions as quickly by any index, or by none.
      if (index.startsWith('transactions_')) continue;
      for (const { indexes } of ofPattern) expect(indexes.join()).toContain(index);
    }
    for (const clientId of [merchant.id, null]) {
      const affected = await explain(databasePath, (reading) => readAffected(reading, clientId));
      expect(affected.filter(isOfAffected)).toHaveLength(12);
      for (const { statement, scanned } of affected)
        expect(
          // There are two transactions, which are read as quickly without an index.
          scanned.filter((table) => ['statement_lines', 'line_decisions'].includes(table)),
          statement,
        ).toEqual([]);
    }
    const ofUndo = await explain(databasePath, (reading) => readUndo(reading, ended.transactionId));
    for (const { statement, scanned } of ofUndo) expect(scanned, statement).not.toContain('line_decisions');
    // A whole day is not among them: all lines here are of the days that it sums, and are read as quickly without an index.
    for (const { statement, scanned } of ofDays) expect(scanned, statement).not.toContain('statement_lines');
    for (const { statement, scanned } of found)
      expect(
        scanned.filter((table) => ['statement_lines', 'line_references', 'line_decisions'].includes(table)),
        statement,
      ).toEqual([]);
    return;
  }
  const queries: CompiledQuery[] = [];
  const dialect = new PlainSqliteDialect({ database: new Sqlite(databasePath) });
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) });
  await readAll(db, file.fileId);
  const matching = queries.splice(0);
  await readDays(db, file.accountIds[0]);
  const ofDaysOnly = queries.splice(0);
  await readWholeDay(db, file.accountIds[0]);
  const ofWholeDay = queries.splice(0);
  const deposits = await findTransactions(db, [transactionId]);
  queries.length = 0;
  await findRefunded(db as unknown as DatabaseTransaction, deposits);
  const ofRefunded = queries.splice(0);
  await readUndo(db, ended.transactionId);
  const ofUndo = queries.splice(0);
  for (const clientId of [merchant.id, null]) await readAffected(db, clientId);
  await db.destroy();
  const database = new Sqlite(databasePath);
  const planOf = (query: CompiledQuery) =>
    database
      .prepare(`explain query plan ${query.sql}`)
      .all(...query.parameters)
      .map((step) => (step as { readonly detail: string }).detail);
  // Each deposit that is credited by hand asks this: two looks into an index, where no line names it.
  expect(ofRefunded.map(planOf)).toEqual([
    expect.arrayContaining([
      expect.stringMatching(/^SEARCH n USING COVERING INDEX \w*line_references\w* \(reference=\?\)/),
      expect.stringMatching(/^SEARCH f USING INDEX refunds_of_line \(line_id=\?\)/),
    ]),
  ]);
  expect(ofUndo.slice(0, 4).map((query) => planOf(query).join())).toEqual([
    expect.stringMatching(/^SEARCH events USING .*\(transaction_id=\? AND sequence=\?\)/),
    expect.stringMatching(/^SEARCH line_decisions USING INDEX line_decisions_of_event \(event_id=\?\)/),
    expect.stringMatching(/^SEARCH events USING .*\(transaction_id=\? AND sequence=\?\)/),
    expect.stringMatching(/^SEARCH line_decisions USING INDEX line_decisions_noting \(transaction_id=\?\)/),
  ]);
  for (const query of matching.filter(({ sql: text }) => /^\s*(select|with)/.test(text))) {
    const plan = planOf(query);
    for (const step of plan) {
      expect(step, query.sql).not.toMatch(
        /^SCAN (?!(found|ended|paid|payers|visited|asked)$|(u|r|json_each) VIRTUAL TABLE|.* USING (COVERING )?INDEX transactions_pending)/,
      );
      expect(step, query.sql).not.toMatch(/TEMP B-TREE FOR .*ORDER BY/);
    }
  }
  const plansOf = (isMeant: (query: { readonly statement: string }) => boolean) =>
    matching.filter(({ sql: statement }) => isMeant({ statement })).map((query) => planOf(query).join());
  for (const [pattern, index] of FOUND) {
    const plans = plansOf(({ statement }) => pattern.test(statement));
    expect(plans, index).not.toEqual([]);
    for (const plan of plans)
      expect(plan).toMatch(new RegExp(`SEARCH \\w+ (EXISTS )?USING (COVERING )?INDEX \\w*${index}`));
  }
  // Of the lines of a day, only those of the amount are visited.
  for (const plan of plansOf(({ statement }) => statement.includes('statements as o on')))
    expect(plan).toContain('statement_lines_of_day (account_id=? AND <expr>=? AND amount_minor=?)');
  const ofDays = ofDaysOnly.filter(({ sql: text }) => /^\s*select/.test(text)).flatMap(planOf);
  for (const step of ofDays) expect(step).not.toMatch(/^SCAN (?!t$)/);
  const ofLines = ofDays.filter((step) => /^SEARCH l /.test(step));
  expect(ofLines.map((step) => /INDEX (\w+)/.exec(step)?.[1])).toEqual([
    'statement_lines_of_day',
    'statement_lines_of_transaction',
    // The line by which the money of a withdrawal came back, and the one by which it left.
    'statement_lines_of_transaction',
    'statement_lines_of_transaction',
    'statement_lines_of_day',
  ]);
  // By its id, a refund is told from a withdrawal.
  const ofMoney = ofDays.filter((step) => /^SEARCH (transactions|w) (?!.*\(id=\?\))/.test(step));
  for (const step of ofMoney)
    expect(step).toContain('transactions_moved (bank_account_id=? AND updated_at_ms>?)');
  expect(ofMoney).toHaveLength(2);
  const steps = ofWholeDay.filter(({ sql: text }) => /^\s*select/.test(text)).flatMap(planOf);
  expect(
    steps.filter((step) => /INDEX statement_lines_of_day \(account_id=\? AND <expr>>\? AND /.test(step)),
  ).toHaveLength(1);
  expect(steps.filter((step) => /INDEX events_moved \(occurred_at_ms>\? AND /.test(step))).toHaveLength(1);
  for (const step of steps) expect(step).not.toMatch(/^SCAN [let] /);
  const affected = queries.filter(({ sql: text }) => /^\s*select/.test(text));
  expect(affected.filter(({ sql: statement }) => isOfAffected({ statement }))).toHaveLength(6 * 2);
  for (const query of affected)
    for (const step of planOf(query)) {
      expect(step, query.sql).not.toMatch(/^SCAN (?!(c|json_each) VIRTUAL TABLE)/);
      expect(step, query.sql).not.toContain('TEMP B-TREE FOR ORDER BY');
    }
  // Counted, the first rows of each index would say that no state has many lines.
  optimize(database);
  const ofNew = plansOf((query) => /state"? = 'new'/.test(query.statement));
  expect(ofNew).toHaveLength(2);
  for (const plan of ofNew) {
    expect(plan).toMatch(/SEARCH l USING (COVERING )?INDEX statement_lines_new \(statement_id=\?\)/);
    expect(plan).not.toContain('ORDER BY');
  }
  database.close();
});

/** Stores batches with so many payouts each, of withdrawals of their own, in files for the bank. */
async function insertPayouts(databasePath: string, count: number): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    const { id: accountId } = await db.selectFrom('bank_accounts').select('id').executeTakeFirstOrThrow();
    for (const number of [1, 2]) {
      const named = { id: `b${number}`, number, state: 'exported', account_id: accountId } as const;
      const content = { row_count: count, sum_minor: 0, content_hash: 'h', execution_day: '2026-11-20' };
      const made = { maker: 'ada', maker_client_id: 'c', created_at_ms: 1, changed_at_ms: 1 };
      await db
        .insertInto('payout_batches')
        .values({ ...named, ...content, ...made, currency: 'TRY', rejected_by: null, reject_reason: null })
        .execute();
      const rows = Array.from({ length: count }, (_, index) => ({
        batch_id: `b${number}`,
        row_number: index + 1,
        transaction_id: `t${index}`,
        end_to_end_id: endToEndIdOf(number, index + 1),
        payment_id: messageIdOf(number, 1),
        state: number === 1 ? ('out' as const) : ('in' as const),
        bank_status: null,
        is_executed: 0 as const,
        bank_reasons: null,
        line_id: null,
      }));
      for (const part of chunksOf(rows, 500)) await db.insertInto('payout_rows').values(part).execute();
    }
  });
}

const PAYOUTS = onPostgres ? 1500 : 750;

test('what files have sent of a withdrawal is found by indexes, among those of many', {
  timeout: 300_000,
}, async () => {
  await using desk = await openDesk();
  const { service, iban } = desk;
  const lines = Array.from({ length: PAYOUTS }, (_, index) => ({
    amountMinor: -1_000 - index,
    endToEndId: endToEndIdOf(1, index + 1),
  }));
  const second = { amountMinor: -5_000, batch: { paymentId: messageIdOf(2, 1), count: 2 } };
  expectData(await upload(service, camtOf({ iban, lines: [...lines, second] })));
  await insertPayouts(service.databasePath, PAYOUTS);
  const read = async (db: Database) => {
    const found = await findSentMoney(db, ['t7', 't700']);
    expect(found.get('t7')).toMatchObject({ isWhole: true, rows: { length: 2 }, lines: { length: 2 } });
    expect((await findPaidAgain(db, ['t7', 't700'])).get('t7')).toMatchObject({ batchNumber: 1 });
  };
  // There is no refund, which PostgreSQL finds as quickly without an index.
  const tables = ['payout_rows', 'line_references', 'statement_lines'];
  if (onPostgres) {
    await withDatabase(service.databasePath, (db) => sql`analyze`.execute(db));
    const explained = await explain(service.databasePath, read);
    // Its rows, the lines that name these, and the payouts of the payment that a line names; the same behind a look at what
    // lines name at all. Of whole and of prepared plans.
    expect(explained).toHaveLength(16);
    for (const { statement, scanned } of explained) {
      // A payment is half of all rows here.
      const isOfPayment = statement.includes('"payment_id" =');
      expect(
        scanned.filter((table) => (isOfPayment ? tables.slice(1) : tables).includes(table)),
        statement,
      ).toEqual([]);
    }
    return;
  }
  const queries: CompiledQuery[] = [];
  const database = new Sqlite(service.databasePath);
  const dialect = new PlainSqliteDialect({ database: new Sqlite(service.databasePath) });
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) });
  await read(db);
  await db.destroy();
  const plans = queries.map((query) =>
    database
      .prepare(`explain query plan ${query.sql}`)
      .all(...query.parameters)
      .map((step) => (step as { readonly detail: string }).detail),
  );
  expect(plans).toHaveLength(8);
  for (const plan of plans) for (const step of plan) expect(step).not.toMatch(/^SCAN (?!found|json_each)/);
  expect(plans[0]?.join()).toContain('INDEX payout_rows_of_transaction (transaction_id=?)');
  expect(plans[1]?.join()).toMatch(/SEARCH n USING COVERING INDEX \w*line_references\w* \(reference=\?\)/);
  expect(plans[1]?.join()).toContain('INDEX refunds_returned_by (return_line_id=?)');
  expect(plans[1]?.join()).not.toContain('TEMP B-TREE');
  expect(plans[2]?.join()).toContain('INDEX payout_rows_of_payment (payment_id=?)');
  expect(plans[3]?.join()).toContain('INDEX payout_rows_of_transaction (transaction_id=?)');
  expect(plans[4]?.join()).toMatch(/USING COVERING INDEX \w*line_references\w* \(reference=\?\)/);
  database.close();
});
