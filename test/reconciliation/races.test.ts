import { describe, expect, test } from 'vitest';
import { type Json, OPERATOR } from '../harness.ts';
import { newIban } from '../support/entities.ts';
import { inOrder } from '../support/locked-sessions.ts';
import { IS_LONG } from '../support/long.ts';
import { depositsOfThree, matchAll, upload, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf, notificationOf } from '../support/statements/bank-files.ts';
import { onPostgres } from '../support/test-database.ts';

const TURNS = IS_LONG ? 8 : 2;

const desk = useDesk();

/** Asks for several decisions at once. @returns their HTTP statuses, sorted. */
async function atOnce(...requests: readonly (readonly ['confirm' | 'put-away' | 'undo', string, Json])[]) {
  const answers = await Promise.all(requests.map((request) => desk.decide(...request)));
  return answers.map(({ status }) => status).sort();
}

const eventsOf = (transactionId: string) => desk.service.events(transactionId);

test('two operators who confirm one line at once for two deposits settle one of them', {
  timeout: 120_000,
}, async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [first, second] = [await desk.deposit(), await desk.deposit()];
    const [{ lineId }] = (await desk.receive({ amountMinor: 50_000 + turn, text: 'x' })) as [Json];
    const statuses = await atOnce(
      ...[first, second].map(
        ({ transactionId }) => ['confirm', lineId, { transactionId, reason: 'x' }] as const,
      ),
    );
    expect(statuses).toEqual([200, 409]);
    const events = await Promise.all([first, second].map((one) => eventsOf(one.transactionId)));
    expect(events.map(({ length }) => length).sort()).toEqual([0, 1]);
    expect((await desk.line(lineId)).decisions.filter((one: Json) => one.rule === 'operator')).toHaveLength(
      1,
    );
  }
});

test('two lines that are confirmed at once for one deposit settle it once', {
  timeout: 120_000,
}, async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { transactionId } = await desk.deposit();
    const lines = await desk.receive(
      { amountMinor: 55_000 + turn, text: 'x' },
      { amountMinor: 58_000 + turn, text: 'y' },
    );
    const statuses = await atOnce(
      ...lines.map(({ lineId }) => ['confirm', lineId, { transactionId, reason: 'x' }] as const),
    );
    expect(statuses).toEqual([200, 409]);
    expect(await eventsOf(transactionId)).toHaveLength(1);
  }
});

/** The notified line of a payment, and its booked one. */
async function receiveTwice(amountMinor: number) {
  const { service, iban } = desk;
  const line = { amountMinor, name: 'TEST USER', iban: newIban(), date: '2026-11-20' };
  const lines = [{ ...line, text: `notified ${amountMinor}` }];
  const { file } = expectData(await upload(service, notificationOf({ iban, lines })));
  const [booked] = (await desk.receive({ ...line, text: `booked ${amountMinor}` })) as [Json];
  const { items } = expectData(await service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
  return { notified: items[0] as Json, booked };
}

test('two lines of one payment that are confirmed at once for two deposits credit one of them', {
  timeout: 120_000,
}, async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [first, second] = [await desk.deposit(), await desk.deposit()];
    const { notified, booked } = await receiveTwice(50_000 + turn);
    const statuses = await atOnce(
      ['confirm', notified.lineId, { transactionId: first.transactionId, reason: 'x' }],
      ['confirm', booked.lineId, { transactionId: second.transactionId, reason: 'x' }],
    );
    expect(statuses).toEqual([200, 422]);
  }
});

describe.runIf(onPostgres)('of two lines of one payment, one is given back, or the other confirmed', () => {
  async function contenders(amountMinor: number) {
    const { transactionId } = await desk.deposit();
    const { notified, booked } = await receiveTwice(amountMinor);
    return {
      back: () => desk.decide('give-back', booked.lineId, { reason: 'x' }),
      confirm: () => desk.decide('confirm', notified.lineId, { transactionId, reason: 'x' }),
    };
  }

  test('where it is given back first', async () => {
    const { back, confirm } = await contenders(51_000);
    const [given, confirmed] = await inOrder(desk.service.databasePath, back, confirm);
    expect([given.status, confirmed.status]).toEqual([200, 422]);
  });

  test('where it is confirmed first', async () => {
    const { back, confirm } = await contenders(52_000);
    const [confirmed, given] = await inOrder(desk.service.databasePath, confirm, back);
    expect([confirmed.status, given.status]).toEqual([200, 422]);
  });
});

