import { readFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ADMIN, DEPOSIT, depositFields, type Json, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { cliJson, expectOneLine, runCli } from '../support/cli.ts';
import { createClient, newIban } from '../support/entities.ts';
import {
  type ManualClockService,
  startManualClockService,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { storedText } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

const FORGOTTEN = '[forgotten]';
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

test('a person is forgotten in ended transactions and in what receivers said, and amounts, ids, hashes and states stay', async () => {
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
  expect(report).toEqual({ appKey: merchant.appKey, userId, forgotten: 2, left: [] });
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
test.skipIf(onPostgres)(
  'no page of the file keeps the data once the log has been written into it',
  async () => {
    await using service = await startManualClockService();
    const merchant = await service.merchantOf(undefined);
    // Rows of others in the same pages: a page with one row is written again as a whole.
    for (let index = 0; index < 12; index += 1) {
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
  },
);

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
  'what is pending, and what has a callback to deliver, is left alone and listed until it has ended',
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

test('what is planned to change is left alone, and so is what changed after it was looked at', async () => {
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

testOnce('of several clients with the userId one must be named, and only its user is forgotten', async () => {
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
  const answer = await service.ask('/graphql', {
    as: ADMIN,
    body: JSON.stringify({ query }),
    contentType: 'application/json',
  });
  expect(answer.json.data).toEqual({ forgetPerson: { forgotten: 1, left: [] } });
  const { json } = await service.ask('/v1/transactions', { as: other });
  expect(json.data.items).toMatchObject([{ name, iban: PERSON.iban }]);
  for (const words of [['nobody-has-this'], [userId, '--client', 'unknown']])
    expectOneLine(await runCli(['people', 'forget', ...words], { databasePath }), 1);
});

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
