import { expect, onTestFinished, test } from 'vitest';
import { lockCredits } from '../../db/engines/statements.ts';
import { createStatementImports } from '../../db/reconciliation/stores/statement-imports.ts';
import { type Json, startTestService } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { untilLocked } from '../support/locked-sessions.ts';
import { IS_LONG } from '../support/long.ts';
import { neverSchedule, SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { accountIdOf } from '../support/payouts/desk.ts';
import { HOLD_SECONDS } from '../support/plan-desk.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { importHere, matchAll, openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';
import { onPostgres } from '../support/test-database.ts';

const DEPOSITS = IS_LONG ? 250 : 20;

/** Deposits that are created side by side: one after another they take longer than all the rest. */
const AT_ONCE = 10;

/** Deposits that are settled by hand side by side: all at once, they would be one transaction. */
const BY_HAND_AT_ONCE = 5;

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
  const settle = async ({ transactionId }: Json): Promise<number> =>
    (await service.ask(`/v1/transactions/${transactionId}/settle`, { body: { sequence: '1' } })).status;
  /** From the last one on: the matchers come from the first one. @returns how many are settled by it. */
  async function settleByHand(): Promise<number> {
    let count = 0;
    for (let end = DEPOSITS; end > 0; end -= BY_HAND_AT_ONCE) {
      const statuses = await Promise.all(deposits.slice(end - BY_HAND_AT_ONCE, end).map(settle));
      count += statuses.filter((code) => code === 200).length;
    }
    return count;
  }
  const [byHand] = await Promise.all([settleByHand(), matchAll(service), matchAll(another ?? service)]);
  await matchAll(service);
  const settled = await settlements(databasePath);
  expect(settled).toHaveLength(DEPOSITS);
  expect(new Set(settled.map((row) => row.transaction_id)).size).toBe(DEPOSITS);
  // The lines of what was settled by hand are noted as its payments.
  const noted = await withDatabase(databasePath, (db) =>
    db.selectFrom('line_decisions').select('id').where('rule', '=', 'reference-noted').execute(),
  );
  expect(noted).toHaveLength(byHand);
  // The short form has one step of the matching, and whoever comes first may settle all.
  if (IS_LONG) {
    expect(byHand).toBeGreaterThan(0);
    expect(byHand).toBeLessThan(DEPOSITS);
  }
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
