import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { selectLines, toLineFacts } from '../../db/reconciliation/queries/lines-to-match.ts';
import { addLikely, readMatchFacts } from '../../db/reconciliation/queries/match-facts.ts';
import type { Database } from '../../db/tables.ts';
import type { LineFacts, MatchFacts } from '../../src/reconciliation/domain/matching/model.ts';
import { makeReference } from '../../src/transactions/domain/reference.ts';
import { call, createClock, type Json, OPERATOR, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { eventually } from '../support/eventually.ts';
import { IS_LONG } from '../support/long.ts';
import { MINUTE_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { type Desk, importHere, matchAll, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';
import { openSyncRows } from '../support/sync-rows.ts';
import { onPostgres } from '../support/test-database.ts';

/** What each copy has of its own, where the transaction has it. */
const OWN = ['process_id', 'user_id', 'reference', 'pay_token'];

/**
 * Stores many copies of a transaction, each of another user, with other values in some columns.
 * @param mark tells the copies from others of the same transaction.
 */
async function copyTransaction(
  { databasePath }: { readonly databasePath: string },
  { id, count, mark = '' }: { readonly id: string; readonly count: number; readonly mark?: string },
  changes: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    const row: Readonly<Record<string, unknown>> = await db
      .selectFrom('transactions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const columns = Object.keys(row).filter((name) => name !== 'number');
    const own = new Map<string, RawBuilder<unknown>>([
      ['id', sql`${sql.lit(`copy${mark}${id}`)} || n.i`],
      ...OWN.filter((name) => row[name] !== null).map(
        (name) => [name, sql`${sql.lit(`copy-${mark}${id}`)} || n.i`] as const,
      ),
      ...Object.entries(changes).map(([name, value]) => [name, sql.lit(value)] as const),
    ]);
    const values = columns.map((name) => own.get(name) ?? sql`t.${sql.ref(name)}`);
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
      insert into transactions (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from n cross join transactions as t where t.id = ${id}`.execute(db);
  });
}

/** Runs reads. @returns what they give, and how many rows the database has sent. */
async function countRows<T>(databasePath: string, read: (db: Database) => Promise<T>) {
  let rowCount = 0;
  const given = await withDatabase(databasePath, (db) =>
    read(
      db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          rowCount += result.rows.length;
          return result;
        },
      }),
    ),
  );
  return { given, rowCount };
}

describe('crowded amounts', () => {
  const TERMS = { lateGraceMs: 86_400_000, recentMs: 259_200_000 };
  const MANY = { timeout: 240_000 };

  /** Reads all that can decide about lines of a file that is imported, and not yet decided about. */
  async function readFacts(desk: Desk, lines: readonly LineFacts[]) {
    const terms = { ...TERMS, nowMs: desk.service.clock.nowMs() };
    return countRows(desk.service.databasePath, async (db): Promise<MatchFacts> => {
      const facts = await readMatchFacts(db, lines, terms);
      return addLikely(db, facts, { ...terms, lines: facts.lines });
    });
  }

  async function linesOf(desk: Desk, lines: readonly BankLine[]): Promise<readonly LineFacts[]> {
    const { file } = expectData(await upload(desk.service, camtOf({ iban: desk.iban, lines })));
    return withDatabase(desk.service.databasePath, async (db) => {
      const rows = await selectLines(db).where('s.file_id', '=', file.fileId).orderBy('l.id').execute();
      return rows.map(toLineFacts);
    });
  }

  const paying = (deposit: Json, line: Partial<BankLine> = {}): BankLine => ({
    amountMinor: 50_000,
    name: deposit.name,
    text: deposit.reference,
    iban: newIban(),
    ...line,
  });

  test(
    'very many deposits of one amount, pending and ended, keep none of it from settling, and few of them are read',
    MANY,
    async () => {
      await using desk = await openDesk();
      const { service } = desk;
      const [own, open, ended] = [
        await desk.deposit({ userId: 'own' }),
        await desk.deposit({ userId: 'open' }),
        await desk.deposit({ userId: 'ended' }),
      ];
      await service.transition('reject', ended.transactionId, { fields: { sequence: '1', reason: 'x' } });
      for (const { transactionId: id } of [open, ended]) await copyTransaction(service, { id, count: 6_000 });
      const stranger = { amountMinor: 50_000, name: 'NOBODY KNOWN', text: 'HAVALE', iban: newIban() };
      const lines = await linesOf(desk, [paying(own), stranger]);
      const { given, rowCount } = await readFacts(desk, lines);
      expect(given.likely?.crowdedAmounts).toEqual(new Set([50_000]));
      expect(rowCount).toBeLessThan(600);
      await service.statementMatcher.matchNow();
      expect(await desk.transaction(own.transactionId)).toMatchObject({ status: 'successful' });
      const { line, decisions } = await desk.line(lines[1]?.lineId ?? '');
      expect(line.state).toBe('unknown');
      expect(decisions[0].evidence).toContainEqual(expect.objectContaining({ code: 'too-many' }));
    },
  );

  test('only what a policy would settle for another payer waits in such a crowd', MANY, async () => {
    await using desk = await openDesk();
    const { service } = desk;
    await desk.allow({ otherPayer: 'accept' });
    const [own, crowded] = [
      await desk.deposit({ userId: 'own', amount: '777' }),
      await desk.deposit({ userId: 'crowded' }),
    ];
    await copyTransaction(service, { id: crowded.transactionId, count: 300 });
    const byStranger = { name: 'Zeynep Aslan' };
    const received = await desk.receive(
      paying(own, { ...byStranger, amountMinor: 77_700 }),
      paying(crowded, byStranger),
    );
    expect(received.map(({ state }) => state)).toEqual(['matched', 'other-payer']);
  });

  test(
    'money of another payer waits that could be late for a deposit, however many were paid since',
    MANY,
    async () => {
      await using desk = await openDesk();
      const { service } = desk;
      await desk.allow({ otherPayer: 'accept' });
      const ended = await desk.deposit({ userId: 'ended', name: 'Mehmet Kaya' });
      await service.transition('reject', ended.transactionId, { fields: { sequence: '1', reason: 'x' } });
      service.clock.advance(MINUTE_MS);
      const paid = await desk.deposit({ userId: 'paid', name: 'Ali Demirel' });
      await service.transition('settle', paid.transactionId, { fields: { sequence: '1' } });
      await copyTransaction(service, { id: paid.transactionId, count: 60 });
      const named = await desk.deposit({ userId: 'named', name: 'Zeynep Aslan' });
      const [line] = (await desk.receive(paying(named, { name: 'MEHMET KAYA' }))) as [Json];
      expect(line).toMatchObject({ state: 'other-payer', transactionId: null });
      expect((await desk.line(line.lineId)).decisions[0].evidence).toContainEqual(
        expect.objectContaining({ code: 'matches-other-deposit', detail: ended.transactionId }),
      );
    },
  );

  test(
    'what a tolerance would settle waits for another deposit of the amount, however many amounts the file has',
    MANY,
    async () => {
      await using desk = await openDesk();
      const { service } = desk;
      await desk.allow({ underpaidToleranceMinor: 1_000 });
      const open = await desk.deposit({ userId: 'open', name: 'Ali Demirel', amount: '100' });
      for (let place = 0; place < 12; place += 1)
        await copyTransaction(
          service,
          { id: open.transactionId, count: 200, mark: `${place}-` },
          { amount_minor: 20_000 + place },
        );
      const [named, alone] = [
        await desk.deposit({ userId: 'named', name: 'Zeynep Aslan' }),
        await desk.deposit({ userId: 'alone', name: 'Kerem Alkan', amount: '700' }),
      ];
      await desk.deposit({ userId: 'rival', name: 'Zeynep Arslan' });
      const strangers = Array.from({ length: 80 }, (_, place) => ({
        amountMinor: 20_000 + place,
        name: 'NOBODY KNOWN',
        iban: newIban(),
        text: `HAVALE ${place}`,
      }));
      const received = await desk.receive(
        paying(named, { amountMinor: 49_500 }),
        paying(alone, { amountMinor: 69_500 }),
        ...strangers,
      );
      expect(received.slice(0, 2)).toMatchObject([
        { state: 'proposed', transactionId: null },
        { state: 'matched', transactionId: alone.transactionId },
      ]);
    },
  );

  test(
    'very many withdrawals of one amount keep neither a line nor the payout of another from being found',
    MANY,
    async () => {
      await using desk = await openDesk();
      const { service, merchant } = desk;
      const iban = newIban();
      const others = await service.withdraw(merchant, { amount: '500', accountName: 'Mehmet Kaya' });
      const own = await service.withdraw(merchant, { amount: '500', accountName: 'Emre Aslan', iban });
      await copyTransaction(service, { id: String(others.transactionId), count: 10_001 });
      const deposit = await desk.deposit();
      const lines: readonly BankLine[] = [
        paying(deposit),
        { amountMinor: -50_000, iban, name: 'EMRE ASLAN', text: 'HAVALE' },
        { amountMinor: -50_000, name: 'MEHMET KAYA', text: String(others.transactionId) },
      ];
      const [paid, payout] = await desk.receive(...lines);
      expect(paid).toMatchObject({ state: 'matched', transactionId: deposit.transactionId });
      expect(payout.state).toBe('payout');
      expect((await desk.line(payout.lineId)).candidates).toMatchObject([
        { transaction: { transactionId: own.transactionId } },
      ]);
    },
  );

  test('a debit that names a withdrawal of its amount is explained, and one that names another is not', async () => {
    await using desk = await openDesk();
    const { service, merchant } = desk;
    const withdrawal = await service.withdraw(merchant, { amount: '500', accountName: 'Test User' });
    const text = String(withdrawal.transactionId);
    const [first, second] = [
      await desk.deposit({ userId: 'a' }),
      await desk.deposit({ userId: 'b', amount: '300' }),
    ];
    const received = await desk.receive(
      paying(first),
      { amountMinor: -50_000, name: 'TEST USER', text },
      paying(second, { amountMinor: 30_000 }),
      { amountMinor: -30_000, name: 'TEST USER', text },
    );
    expect(received.map(({ state }) => state)).toEqual(['matched', 'payout', 'proposed', 'payout']);
  });

  test('of very many debits of one amount some are read, and a line of the amount waits', MANY, async () => {
    await using desk = await openDesk();
    const deposit = await desk.deposit();
    const debits = Array.from({ length: 1_200 }, (_, place) => ({
      amountMinor: -50_000,
      name: 'MEHMET DEMIR',
      iban: newIban(),
      text: `Giden EFT ${place}`,
    }));
    const lines = await linesOf(desk, [...debits, paying(deposit)]);
    const { given } = await readFacts(desk, lines.slice(-1));
    expect(given.debits).toHaveLength(101);
    await desk.service.statementMatcher.matchNow();
    expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'pending' });
  });

  test('transactions of other accounts and of test keys crowd no amount of an account', MANY, async () => {
    await using desk = await openDesk();
    const { service } = desk;
    const open = await desk.deposit({ userId: 'open' });
    const own = await desk.deposit();
    const accounts = await service.dependencies.db.read('listEveryAccount');
    const elsewhere = { bank_account_id: accounts.find(({ iban }) => iban !== desk.iban)?.id ?? '' };
    await copyTransaction(service, { id: open.transactionId, count: 300 }, elsewhere);
    await copyTransaction(service, { id: open.transactionId, count: 300, mark: 'test' }, { is_test: 1 });
    const { given } = await readFacts(desk, await linesOf(desk, [paying(own)]));
    expect(given.likely?.crowdedAmounts).toEqual(new Set());
    expect(given.likely?.deposits).toHaveLength(2);
  });

  test('lines that name what very many others name are decided about in smaller groups', MANY, async () => {
    await using desk = await openDesk();
    const references = Array.from({ length: 60 }, (_, place) => makeReference(1_000_003 + place * 7_919));
    const others = Array.from({ length: 6_000 }, (_, place) => ({
      amountMinor: 10_000 + place,
      name: 'SOMEBODY',
      iban: newIban(),
      text: `number ${place} ${references[place % references.length]}`,
    }));
    await linesOf(desk, others);
    const naming = (place: number): BankLine => ({
      amountMinor: 50_000 + place,
      text: references.slice(place * 30, (place + 1) * 30).join(' '),
    });
    const { given, rowCount } = await readFacts(desk, await linesOf(desk, [naming(0), naming(1), naming(0)]));
    expect(given.lines).toHaveLength(1);
    expect(rowCount).toBeLessThan(20_000);
  });

  test(
    'a file whose lines take long is decided about in several steps, each of some lines',
    MANY,
    async () => {
      await using desk = await openDesk();
      const { service } = desk;
      const open = await desk.deposit({ name: 'Ayşe Nur Yılmaz Kaya' });
      await copyTransaction(service, { id: open.transactionId, count: 200 });
      const texts = Array.from({ length: 120 }, (_, place) => `number ${place}`);
      const lines = texts.map((text) => ({ name: `AYSE N YILMAZ ${text}`, amountMinor: 50_000, text }));
      const { file } = expectData(await upload(service, camtOf({ iban: desk.iban, lines })));
      const { matching } = service.dependencies.statements;
      const decided: number[] = [];
      for await (const { decidedCount } of matching.match(file.fileId)) decided.push(decidedCount);
      expect(decided.reduce((sum, count) => sum + count, 0)).toBe(120);
      const { items } = expectData(
        await service.ask(`/v1/statement-lines?fileId=${file.fileId}&state=proposed&limit=200`, {
          as: OPERATOR,
        }),
      );
      expect(items).toHaveLength(120);
    },
  );
});

describe('killed', () => {
  const DEPOSITS = 100;
  const LINES = 4_000;

  const count = (databasePath: string, rows: string) => {
    const database = openSyncRows(databasePath);
    try {
      return Number(database.prepare(`select count(*) from ${rows}`).pluck().get());
    } finally {
      database.close();
    }
  };

  const execute = (databasePath: string, statement: string) => {
    const database = openSyncRows(databasePath);
    try {
      database.exec(statement);
    } finally {
      database.close();
    }
  };

  /** Lets an import of SQLite reach its 3,100th line and never get past it. That of PostgreSQL takes long by itself. */
  const NEVER_ENDING = `
  create trigger never_ending before insert on statement_lines when new.amount_minor = 3100 begin
    select count(*) from (
      with recursive counter (n) as (select 1 union all select n + 1 from counter) select n from counter
    );
  end`;

  // On PostgreSQL its 4,000 lines take long, and test/reconciliation/processes.test.ts has two processes at once.
  test.skipIf(onPostgres && !IS_LONG)(
    'a process that is killed in the middle of an import leaves nothing that counts, and one that is killed while it matches settles nothing twice',
    {
      timeout: 120_000,
    },
    async () => {
      using folder = temporaryFolder();
      const first = await startWithoutTimers({ folder: folder.path, clock: createClock(Date.now()) });
      const { databasePath } = first;
      const desk = await openDesk(undefined, first);
      const { iban } = desk;
      const deposits = [];
      for (let index = 0; index < DEPOSITS; index += 1) deposits.push(await desk.deposit());
      await first.stop();
      // Not before the day of the last deposit.
      const today = new Date().toISOString().slice(0, 10);
      const lines = [
        ...deposits.map(({ reference }) => ({
          amountMinor: 50_000,
          name: 'TEST USER',
          text: reference,
          date: today,
        })),
        ...Array.from({ length: LINES }, (_, index) => ({
          amountMinor: 100 + index,
          text: `x ${index}`,
          date: today,
        })),
      ];
      const file = camtOf({ iban, lines });
      if (!onPostgres) execute(databasePath, NEVER_ENDING);
      {
        await using running = await startServiceProcess(folder.path);
        const options = { as: OPERATOR, method: 'POST', body: file, sign: 'timed' } as const;
        const target = '/v1/statements?name=a';
        const sent = call(running, target, { ...options, contentType: 'application/octet-stream' });
        const lost = expect(sent).rejects.toThrow();
        await eventually(() => expect(count(databasePath, 'statement_lines')).toBeGreaterThan(1000));
        await running.kill();
        await lost;
      }
      expect(count(databasePath, "statement_files where state = 'imported'")).toBe(0);
      if (!onPostgres) execute(databasePath, 'drop trigger never_ending');
      {
        // A minute later the next import removes what is left.
        const clock = createClock(Date.now());
        await using service = await startWithoutTimers({ folder: folder.path, clock });
        expectFailure(await upload(service, file), 'error_unavailable');
        clock.advance(MINUTE_MS);
        const { file: stored } = expectData(
          await upload(service, camtOf({ iban, lines: lines.slice(0, DEPOSITS) })),
        );
        expect(stored).toMatchObject({ addedCount: DEPOSITS });
        expect(count(databasePath, 'statement_lines')).toBe(DEPOSITS);
        await importHere(service, file);
      }
      {
        await using running = await startServiceProcess(folder.path);
        await eventually(() => expect(count(databasePath, 'line_decisions')).toBeGreaterThan(0));
        await running.kill();
      }
      await using service = await startWithoutTimers({ folder: folder.path, clock: createClock(Date.now()) });
      await matchAll(service);
      const settled = await withDatabase(databasePath, (db) =>
        db.selectFrom('events').select('transaction_id').where('kind', '=', 'settle').execute(),
      );
      expect(settled).toHaveLength(DEPOSITS);
      expect(new Set(settled.map((row) => row.transaction_id)).size).toBe(DEPOSITS);
      expect(count(databasePath, "statement_lines where state = 'matched'")).toBe(DEPOSITS);
      expect(count(databasePath, "statement_lines where state = 'new'")).toBe(0);
      await expectAgreement(databasePath);
    },
  );
});
