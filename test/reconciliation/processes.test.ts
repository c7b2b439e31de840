import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockCredits } from '../../db/engines/statements.ts';
import { createStatementImports } from '../../db/reconciliation/stores/statement-imports.ts';
import { createStatementMatcher } from '../../src/reconciliation/jobs/match-statements.ts';
import type { StatementMatching } from '../../src/reconciliation/line-store.ts';
import { type Json, startTestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { untilLocked } from '../support/locked-sessions.ts';
import { IS_LONG } from '../support/long.ts';
import { neverSchedule, SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { accountIdOf } from '../support/payouts/desk.ts';
import { HOLD_SECONDS } from '../support/plan-desk.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { importHere, matchAll, openDesk, upload, useDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';
import { onPostgres } from '../support/test-database.ts';

describe('failing files', () => {
  const desk = useDesk();

  /** A matcher that runs only when it is asked to, and the lines of its log. */
  function createMatcher(matching: StatementMatching) {
    const logged: Json[] = [];
    const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const options = { matching, schedule: neverSchedule, observer: undefined, logger };
    return { ...createStatementMatcher({ ...options, runsJobs: () => true }), logged };
  }

  const TEN_MINUTES_MS = 600_000;
  let texts = 0;

  interface Imported {
    readonly fileId: string;
    readonly lineId: string;
  }

  /** Imports a file, without matching its lines. */
  async function importLines(count: number): Promise<readonly Imported[]> {
    const lines = Array.from({ length: count }, () => {
      texts += 1;
      return { amountMinor: 4_321, text: `text ${texts}` };
    });
    const { file } = expectData(await upload(desk.service, camtOf({ iban: desk.iban, lines })));
    const { items } = expectData(await desk.service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
    return items.toReversed().map(({ lineId }: Json) => ({ fileId: file.fileId, lineId }));
  }

  const importOne = async () => (await importLines(1))[0]!;
  const stateOf = async ({ lineId }: { readonly lineId: string }) => (await desk.line(lineId)).line.state;

  /** Overwrites the texts of a line, as a damaged disk could. @returns the former ones. */
  const overwrite = (lineId: string, remittance: string) =>
    withDatabase(desk.service.databasePath, async (db) => {
      const line = db.selectFrom('statement_lines').select('remittance').where('id', '=', lineId);
      const before = await line.executeTakeFirstOrThrow();
      await db.updateTable('statement_lines').set({ remittance }).where('id', '=', lineId).execute();
      return before.remittance;
    });

  test('a line at which the matching fails stops no other line, and is tried again after some minutes', async () => {
    const { matchNow, logged } = createMatcher(desk.service.dependencies.statements.matching);
    const [damaged, sibling] = (await importLines(2)) as [Imported, Imported];
    const younger = await importOne();
    const remittance = await overwrite(damaged.lineId, '{');
    await matchNow();
    await matchNow();
    expect([await stateOf(sibling), await stateOf(younger)]).toEqual(['unknown', 'unknown']);
    await overwrite(damaged.lineId, remittance);
    await matchNow();
    expect(await stateOf(damaged)).toBe('new');
    desk.service.clock.advance(TEN_MINUTES_MS);
    await matchNow();
    expect(await stateOf(damaged)).toBe('unknown');
    expect(logged).toMatchObject([
      { level: 50, lineId: damaged.lineId, msg: 'a line of a bank statement was not matched' },
    ]);
  });

  test('a file of which nothing can be decided just now stops no other file', async () => {
    const { matching } = desk.service.dependencies.statements;
    const [waiting, younger] = [await importOne(), await importOne()];
    const nothing = { lineCount: 1, decidedCount: 0, states: [], outcomes: [] };
    const { matchNow, logged } = createMatcher({
      ...matching,
      async *match(fileId) {
        if (fileId === waiting.fileId) yield nothing;
        else yield* matching.match(fileId);
      },
    });
    await matchNow();
    expect([await stateOf(waiting), await stateOf(younger)]).toEqual(['new', 'unknown']);
    expect(logged).toEqual([]);
    await createMatcher(matching).matchNow();
    expect(await stateOf(waiting)).toBe('unknown');
  });

  test('a match that is asked for while another one ends decides about the lines that came meanwhile', async () => {
    const { matching } = desk.service.dependencies.statements;
    let meanwhile: Imported | undefined;
    let again: Promise<void> | undefined;
    const { matchNow } = createMatcher({
      ...matching,
      async findUnmatched(after) {
        const found = await matching.findUnmatched(after);
        meanwhile ??= await importOne();
        again ??= matchNow();
        return found;
      },
    });
    await matchNow();
    await again;
    expect(await stateOf(meanwhile!)).toBe('unknown');
  });
});

describe('processes', () => {
  const DEPOSITS = IS_LONG ? 250 : 50;

  /** Deposits that are created side by side: one after another they take longer than all the rest. */
  const AT_ONCE = 25;

  const settlements = (databasePath: string) =>
    withDatabase(databasePath, (db) =>
      db.selectFrom('events').select(['transaction_id', 'kind']).where('kind', '=', 'settle').execute(),
    );

  test('lines that several matchers and an operator decide about at once settle each deposit once', {
    timeout: 120_000,
  }, async () => {
    // On a busy machine others wait for the locks of a step for longer than they should in production.
    await using service = await startWithoutTimers({ limits: LONG_LOCK_TIMEOUT });
    const desk = await openDesk(undefined, service);
    const { iban } = desk;
    const deposits: Json[] = [];
    while (deposits.length < DEPOSITS)
      deposits.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => desk.deposit()))));
    const lines = deposits.map(({ reference }) => ({
      amountMinor: 50_000,
      name: 'TEST USER',
      text: reference,
    }));
    expectData(await upload(service, camtOf({ iban, lines })));
    const { databasePath, folder } = service;
    // SQLite has one process: there, two calls of one process meet.
    await using another = onPostgres
      ? await startTestService({
          folder,
          limits: LONG_LOCK_TIMEOUT,
          platform: { schedule: neverSchedule, ...service.clock },
        })
      : undefined;
    const hands = deposits.slice(0, DEPOSITS / 2).map(async ({ transactionId }) => {
      const body = { sequence: '1' };
      return (await service.ask(`/v1/transactions/${transactionId}/settle`, { body })).status;
    });
    await Promise.all([matchAll(service), matchAll(another ?? service)]);
    const statuses = await Promise.all(hands);
    await matchAll(service);
    const settled = await settlements(databasePath);
    expect(settled).toHaveLength(DEPOSITS);
    expect(new Set(settled.map((row) => row.transaction_id)).size).toBe(DEPOSITS);
    // The lines of what was settled by hand are noted as its payments.
    const byHand = statuses.filter((code) => code === 200).length;
    const noted = await withDatabase(databasePath, (db) =>
      db.selectFrom('line_decisions').select('id').where('rule', '=', 'reference-noted').execute(),
    );
    expect(noted).toHaveLength(byHand);
    await expectAgreement(databasePath);
  });

  test.runIf(onPostgres)(
    'plans that are due wait for the credits of their lines before they lock the end of the feed',
    async () => {
      await using service = await startWithoutTimers({ limits: LONG_LOCK_TIMEOUT });
      const desk = await openDesk(undefined, service);
      const [byHand, byLine] = [await desk.deposit(), await desk.deposit()];
      const holdSeconds = String(HOLD_SECONDS);
      const [{ lineId }] = (await desk.receive({ amountMinor: 50_001, text: 'rent' })) as [Json];
      await service.transition('settle', byHand.transactionId, { fields: { sequence: '1', holdSeconds } });
      const { transactionId } = byLine;
      expectData(await desk.decide('confirm', lineId, { transactionId, holdSeconds: HOLD_SECONDS }));
      service.clock.advance(HOLD_SECONDS * SECOND_MS);
      const accountId = await accountIdOf(desk);
      const watching = await connectPostgres(service.databasePath);
      onTestFinished(() => watching.end());
      const unlocked = await withDatabase(service.databasePath, (db) =>
        db.transaction().execute(async (trx) => {
          await lockCredits(trx, [accountId]);
          const run = service.planRunner.runNow();
          await untilLocked(watching, 1);
          const { rows } = await watching.query('select * from feed_tip for update skip locked');
          return { run, rows };
        }),
      );
      await unlocked.run;
      expect(unlocked.rows).toHaveLength(1);
      for (const one of [byHand, byLine])
        expect(await desk.transaction(one.transactionId)).toMatchObject({ status: 'successful' });
    },
  );

  test('a file that two processes import at once is stored once', async () => {
    await using desk = await openDesk();
    const { service, iban } = desk;
    const file = camtOf({
      iban,
      lines: [
        { amountMinor: 100, text: 'a' },
        { amountMinor: 100, text: 'a' },
      ],
    });
    const all = await Promise.allSettled([1, 2, 3].map(() => importHere(service, file)));
    const stored = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(stored.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ type: 'error_unavailable' });
    expect((await importHere(service, file)).isRepeat).toBe(true);
    await expectAgreement(service.databasePath);
  });

  test('an import that is under way is kept by another process whose clock is behind', async () => {
    await using desk = await openDesk();
    const { engine, dependencies } = desk.service;
    const { newId, nowMs, steadyNowMs } = dependencies.runtime;
    const fileOf = (id: string) => ({
      ...({ id, name: 'a.xml', sha256: id.repeat(2), sizeBytes: 1, format: 'camt' } as const),
      profileId: null,
      clientId: null,
      createdAtMs: nowMs(),
    });
    const running = createStatementImports(engine, { nowMs, steadyNowMs });
    const behind = createStatementImports(engine, {
      nowMs: () => nowMs() - 5_000,
      steadyNowMs: () => steadyNowMs() - 5_000,
    });
    const id = newId();
    expect(await running.begin(fileOf(id))).toEqual({ kind: 'begun' });
    expect(await behind.begin(fileOf(newId()))).toEqual({ kind: 'busy' });
    expect(await running.finish(id, { audit: undefined, importer: null })).toMatchObject({ id });
  });
});
