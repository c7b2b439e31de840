import { beforeEach, expect, test } from 'vitest';
import { type MatchPolicy, STRICT_POLICY } from '../../src/reconciliation/domain/matching/policy.ts';
import type { Json } from '../harness.ts';
import { newIban } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { DAY_MS, HOUR_MS } from '../support/manual-clock-service.ts';
import { openDesk, useDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import type { BankLine } from '../support/statements/bank-files.ts';

const desk = useDesk();
beforeEach(() => choose({}));

/** Sets the policy of the merchant, and matches again what it affects. @returns how many lines those are. */
async function choose(policy: Partial<MatchPolicy>): Promise<number> {
  const rematchedCount = await desk.allow({ ...STRICT_POLICY, ...policy });
  await desk.service.statementMatcher.matchNow();
  return rematchedCount;
}

const paying = (deposit: Json, line: Partial<BankLine> = {}): BankLine =>
  desk.payment(deposit, { amountMinor: 50_000, ...line });

/** A person of each test, so that no other one could be meant. */
const PEOPLE = {
  ada: { userId: 'ada', name: 'Ada Korkmaz' },
  bora: { userId: 'bora', name: 'Bora Tekin' },
  ceren: { userId: 'ceren', name: 'Ceren Ulusoy' },
  deniz: { userId: 'deniz', name: 'Deniz Ergin' },
  ebru: { userId: 'ebru', name: 'Ebru Sezer' },
  fatih: { userId: 'fatih', name: 'Fatih Gezgin' },
  gonca: { userId: 'gonca', name: 'Gonca Pamuk' },
  irem: { userId: 'irem', name: 'İrem Ilgaz' },
  jale: { userId: 'jale', name: 'Jale Onur' },
  kaan: { userId: 'kaan', name: 'Kaan Sezgin' },
} as const;
type Person = (typeof PEOPLE)[keyof typeof PEOPLE];

/** A deposit that has expired unpaid. */
async function expired(person: Person & { readonly amount?: string }): Promise<Json> {
  const { userId, name, amount = '500' } = person;
  const deposit = await desk.deposit({ userId, name, amount });
  desk.service.clock.advance(HOUR_MS);
  await desk.service.sweeper.sweep();
  expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'unsuccessful' });
  return deposit;
}

/** A line in the state `late`, and the deposit that it names. */
async function late(person: Person, line: Partial<BankLine> = {}) {
  const deposit = await expired(person);
  const [{ lineId, state }] = (await desk.receive(paying(deposit, line))) as [Json];
  expect(state).toBe('late');
  return { lineId, deposit };
}

async function expectLate({ lineId, deposit }: { readonly lineId: string; readonly deposit: Json }) {
  const { line } = await desk.line(lineId);
  expect(line.state).toBe('late');
  expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'unsuccessful' });
}

test.each([
  ['of the same amount', PEOPLE.ada, {}],
  ['of another amount', { ...PEOPLE.bora, amount: '450' }, { finalAmount: '500' }],
])(
  'a late payment is not credited twice to a user whose newer deposit was settled by hand with the amount, %s',
  async (_, asked, paid) => {
    const before = await expired(asked);
    const newer = await desk.deposit({ amount: '500', ...asked });
    await desk.service.transition('settle', newer.transactionId, {
      fields: { sequence: '1', ...paid, acceptDifference: 'true' },
    });
    await choose({ late: 'accept' });
    const [{ lineId }] = (await desk.receive(paying(before))) as [Json];
    await expectLate({ lineId, deposit: before });
    const { decisions } = await desk.line(lineId);
    expect(decisions[0].evidence).toContainEqual(expect.objectContaining({ code: 'matches-other-deposit' }));
  },
);

/** Does something while another account than that of the desk gets the deposits. */
async function onAnotherAccount(work: () => Promise<Json>): Promise<Json> {
  await using other = await openDesk(undefined, desk.service);
  const deposit = await work();
  await desk.takeDeposits();
  expect(deposit.bankAccountIban).toBe(other.iban);
  return deposit;
}

test('nor where the newer deposit was given another account', async () => {
  const before = await expired(PEOPLE.ceren);
  const newer = await onAnotherAccount(() => desk.deposit(PEOPLE.ceren));
  await desk.service.transition('settle', newer.transactionId, { fields: { sequence: '1' } });
  await choose({ late: 'accept' });
  const [{ lineId }] = (await desk.receive(paying(before))) as [Json];
  await expectLate({ lineId, deposit: before });
});

