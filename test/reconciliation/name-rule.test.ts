import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MatchPolicy } from '../../src/domain/matching/policy.ts';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => setRule('ibanOrAmount'));
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

async function setRule(nameRule: MatchPolicy['nameRule']): Promise<void> {
  const target = { clientId: desk.merchant.id, name: desk.merchant.appKey };
  await desk.service.dependencies.statements.policies.update(target, { nameRule }, undefined);
}

/** Pays a deposit of the person by its reference, from the IBAN. */
async function teach(person: Readonly<Record<string, string>>, iban: string): Promise<void> {
  const { reference } = await desk.deposit({ ...person, amount: '20' });
  const name = (person.name ?? '').toLocaleUpperCase('tr');
  expect(await desk.receive({ amountMinor: 2_000, name, iban, text: reference })).toMatchObject([
    { state: 'matched' },
  ]);
}

/** Receives a line that must settle nothing. */
async function expectWaiting(line: Json, deposits: readonly Json[]): Promise<void> {
  const [received] = await desk.receive(line as never);
  expect(received.transactionId).toBeNull();
  expect(['proposed', 'unknown']).toContain(received.state);
  for (const { transactionId } of deposits)
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending', sequence: 1 });
}

test('with a known IBAN as its only proof, an amount of its own does not settle, and that IBAN does', async () => {
  await setRule('iban');
  const person = { userId: 'selin', name: 'Selin Aksoy' };
  const iban = newIban();
  const unproved = await desk.deposit({ name: 'Deniz Aksu', amount: '123.45' });
  await expectWaiting({ amountMinor: 12_345, name: 'DENIZ AKSU', iban: newIban() }, [unproved]);
  await teach(person, iban);
  const { transactionId } = await desk.deposit({ ...person, amount: '500' });
  const [line] = await desk.receive({ amountMinor: 50_000, name: 'SELIN AKSOY', iban });
  expect(line).toMatchObject({ state: 'matched', transactionId });
  expect((await desk.line(line.lineId)).decisions[0]).toMatchObject({ rule: 'name-iban' });
  expectData(await desk.decide('undo', line.lineId, { reason: 'Not hers' }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful' });
});

test('a payer whose name is only like that of the deposit settles nothing', async () => {
  const deposit = await desk.deposit({ name: 'Mehmet Yılmaz', amount: '211.11' });
  for (const name of ['MEHMET YILDIZ', 'MEHMET ALI YILMAZ', 'M YILMAZ', 'MEHMET YILMAS'])
    await expectWaiting({ amountMinor: 21_111, name, iban: newIban() }, [deposit]);
});

test('a father and a son of one name, who pay from one account, settle nothing for each other', async () => {
  const iban = newIban();
  const name = 'Hasan Korkmaz';
  await teach({ userId: 'father', name }, iban);
  await teach({ userId: 'son', name }, iban);
  const deposit = await desk.deposit({ userId: 'son', name, amount: '600' });
  await expectWaiting({ amountMinor: 60_000, name: 'HASAN KORKMAZ', iban }, [deposit]);
});

test('two people of one name with equal amounts settle nothing, also from a known IBAN', async () => {
  const iban = newIban();
  const name = 'Ece Tunç';
  await teach({ userId: 'first-ece', name }, iban);
  const deposits = [
    await desk.deposit({ userId: 'first-ece', name, amount: '333.33' }),
    await desk.deposit({ userId: 'second-ece', name, amount: '333.33' }),
  ];
  await expectWaiting({ amountMinor: 33_333, name: 'ECE TUNC', iban }, deposits);
});

test('money that was booked before the deposit was created settles nothing', async () => {
  const deposit = await desk.deposit({ name: 'Okan Bulut', amount: '444.41' });
  const early = { amountMinor: 44_441, name: 'OKAN BULUT', iban: newIban(), date: '2026-11-18' };
  await expectWaiting(early, [deposit]);
});

test('a payer who pays for somebody else, or wrote a reference that nobody knows, settles nothing', async () => {
  const deposit = await desk.deposit({ name: 'Ferit Uslu', amount: '555.51' });
  const line = { amountMinor: 55_551, name: 'FERIT USLU' };
  for (const text of ['Ayşe adına', 'Yatirim 22222222'])
    await expectWaiting({ ...line, iban: newIban(), text }, [deposit]);
});
