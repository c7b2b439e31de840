import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { camtOf } from '../support/statements/bank-files.ts';

/** Banks announce money within the day, and book it on that day or a later one. */

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

const FRIDAY = '2026-11-20';
const SATURDAY = '2026-11-21';
const MONDAY = '2026-11-23';

async function announce(text: string) {
  const line = { amountMinor: 50_000, name: 'TEST USER', iban: newIban(), text };
  const [announced] = await desk.receive({ ...line, date: FRIDAY, isPending: true });
  expect(announced).toMatchObject({ state: 'pending' });
  return { line, announced, stateNow: async () => (await desk.line(announced.lineId)).line.state };
}

test('money that is announced on a Friday and booked on the Monday settles once, and waits no more as pending', async () => {
  const { transactionId, reference } = await desk.deposit();
  const { line, stateNow } = await announce(`Yatirim ${reference}`);
  const [again] = await desk.receive({ ...line, date: SATURDAY, isPending: true });
  const [booked] = await desk.receive({ ...line, date: MONDAY });
  expect(booked).toMatchObject({ state: 'matched', transactionId });
  expect(await stateNow()).toBe('replaced');
  expect((await desk.line(again.lineId)).line.state).toBe('replaced');
});

test('a report that comes after the statement leaves nothing pending of what was booked on a later day', async () => {
  const line = { amountMinor: 41_000, name: 'TEST USER', iban: newIban(), text: 'late report' };
  await desk.receive({ ...line, date: MONDAY });
  const file = camtOf({ iban: desk.iban, lines: [{ ...line, date: FRIDAY, isPending: true }] });
  const preview = await upload(desk.service, file, 'name=a.xml');
  expectData(preview);
  await desk.service.statementMatcher.matchNow();
  const { items } = expectData(
    await desk.service.ask(`/v1/statement-lines?fileId=${expectData(preview).file.fileId}`, { as: OPERATOR }),
  );
  expect(items).toMatchObject([{ state: 'replaced' }]);
});

test('two equal payments of one day that are booked on two days leave nothing pending', async () => {
  const line = { amountMinor: 42_000, name: 'TEST USER', iban: newIban(), text: 'twice' };
  const both = await desk.receive(
    { ...line, date: FRIDAY, isPending: true },
    { ...line, date: FRIDAY, isPending: true },
  );
  await desk.receive({ ...line, date: FRIDAY });
  await desk.receive({ ...line, date: MONDAY });
  for (const { lineId } of both) expect((await desk.line(lineId)).line.state).toBe('replaced');
});

test('an equal payment of a later week, and one of another text or payer, stays pending', async () => {
  const { line, stateNow } = await announce('weekly');
  await desk.receive({ ...line, date: '2026-11-27' });
  await desk.receive({ ...line, date: MONDAY, text: 'weekly 2' });
  await desk.receive({ ...line, date: MONDAY, iban: newIban() });
  await desk.receive({ ...line, date: MONDAY, amountMinor: -50_000 });
  expect(await stateNow()).toBe('pending');
});