test('a lower payment is not credited twice to a user whose earlier deposit, of another account, was corrected by hand with it', async () => {
  const earlier = await onAnotherAccount(() => expired({ ...PEOPLE.irem, amount: '499' }));
  const newer = await desk.deposit(PEOPLE.irem);
  await desk.service.transition('correct', earlier.transactionId, {
    fields: { sequence: '2', finalAmount: '499', reason: 'it came late' },
  });
  await choose({ underpaidToleranceMinor: 500 });
  const [{ state }] = (await desk.receive(paying(newer, { amountMinor: 49_900 }))) as [Json];
  expect(state).toBe('proposed');
  expect(await desk.transaction(newer.transactionId)).toMatchObject({ status: 'pending' });
});

test('money that was sent back without a mark is not credited by a later policy', async () => {
  const iban = newIban();
  const line = await late(PEOPLE.deniz, { iban });
  const [sent] = await desk.receive({
    amountMinor: -50_000,
    iban,
    name: PEOPLE.deniz.name,
    text: 'EFT',
    date: desk.today(),
  });
  expect(sent.state).toBe('returned');
  expect(await choose({ late: 'accept' })).toBeGreaterThan(0);
  await expectLate(line);
  const { decisions } = await desk.line(line.lineId);
  expect(decisions[0].evidence).toContainEqual(expect.objectContaining({ code: 'taken-back' }));
});

test('money that settled a deposit and is taken back without a mark waits with its deposit, which confirming it reverses', async () => {
  const deposit = await desk.deposit({ ...PEOPLE.jale, amount: '507.10' });
  const iban = newIban();
  const [paid] = (await desk.receive(paying(deposit, { amountMinor: 50_710, iban }))) as [Json];
  expect(paid.state).toBe('matched');
  const back = { amountMinor: -50_710, iban, name: 'SOMEBODY ELSE', text: 'EFT', date: desk.today() };
  const [taken] = (await desk.receive(back)) as [Json];
  expect(taken.state).toBe('returned');
  const { decisions } = await desk.line(taken.lineId);
  expect(decisions[0]).toMatchObject({
    rule: 'takes-back',
    evidence: [{ code: 'takes-back', lineIds: [paid.lineId] }],
  });
  const body = { transactionId: deposit.transactionId, reason: 'The bank took it back' };
  expectData(await desk.decide('confirm', taken.lineId, body));
  expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'unsuccessful' });
});

test('a debit by the name of a payer is not taken for money that is taken back while a withdrawal of the amount waits for it', async () => {
  const deposit = await desk.deposit({ ...PEOPLE.kaan, amount: '508.20' });
  await desk.receive(paying(deposit, { amountMinor: 50_820 }));
  const { transactionId } = await desk.service.withdraw(desk.merchant, {
    ...PEOPLE.kaan,
    accountName: PEOPLE.kaan.name,
    amount: '508.20',
  });
  const out = { amountMinor: -50_820, name: PEOPLE.kaan.name, text: 'EFT 1', date: desk.today() };
  const [own] = (await desk.receive(out)) as [Json];
  expect(own.state).toBe('other-debit');
  await desk.service.transition('reject', transactionId, { fields: { sequence: '1', reason: 'x' } });
  const [taken] = (await desk.receive({ ...out, text: 'EFT 2' })) as [Json];
  expect(taken.state).toBe('returned');
});

test('a policy decides again about lines of the last days only, and about no money of long ago', async () => {
  const line = await late(PEOPLE.ebru);
  const deposit = await expired(PEOPLE.fatih);
  const old = paying(deposit);
  desk.service.clock.advance(7 * DAY_MS);
  expect(await choose({ late: 'accept' })).toBe(0);
  await expectLate(line);
  // A file that comes late has money that was late by an hour.
  const [{ lineId }] = (await desk.receive(old)) as [Json];
  await expectLate({ lineId, deposit });
});

testLong(
  "a change reaches a merchant's waiting lines behind any number of newer ones of another merchant",
  async () => {
    await using other = await openDesk(undefined, desk.service);
    await desk.takeDeposits();
    const deposit = await desk.deposit({ ...PEOPLE.gonca, amount: '123.45' });
    const line = paying(deposit, { amountMinor: 12_345, name: 'NURI BILGE' });
    const [{ lineId, state }] = (await desk.receive(line)) as [Json];
    expect(state).toBe('other-payer');
    await other.takeDeposits();
    await other.deposit({ userId: 'many', name: 'Zeynep Aslan' });
    const many = Array.from({ length: 510 }, (_, index) => ({
      amountMinor: 1000 + index,
      name: 'ZEYNEP ASLAN',
      iban: newIban(),
      date: desk.today(),
    }));
    const received = await other.receive(...many);
    expect(received[0]?.state).toBe('proposed');
    expect(await choose({ otherPayer: 'accept' })).toBe(1);
    expect((await desk.line(lineId)).line.state).toBe('matched');
  },
);