test('two operators who undo one match at once take it back once, and the line is free again', {
  timeout: 120_000,
}, async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { transactionId, reference } = await desk.deposit();
    const [{ lineId }] = (await desk.receive({ amountMinor: 50_000, text: reference })) as [Json];
    const undo = ['undo', lineId, { reason: 'x' }] as const;
    expect(await atOnce(undo, undo)).toEqual([200, 409]);
    expect((await eventsOf(transactionId)).map(({ event }) => event.kind)).toEqual(['settle', 'reverse']);
    expectData(await desk.decide('confirm', lineId, { transactionId, reason: 'It was right' }));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
  }
});

test('a confirm beside the matching decides about a line once, for one deposit', {
  timeout: 120_000,
}, async () => {
  const { service, iban } = desk;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [named, other] = [await desk.deposit(), await desk.deposit()];
    const line = { amountMinor: 50_000, name: 'TEST USER', iban: newIban(), text: named.reference };
    const { file } = expectData(await upload(service, camtOf({ iban, lines: [line] })));
    const { items } = expectData(await service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
    const { lineId } = items[0];
    const { transactionId } = other;
    const [confirmed] = await Promise.all([
      desk.decide('confirm', lineId, { transactionId, reason: 'x' }),
      matchAll(service),
    ]);
    await matchAll(service);
    const after = await desk.line(lineId);
    expect(after.line.state).toBe('matched');
    expect(after.line.transactionId).toBe(confirmed.status === 200 ? transactionId : named.transactionId);
    const events = await Promise.all([named, other].map((one) => eventsOf(one.transactionId)));
    expect(events.map(({ length }) => length)).toEqual(confirmed.status === 200 ? [0, 1] : [1, 0]);
  }
});

test('a change of the policy beside operators and the matching leaves each line with one decision that holds', {
  timeout: 120_000,
}, async () => {
  const { service } = desk;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const deposits = await depositsOfThree(desk);
    const lines = await desk.receive(
      ...deposits.map(({ name, reference }) => ({ amountMinor: 49_900, name, text: reference })),
    );
    await Promise.all([
      desk.allow({ underpaidToleranceMinor: 100 }),
      desk.decide('put-away', lines[0]?.lineId, { note: 'x' }),
      desk.decide('confirm', lines[1]?.lineId, { transactionId: deposits[1]?.transactionId }),
      matchAll(service),
    ]);
    await matchAll(service);
    const states = await Promise.all(lines.map(async ({ lineId }) => (await desk.line(lineId)).line.state));
    expect(['put-away', 'matched']).toContain(states[0]);
    expect(states.slice(1)).toEqual(['matched', 'matched']);
    for (const { transactionId } of deposits.slice(1)) expect(await eventsOf(transactionId)).toHaveLength(1);
    await desk.allow({});
  }
});

test('the storage itself lets one line settle a transaction', async () => {
  const { transactionId, reference } = await desk.deposit();
  const [line] = await desk.receive({ amountMinor: 50_000, text: reference });
  const copy = withDatabase(desk.service.databasePath, async (db) => {
    const row = await db
      .selectFrom('line_decisions')
      .selectAll()
      .where('line_id', '=', line.lineId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ settles: 1, transaction_id: transactionId });
    await db
      .insertInto('line_decisions')
      .values({ ...row, id: 'f'.repeat(24) })
      .execute();
  });
  await expect(copy).rejects.toThrow();
});

test('files that are taken back at once, beside an import, are taken back or told to wait', {
  timeout: 120_000,
}, async () => {
  const { service, iban } = desk;
  const fileOf = (id: string) =>
    camtOf({
      iban,
      id,
      lines: ['same', id].map((text) => ({ amountMinor: 12_345, name: 'STRANGER', text })),
    });
  const takeBack = (fileId: string) =>
    service.ask(`/v1/statements/files/${fileId}/take-back`, { as: OPERATOR, json: { reason: 'x' } });
  const fileIds: string[] = [];
  for (const id of ['a', 'b']) fileIds.push(expectData(await upload(service, fileOf(id))).file.fileId);
  await matchAll(service);
  const answers = await Promise.all([...fileIds.map(takeBack), upload(service, fileOf('c'))]);
  for (const answer of answers) if (answer.status !== 200) expectFailure(answer, 'error_unavailable');
  for (const fileId of fileIds) expectData(await takeBack(fileId));
});
