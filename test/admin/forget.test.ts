import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { cliJson, expectOneLine, runCli } from '../support/cli.ts';
import { createClient, newIban } from '../support/entities.ts';
import {
  type ManualClockService,
  startManualClockService,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { accountIdOf, fileIdOf, groupOf, type PayoutCalls, payoutCalls } from '../support/payouts/desk.ts';
import { payment, reason, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { storedText } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const FORGOTTEN = '[forgotten]';

describe('forget', () => {
  const PERSON = {
    userId: 'ada-1815',
    userName: 'ada.lovelace',
    name: 'Ada Lovelace',
    accountName: 'Augusta Ada King',
    iban: 'tr33 0006 1005 1978 6457 8413 26',
  };

  const TRACES = /lovelace|augusta|8413 26|TR330006100519786457841326/i;
  const { userId, userName, name } = PERSON;

  /** Everything that is stored about transactions, as text. */
  function stored(databasePath: string): Promise<string> {
    return storedText(databasePath, ['transactions', 'events', 'callbacks', 'callback_attempts']);
  }

  const settle = (service: ManualClockService, id: string) =>
    service.transition('settle', id, { fields: { sequence: '1' } });

  test('ended transactions and responses of receivers lose the person, and keep amounts, ids, hashes and states', async () => {
    await using receiver = await startReceiver();
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(receiver);
    receiver.respondWith(status(200, {}, 'thank you, Ada Lovelace'));
    const deposit = await service.deposit(merchant, { userId, userName, name });
    const withdrawal = await service.withdraw(merchant, PERSON);
    await settle(service, deposit.transactionId);
    await settle(service, withdrawal.transactionId);
    await service.callbackWorker.idle();
    const bystander = await service.deposit(merchant);
    expect(await stored(service.databasePath)).toMatch(TRACES);

    const report = await cliJson(service.databasePath, 'people', 'forget', userId);
    expect(report).toEqual({ appKey: merchant.appKey, userId, forgotten: 2, left: [], payoutNumbers: [] });
    expect(await stored(service.databasePath)).not.toMatch(TRACES);
    const read = async (id: string): Promise<Json> =>
      expectData(await service.ask(`/v1/transactions/${id}`, { as: merchant }));
    const names = { userName: FORGOTTEN, name: FORGOTTEN, convertedName: FORGOTTEN };
    const { url: _, status: __, ...kept } = deposit;
    expect(await read(deposit.transactionId)).toMatchObject({ ...kept, ...names, status: 'successful' });
    expect(await read(withdrawal.transactionId)).toMatchObject({
      ...withdrawal,
      ...names,
      accountName: FORGOTTEN,
      iban: FORGOTTEN,
      status: 'successful',
      sequence: 2,
    });
    expect(await read(bystander.transactionId)).toMatchObject(bystander);
    expect(await cliJson(service.databasePath, 'people', 'forget', userId)).toMatchObject({ forgotten: 0 });
    await expectAgreement(service.databasePath);
  });

  // On PostgreSQL the server removes old versions of rows by itself, when nobody needs them.
  test.skipIf(onPostgres)('no page of the file keeps the data after a checkpoint of its log', async () => {
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(undefined);
    // Rows of others in the same pages: a page with one row is written again as a whole.
    for (let index = 0; index < 6; index += 1) {
      const { transactionId } = await service.withdraw(
        merchant,
        index % 3 === 1 ? PERSON : { iban: newIban() },
      );
      await settle(service, transactionId);
    }
    const checkpoint = () => {
      const database = new Sqlite(service.databasePath);
      database.pragma('wal_checkpoint(truncate)');
      database.close();
    };
    checkpoint();
    expect(readFileSync(service.databasePath, 'latin1')).toMatch(TRACES);
    await cliJson(service.databasePath, 'people', 'forget', userId);
    checkpoint();
    expect(readFileSync(service.databasePath, 'latin1')).not.toMatch(TRACES);
  });

  testOnce(
    'a repeat of a forgotten processId is answered as stored, and other content is still a conflict',
    async () => {
      await using service = await startManualClockService();
      const merchant = await service.merchantOf(undefined);
      const requests = [
        [DEPOSIT, depositFields({ userId, userName, name })],
        [WITHDRAW, withdrawalFields(PERSON)],
      ] as const;
      for (const [target, body] of requests) {
        const { transactionId } = expectData(await service.ask(target, { as: merchant, body }));
        await settle(service, transactionId);
        await cliJson(service.databasePath, 'people', 'forget', userId);
        const send = (changes: Readonly<Record<string, string>>) =>
          service.ask(target, { as: merchant, body: { ...body, ...changes } });
        const repeat = expectData(await send({}));
        expect(repeat).toMatchObject({ transactionId, name: FORGOTTEN, status: 'successful' });
        // The service has kept no name to compare another one with.
        expect(expectData(await send({ name: 'Charles Babbage' }))).toMatchObject({ transactionId });
        expectFailure(await send({ amount: '501' }), 'error_process_id_conflict');
        expectFailure(await send({ userId: 'somebody-else' }), 'error_process_id_conflict');
      }
      // A name that reads like the mark is a name.
      const body = depositFields({ name: FORGOTTEN, userName: FORGOTTEN });
      expectData(await service.ask(DEPOSIT, { as: merchant, body }));
      expectFailure(
        await service.ask(DEPOSIT, { as: merchant, body: { ...body, name: 'Other' } }),
        'error_process_id_conflict',
      );
    },
  );

  testOnce(
    'a transaction that is pending or has a callback to deliver is left alone, and listed until it has ended',
    async () => {
      await using receiver = await startReceiver();
      await using service = await startManualClockService();
      const merchant = await service.merchantOf(receiver);
      receiver.respondWith(status(500));
      const pending = await service.deposit(merchant, { userId, userName, name });
      const untold = await service.withdraw(merchant, PERSON);
      await settle(service, untold.transactionId);
      await service.callbackWorker.idle();
      const left = [
        { transactionId: pending.transactionId, reason: 'pending' },
        { transactionId: untold.transactionId, reason: 'callback_pending' },
      ];
      expect(await cliJson(service.databasePath, 'people', 'forget', userId)).toMatchObject({
        forgotten: 0,
        left,
      });
      receiver.respondWith(status(204));
      await service.transition('reject', pending.transactionId, { fields: { sequence: '1' } });
      service.clock.advance(60_000);
      await service.planRunner.runNow();
      await service.callbackWorker.idle();
      expect(JSON.parse(receiver.deliveries.at(-1)?.body ?? '')).toMatchObject({ name });
      expect(await cliJson(service.databasePath, 'people', 'forget', userId)).toMatchObject({
        forgotten: 2,
        left: [],
      });
    },
  );

  test('a transaction that has a plan or changed meanwhile is left as it is', async () => {
    await using service = await startWithoutTimers();
    const merchant = await service.merchantOf(undefined);
    const person = { clientId: merchant.id, userId };
    const left = () => service.dependencies.db.read('listUnforgotten', { person, limit: 5 });
    const { transactionId } = await service.withdraw(merchant, PERSON);
    await service.transition('settle', transactionId, { fields: { sequence: '1' } });
    const reverse = { sequence: '2', reason: 'words about them', holdSeconds: '8' };
    await service.transition('reverse', transactionId, { fields: reverse });
    const report = await cliJson(service.databasePath, 'people', 'forget', userId);
    expect(report).toMatchObject({ forgotten: 0, left: [{ transactionId, reason: 'planned' }] });
    service.clock.advance(60_000);
    await service.planRunner.runNow();
    await service.callbackWorker.idle();
    expect(await left()).toEqual([{ transactionId, reason: 'changed' }]);
    await cliJson(service.databasePath, 'people', 'forget', userId);
    expect(await left()).toEqual([]);
  });

  testOnce(
    'of several clients with the userId one must be named, and only its user is forgotten',
    async () => {
      await using service = await startManualClockService();
      const { databasePath } = service;
      const [one, other] = [await createClient(service), await createClient(service)];
      for (const as of [one, other]) {
        const { transactionId } = await service.withdraw(as, PERSON);
        await settle(service, transactionId);
      }
      const refused = expectOneLine(await runCli(['people', 'forget', userId], { databasePath }), 1);
      expect(refused).toContain(`(${one.appKey}, ${other.appKey})`);
      const query = `mutation { forgetPerson(userId: "${userId}", appKey: "${one.appKey}") { forgotten left { reason } } }`;
      expect(await service.graphql(ADMIN, query)).toEqual({ forgetPerson: { forgotten: 1, left: [] } });
      const { json } = await service.ask('/v1/transactions', { as: other });
      expect(json.data.items).toMatchObject([{ name, iban: PERSON.iban }]);
      for (const words of [['nobody-has-this'], [userId, '--client', 'unknown']])
        expectOneLine(await runCli(['people', 'forget', ...words], { databasePath }), 1);
    },
  );

  testOnce('an entry of the blacklist stays when its user is forgotten', async () => {
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(undefined);
    const { transactionId } = await service.withdraw(merchant, PERSON);
    await settle(service, transactionId);
    await cliJson(service.databasePath, 'blacklist', 'add', '--kind', 'userId', '--value', userId);
    await cliJson(service.databasePath, 'people', 'forget', userId);
    const body = withdrawalFields(PERSON);
    expectFailure(await service.ask(WITHDRAW, { as: merchant, body }), 'error_transaction_blacklisted');
  });
});

describe('forget words', () => {
  const PERSON = { userId: 'ada-1815', userName: 'ada.lovelace', name: 'Ada Lovelace' };
  const WORDS = 'Ada Lovelace asked for TR33 0006 1005 1978 6457 8413 26';
  const TRACES = /lovelace|8413 26/i;
  const tables = [
    ...(['transactions', 'events', 'callbacks', 'callback_attempts', 'notes', 'audit'] as const),
  ];

  /** Everything that is stored about transactions, as text. */
  function stored({ databasePath }: ManualClockService): Promise<string> {
    return storedText(databasePath, tables);
  }

  const forget = ({ databasePath }: ManualClockService): Promise<Json> =>
    cliJson(databasePath, 'people', 'forget', PERSON.userId) as Promise<Json>;

  const note = async (service: ManualClockService, id: string, text: string) =>
    expectData(await service.ask(`/v1/transactions/${id}/notes`, { as: ADMIN, body: { text } }));

  async function open() {
    const service = await startWithoutTimers();
    const merchant = await service.merchantOf(undefined);
    const deposit = await service.deposit(merchant, PERSON);
    return { service, merchant, id: deposit.transactionId as string, url: deposit.url as string };
  }

  async function saveTemplate(service: ManualClockService, text: string): Promise<void> {
    const query = `mutation ($text: String!) {
    saveReasonTemplate(input: { text: $text, kind: reject, seenBy: merchant }) { id }
  }`;
    await service.graphql(ADMIN, query, { text });
  }

  test('notes and reasons of operators are forgotten, whoever they were for', async () => {
    const { service, merchant, id } = await open();
    await using _service = service;
    await note(service, id, WORDS);
    await service.transition('reject', id, { fields: { sequence: '1', reason: WORDS, seenBy: 'payer' } });
    await service.transition('correct', id, { fields: { sequence: '2', reason: WORDS, seenBy: 'nobody' } });
    await service.transition('reverse', id, { fields: { sequence: '3', reason: WORDS } });
    const bystander = await service.deposit(merchant);
    const others = { sequence: '1', reason: 'Somebody else asked' };
    await service.transition('reject', bystander.transactionId, { fields: others });
    expect(await stored(service)).toMatch(TRACES);

    expect(await forget(service)).toMatchObject({ forgotten: 1, left: [] });
    expect(await stored(service)).not.toMatch(TRACES);
    const read = expectData(await service.ask(`/v1/transactions/${id}`, { as: ADMIN }));
    expect(read).toMatchObject({ status: 'unsuccessful', statusReason: FORGOTTEN, endedAs: 'reversed' });
    expect(read.notes).toMatchObject([{ text: FORGOTTEN, author: 'Demo admin' }]);
    const { items } = expectData(await service.ask(`/v1/events?transactionId=${id}`, { as: ADMIN }));
    expect(items).toMatchObject([
      { change: 'reject', statusReason: FORGOTTEN, internalReason: null, seenBy: 'payer' },
      { change: 'correct', statusReason: null, internalReason: FORGOTTEN, seenBy: 'nobody' },
      { change: 'reverse', statusReason: FORGOTTEN, internalReason: null },
    ]);
    const other = expectData(
      await service.ask(`/v1/transactions/${bystander.transactionId}`, { as: merchant }),
    );
    expect(other).toMatchObject({ statusReason: 'Somebody else asked' });
    await expectAgreement(service.databasePath);
  });

  test('the audit log never has the words of operators, since its rows cannot change', async () => {
    const { service, id } = await open();
    await using _service = service;
    await service.transition('reject', id, { fields: { sequence: '1', reason: WORDS } });
    await service.transition('correct', id, { fields: { sequence: '2', reason: WORDS, seenBy: 'nobody' } });
    const values = (await readAudit(service.databasePath)).map((row) => JSON.parse(row.after_json ?? 'null'));
    expect(values).toMatchObject([
      { status: 'unsuccessful', statusReason: '[in the history]' },
      { status: 'successful', statusReason: null, seenBy: 'nobody' },
    ]);
    expect(JSON.stringify(await readAudit(service.databasePath))).not.toMatch(TRACES);
  });

  test('reasons of the service and of templates name nobody, and stay', async () => {
    const { service, merchant, id } = await open();
    await using _service = service;
    await saveTemplate(service, 'The sender has another name');
    const reason = 'The sender has another name';
    await service.transition('reject', id, { fields: { sequence: '1', reason } });
    const second = await service.deposit(merchant, PERSON);
    await service.transition('reject', second.transactionId, { fields: { sequence: '1' } });
    expect(await forget(service)).toMatchObject({ forgotten: 2 });
    const reasonOf = async (transactionId: string) =>
      expectData(await service.ask(`/v1/transactions/${transactionId}`, { as: merchant })).statusReason;
    expect(await reasonOf(id)).toBe(reason);
    expect(await reasonOf(second.transactionId)).toBe('rejected_by_operator');
  });

  test('the payment page of a forgotten person shows neither the reason nor a placeholder', async () => {
    const { service, id, url } = await open();
    await using _service = service;
    await service.transition('reject', id, { fields: { sequence: '1', reason: WORDS, seenBy: 'payer' } });
    const page = async () => (await fetch(service.url + new URL(url).pathname)).text();
    expect(await page()).toContain(WORDS);
    await forget(service);
    expect(await page()).not.toContain(WORDS);
    expect(await page()).not.toContain(FORGOTTEN);
  });

  test('what is written later about a forgotten person is forgotten by the next call', async () => {
    const { service, id } = await open();
    await using _service = service;
    await service.transition('settle', id, { fields: { sequence: '1' } });
    expect(await forget(service)).toMatchObject({ forgotten: 1 });
    await note(service, id, WORDS);
    await service.transition('reverse', id, { fields: { sequence: '2', reason: WORDS } });
    expect(await stored(service)).toMatch(TRACES);
    expect(await forget(service)).toMatchObject({ forgotten: 1, left: [] });
    expect(await stored(service)).not.toMatch(TRACES);
    expect(await forget(service)).toMatchObject({ forgotten: 0, left: [] });
    await expectAgreement(service.databasePath);
  });
});

describe('forget payouts', () => {
  const PERSON = { userId: 'ada-1815', name: 'Ada Lovelace', iban: 'TR330006100519786457841326' };

  let desk: Desk;
  let payouts: PayoutCalls;
  beforeAll(async () => {
    desk = await openDesk();
    const accountId = await accountIdOf(desk);
    payouts = payoutCalls(
      () => desk.service,
      () => accountId,
    );
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  const forget = (userId: string): Promise<Json> =>
    cliJson(
      desk.service.databasePath,
      'people',
      'forget',
      userId,
      '--client',
      MERCHANT.appKey,
    ) as Promise<Json>;

  /** Pays a withdrawal of a person by a batch. */
  async function paid(userId: string): Promise<Json> {
    const { transactionId } = await desk.service.withdraw(MERCHANT, { ...PERSON, userId });
    return payouts.exported([transactionId]);
  }

  test('the response names the batches whose files still have the payee', async () => {
    const batch = await paid('ada-1');
    await paid('somebody-else');
    const [row] = batch.rows;
    await desk.receive({ amountMinor: -100 * row.amount, endToEndId: row.endToEndId });
    expect(await forget('ada-1')).toMatchObject({ forgotten: 1, left: [], payoutNumbers: [batch.number] });
    expect(await forget('ada-1')).toMatchObject({ forgotten: 0, payoutNumbers: [batch.number] });
    const words = ['people', 'forget', 'ada-1', '--client', MERCHANT.appKey];
    const { stdout } = await runCli(words, { databasePath: desk.service.databasePath });
    expect(stdout).toContain(`file of batch ${batch.number}`);
  });

  test('the reason in the words of a bank that refused a payout is forgotten', async () => {
    const batch = await paid('ada-2');
    const [{ endToEndId, transactionId }] = batch.rows;
    const refused = transaction(endToEndId, 'RJCT', reason('AC04', 'Ada Lovelace is unknown'));
    const file = statusFile({ original: fileIdOf(batch), payments: payment(refused, groupOf(batch)) });
    expectData(await upload(desk.service, Buffer.from(file), 'name=answer.xml'));
    const fields = { sequence: '1', reason: 'The bank refused' };
    await desk.service.transition('reject', transactionId, { fields });
    expect(await storedText(desk.service.databasePath, ['payout_rows'])).toContain('Ada Lovelace is unknown');
    await forget('ada-2');
    expect(await storedText(desk.service.databasePath, ['payout_rows'])).not.toContain('Ada');
  });

  test('the batch of a refund is named for the payer whose money it returned', async () => {
    const { transactionId, reference } = await desk.deposit({ userId: 'ada-3', name: PERSON.name });
    const credit = { amountMinor: 49_000, name: 'ADA LOVELACE', iban: PERSON.iban, text: reference };
    const [line] = await desk.receive(credit);
    const asked = await desk.decide('give-back', line.lineId, { reason: 'It was too little' });
    expectData(asked);
    const [refund] = expectData(
      await desk.service.ask(`/v1/statement-lines/${line.lineId}/refunds`, { as: OPERATOR }),
    );
    const batch = await payouts.exported([refund.refundId]);
    const [row] = batch.rows;
    await desk.receive({ amountMinor: -100 * row.amount, endToEndId: row.endToEndId });
    await desk.service.transition('reject', transactionId, { fields: { sequence: '1' } });
    const { databasePath } = desk.service;
    const report = await cliJson(databasePath, 'people', 'forget', 'ada-3');
    expect(report).toMatchObject({ forgotten: 1, payoutNumbers: [batch.number] });
  });
});
