import { expect, test } from 'vitest';
import { ADMIN, type Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { cliJson } from '../support/cli.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData } from '../support/responses.ts';
import { storedText } from '../support/rows-of.ts';

const FORGOTTEN = '[forgotten]';
const PERSON = { userId: 'ada-1815', userName: 'ada.lovelace', name: 'Ada Lovelace' };
const WORDS = 'Ada Lovelace asked for TR33 0006 1005 1978 6457 8413 26';
const TRACES = /lovelace|8413 26/i;

const tables = [...(['transactions', 'events', 'callbacks', 'callback_attempts', 'notes', 'audit'] as const)];

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
  const body = JSON.stringify({ query, variables: { text } });
  const { json } = await service.ask('/graphql', { as: ADMIN, body, contentType: 'application/json' });
  expect(json.errors).toBeUndefined();
}

test('what operators wrote about a person is forgotten: notes, and reasons for anybody', async () => {
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

test('the payment page of somebody forgotten shows neither the words nor a mark in their place', async () => {
  const { service, id, url } = await open();
  await using _service = service;
  await service.transition('reject', id, { fields: { sequence: '1', reason: WORDS, seenBy: 'payer' } });
  const page = async () => (await fetch(service.url + new URL(url).pathname)).text();
  expect(await page()).toContain(WORDS);
  await forget(service);
  expect(await page()).not.toContain(WORDS);
  expect(await page()).not.toContain(FORGOTTEN);
});

test('what is written later about somebody forgotten is forgotten when that is asked for again', async () => {
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
