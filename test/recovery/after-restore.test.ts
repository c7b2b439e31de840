import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESTORED } from '../../db/sql/metadata.ts';
import { endToEndIdOf } from '../../src/payouts/domain/file-ids.ts';
import {
  ADMIN,
  createClock,
  DEMO_BANK_ID,
  type Json,
  MERCHANT,
  OPERATOR,
  temporaryFolder,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { makeBackedUpDatabase } from '../support/backups.ts';
import { cliJson, runCli } from '../support/cli.ts';
import { createAccount, createClient } from '../support/entities.ts';
import {
  DAY_MS,
  type ManualClockService,
  paymentOf,
  startManualClockService,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { debitOf, wholeOf } from '../support/payouts/desk.ts';
import { startReceiver } from '../support/receiver.ts';
import { importHere } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

const post = (service: ManualClockService, path: string, body: Json, as = OPERATOR) =>
  service.ask(path, { as, json: body });

const readAt = async (service: ManualClockService, path: string): Promise<Json> =>
  expectData(await service.ask(path));

const statusOf = async (service: ManualClockService, id: string): Promise<string> =>
  (await readAt(service, `/v1/transactions/${id}`)).status;

const highestNumber = (databasePath: string) =>
  withDatabase(databasePath, async (db) => {
    const { number } = await db
      .selectFrom('transactions')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirstOrThrow();
    return Number(number);
  });

describe('a database after its restore', () => {
  let service: ManualClockService;
  let accountId: string;
  let iban: string;
  let batch: Json;
  let grouped: Json;
  let sent: Json;
  let report: Json;
  let held: string;
  let claimed: string;
  let lost: Record<string, string>;
  let deposit: string;
  let planned: string;
  let ended: string;
  let numberBefore: number;
  beforeAll(async () => {
    // The command line has the clock of the machine.
    service = await startManualClockService({ clock: createClock(Date.now() - 60_000) });
    ({ id: accountId, iban } = await createAccount(service, { bankId: DEMO_BANK_ID }));
    const prepare = async (...transactionIds: readonly string[]) =>
      expectData(await post(service, '/v1/payouts', { transactionIds, accountId }));
    const withdraw = async () => (await service.withdraw(MERCHANT)).transactionId;
    batch = await prepare(await withdraw());
    grouped = await prepare(await withdraw(), await withdraw());
    const inFile = (await service.withdraw(MERCHANT)).transactionId;
    sent = expectData(await post(service, '/v1/payouts', { transactionIds: [inFile], accountId }));
    for (const step of ['approve', 'export']) expectData(await decide(step, ADMIN));
    held = (await service.withdraw(MERCHANT)).transactionId;
    claimed = (await service.withdraw(MERCHANT)).transactionId;
    lost = withdrawalFields();
    ended = (await service.withdraw(MERCHANT)).transactionId;
    expectData(await cancelling(ended));
    expectData(await post(service, `/v1/transactions/${claimed}/claim`, {}));
    deposit = (await service.deposit(MERCHANT)).transactionId;
    planned = (await service.deposit(MERCHANT)).transactionId;
    await service.transition('settle', planned, { fields: { sequence: '1', holdSeconds: '30' } });
    numberBefore = await highestNumber(service.databasePath);
    report = await cliJson(service.databasePath, 'after-restore');
    service.clock.advance(120_000);
  });
  afterAll(() => service.stop());

  const decide = (step: string, as = OPERATOR) =>
    post(service, `/v1/payouts/${sent.payoutId}/${step}`, { contentHash: sent.contentHash }, as);
  const cancelling = (id: string, as = MERCHANT) => post(service, `/v1/transactions/${id}/cancel`, {}, as);
  const isHeld = [{ code: 'restored' }];

  test('gives numbers to transactions that are far beyond all that were given out', async () => {
    await service.deposit(MERCHANT);
    expect(await highestNumber(service.databasePath)).toBe(report.numbers.transactions + 1);
    expect(report.numbers.transactions).toBeGreaterThan(numberBefore + 10_000_000);
    await service.deposit(MERCHANT);
    expect(await highestNumber(service.databasePath)).toBe(report.numbers.transactions + 2);
  });

  test('rejects the batches that may have been given to the bank', async () => {
    expect(report.rejectedBatches).toEqual([batch.number, grouped.number]);
    const { state, rejectReason } = await readAt(service, `/v1/payouts/${batch.payoutId}`);
    expect({ state, rejectReason }).toMatchObject({
      state: 'rejected',
      rejectReason: expect.stringContaining('restored from a backup'),
    });
    const body = { contentHash: batch.contentHash };
    const approved = await post(service, `/v1/payouts/${batch.payoutId}/approve`, body, ADMIN);
    expectFailure(approved, 'error_transition_not_allowed');
  });

  test('carries out no planned decision, which may have been undone since, and says so in the audit log', async () => {
    expect(report.undonePlans).toBe(1);
    await service.planRunner.runNow();
    expect(await statusOf(service, planned)).toBe('pending');
    const rows = await readAudit(service.databasePath);
    expect(rows.filter((row) => row.operation === 'afterRestore')[0]).toMatchObject({
      target_id: planned,
      before_json: '{"planned":"successful"}',
      after_json: '{"planned":null}',
    });
  });

  test('holds what may have been paid since, from batches and from claims', async () => {
    expect(report.held).toEqual({ withdrawals: 6, refunds: 0 });
    const prepared = await post(service, '/v1/payouts', { transactionIds: [held], accountId });
    const { fields } = expectFailure(prepared, 'error_validation');
    expect(fields).toMatchObject([{ params: { reason: 'restored' } }]);
    const refused = expectFailure(
      await post(service, `/v1/transactions/${held}/claim`, {}),
      'error_transition_not_allowed',
    );
    expect(refused.message).toContain('is held since the database was restored');
  });

  test('lets no merchant cancel a withdrawal of a batch that may have been given to the bank', async () => {
    const refused = await cancelling(batch.rows[0].transactionId);
    expect(expectFailure(refused, 'error_transition_not_allowed').fields).toMatchObject(isHeld);
    expect(await statusOf(service, batch.rows[0].transactionId)).toBe('pending');
  });

  test('lets no merchant cancel a withdrawal that may repeat a lost one', async () => {
    const { transactionId } = await service.withdraw(MERCHANT);
    const refused = await cancelling(transactionId);
    expect(expectFailure(refused, 'error_transition_not_allowed').fields).toMatchObject(isHeld);
  });

  test('lets the desk reject a withdrawal that repeats one which was paid', async () => {
    const { transactionId } = await service.withdraw(MERCHANT);
    const rejecting = { sequence: 1, reason: 'It was paid before' };
    expectData(await post(service, `/v1/transactions/${transactionId}/reject`, rejecting));
  });

  test('answers the repeat of a cancel that happened before', async () => {
    const cancelled = expectData(await cancelling(ended));
    expect(cancelled).toMatchObject({ status: 'unsuccessful', statusReason: 'cancelled_by_client' });
  });

  test('lets tests be cancelled, for which no money moves', async () => {
    const as = await createClient(service, { isTest: true });
    const { transactionId } = await service.withdraw(as);
    expectData(await cancelling(transactionId, as));
  });

  test('lets deposits be cancelled, which takes money from nobody', async () => {
    const { transactionId } = await service.deposit(MERCHANT);
    expectData(await cancelling(transactionId));
  });

  test.each(['file', 'file/raw'])(
    'gives nobody the %s of a batch, whose payouts may be in another',
    async (path) => {
      const asked = await service.ask(`/v1/payouts/${sent.payoutId}/${path}`);
      expect(expectFailure(asked, 'error_validation').fields).toMatchObject([
        { path: 'payoutId', code: 'restored' },
      ]);
    },
  );

  test('exports no batch once more', async () => {
    expect(expectFailure(await decide('export', ADMIN), 'error_validation').fields).toMatchObject(isHeld);
  });

  test('lets an operator report that they paid a withdrawal before', async () => {
    const paid = { sequence: 1, ...(await paymentOf(service)) };
    const settled = expectData(await post(service, `/v1/transactions/${claimed}/settle`, paid));
    expect(settled).toMatchObject({ status: 'successful' });
  });

  test.each<[string, () => Json, (of: Json) => BankLine]>([
    ['the debit with the id of a payout', () => batch, ({ rows }) => debitOf(rows[0])],
    ['the debit of a whole batch', () => grouped, (of) => wholeOf(of)],
  ])('lets %s settle what it holds, which was in a lost file', async (_, of, debit) => {
    const lines = [{ date: new Date(service.clock.nowMs()).toISOString().slice(0, 10), ...debit(of()) }];
    await importHere(service, camtOf({ iban, lines }));
    await service.statementMatcher.matchNow();
    for (const { transactionId } of of().rows)
      expect(await statusOf(service, transactionId)).toBe('successful');
    await expectAgreement(service.databasePath);
  });

  test('holds a withdrawal that its client creates again, since the lost one may have been paid', async () => {
    const { transactionId } = await service.withdraw(MERCHANT, lost);
    const prepared = await post(service, '/v1/payouts', { transactionIds: [transactionId], accountId });
    expect(expectFailure(prepared, 'error_validation').fields).toMatchObject([
      { params: { reason: 'restored' } },
    ]);
    expectFailure(
      await post(service, `/v1/transactions/${transactionId}/claim`, {}),
      'error_transition_not_allowed',
    );
    expect(await readAt(service, '/v1/payouts/payable')).toEqual([]);
  });

  test('lets its deposits wait for the lines of the bank, and those of after it expire', async () => {
    const { transactionId } = await service.deposit(MERCHANT);
    service.clock.advance(DAY_MS);
    await service.sweeper.sweep();
    expect(await statusOf(service, deposit)).toBe('pending');
    expect(await statusOf(service, transactionId)).toBe('unsuccessful');
  });

  test('ends none of them for a new deposit of its user, since it may have been paid', async () => {
    const { userId } = await readAt(service, `/v1/transactions/${deposit}`);
    service.clock.advance(DAY_MS);
    const again = await service.deposit(MERCHANT, { userId });
    expect(again).toMatchObject({ transactionId: deposit, status: 'pending', alreadyPending: true });
    expect(await service.events(deposit)).toEqual([]);
  });

  test('goes on to pay, and to expire deposits, when an admin says so', async () => {
    expect(await cliJson(service.databasePath, 'after-restore', '--resume')).toEqual({ resumed: true });
    expectData(await post(service, `/v1/transactions/${held}/claim`, {}));
    const { stdout } = await runCli(['after-restore', '--resume'], service);
    expect(stdout).toMatch(/^Database: [^\n]+\nNo restore holds payouts[.]/);
    expectData(await cancelling((await service.withdraw(MERCHANT)).transactionId));
    expectData(await service.ask(`/v1/payouts/${sent.payoutId}/file`));
    await service.sweeper.sweep();
    expect(await statusOf(service, deposit)).toBe('unsuccessful');
    await expectAgreement(service.databasePath);
  });

  test('pays then with ids that no bank has seen', async () => {
    const { transactionId } = await service.withdraw(MERCHANT);
    const next = expectData(
      await post(service, '/v1/payouts', { transactionIds: [transactionId], accountId }),
    );
    expect(next.number).toBe(report.numbers.batches + 1);
    expect(next.number).toBeGreaterThan(batch.number + 10_000);
    expect(next.rows).toMatchObject([{ endToEndId: endToEndIdOf(next.number, 1) }]);
    await expectAgreement(service.databasePath);
  });

  test('gives no file and lists nothing as payable once its server has lost commits, until after-restore', async () => {
    await service.withdraw(MERCHANT);
    const set = (values: readonly { readonly key: string; readonly value: string }[]) =>
      withDatabase(service.databasePath, async (db) => {
        await db.deleteFrom('metadata').where('key', '=', RESTORED.commitsLost).execute();
        if (values.length > 0) await db.insertInto('metadata').values(values).execute();
      });
    await set([{ key: RESTORED.commitsLost, value: '1' }]);
    const read = await service.ask(`/v1/payouts/${sent.payoutId}/file`);
    expect(expectFailure(read, 'error_validation').fields).toMatchObject([{ code: 'restored' }]);
    expect(await readAt(service, '/v1/payouts/payable')).toEqual([]);
    await set([]);
    expectData(await service.ask(`/v1/payouts/${sent.payoutId}/file`));
  });
});

describe('the restore of a backup', () => {
  testOnce('gives no reference twice that was given out after it, however often it is restored', async () => {
    using folder = temporaryFolder();
    const copy = join(folder.path, 'copy.db');
    const given: string[] = [];
    const give = async (service: ManualClockService) => {
      const { transactionId } = await service.deposit(MERCHANT);
      given.push((await readAt(service, `/v1/transactions/${transactionId}`)).reference);
    };
    let databasePath = '';
    for (let restores = 0; restores < 3; restores += 1) {
      await using service = await startManualClockService({ folder: folder.path });
      databasePath = service.databasePath;
      await give(service);
      if (restores === 0) await cliJson(databasePath, 'backup', copy);
      await give(service);
      await service.stop();
      await cliJson(databasePath, 'restore', copy);
    }
    expect(new Set(given).size).toBe(given.length);
    await expectAgreement(databasePath);
  });

  testOnce('goes on beyond the numbers of the database that it replaces', async () => {
    using folder = temporaryFolder();
    const { databasePath, copy } = await makeBackedUpDatabase(folder.path);
    await withDatabase(databasePath, async (db) => {
      await db
        .insertInto('metadata')
        .values({ key: 'restored_transaction_number', value: '2000000000' })
        .execute();
      await db.insertInto('metadata').values({ key: 'restored_batch_number', value: '3000000' }).execute();
    });
    expect(await cliJson(databasePath, 'restore', copy)).toMatchObject({
      numbers: { transactions: 2_010_000_000, batches: 3_010_000 },
    });
  });

  testOnce('refuses the cursor of a lost event, and skips no event', async () => {
    using folder = temporaryFolder();
    await using receiver = await startReceiver();
    const first = await startManualClockService({ folder: folder.path });
    const merchant = await first.merchantOf(receiver);
    const settle = async (service: ManualClockService) => {
      const { transactionId } = await service.deposit(merchant);
      await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    };
    await settle(first);
    const copy = join(folder.path, 'copy.db');
    await cliJson(first.databasePath, 'backup', copy);
    const feed = async (service: ManualClockService, after = '') =>
      service.ask(`/v1/events${after && `?after=${after}`}`, { as: merchant });
    const known = expectData(await feed(first)).items.at(-1).eventId;
    await settle(first);
    const lost = expectData(await feed(first)).items.at(-1).eventId;
    await first.stop();
    await cliJson(first.databasePath, 'restore', copy);
    await using second = await startManualClockService({ folder: folder.path });
    await settle(second);
    await settle(second);
    expect(expectFailure(await feed(second, lost), 'error_validation').fields).toMatchObject([
      { path: 'after' },
    ]);
    expect(expectData(await feed(second, known)).items).toHaveLength(2);
  });
});
