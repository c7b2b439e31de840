import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

type Naming = (deposit: Json) => Partial<BankLine>;
const today = () => new Date(desk.service.clock.nowMs()).toISOString().slice(0, 10);
const byReference: Naming = ({ reference }) => ({ text: `Yatirim ${reference}`, date: today() });
const byId: Naming = ({ transactionId }) => ({ endToEndId: transactionId, date: today() });
const byIdInText: Naming = ({ transactionId }) => ({ text: `geri ${transactionId}`, date: today() });
const paying = ({ name }: Json, amountMinor = 50_000) => ({ amountMinor, name, iban: newIban() });

const PAYMENTS = [
  ['reference', 'id', byReference, byId],
  ['id', 'reference', byId, byReference],
] as const;

test.each(PAYMENTS)(
  'a line that waits and names a deposit by its %s stands in the way of another file whose line has its %s',
  async (_one, _other, first, second) => {
    const deposit = await desk.deposit();
    const [less] = await desk.receive({ ...paying(deposit, 49_000), ...first(deposit) });
    expect(less.state).toBe('underpaid');
    const [exact] = await desk.receive({ ...paying(deposit), ...second(deposit) });
    expect(exact.state).toBe('several-lines');
    expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'pending' });
  },
);

test.each([
  ...PAYMENTS,
  ['id in the text', 'reference', byIdInText, byReference],
  ['id in the text', 'id', byIdInText, byId],
] as const)(
  'a debit of the amount that names a deposit by its %s holds the payment that names it by its %s',
  async (_one, _other, out, second) => {
    const deposit = await desk.deposit();
    await desk.receive({ amountMinor: -50_000, name: 'MEHMET DEMIR', iban: newIban(), ...out(deposit) });
    const [{ lineId, state }] = (await desk.receive({ ...paying(deposit), ...second(deposit) })) as [Json];
    expect(state).toBe('proposed');
    const { decisions } = await desk.line(lineId);
    expect(decisions[0].evidence).toContainEqual(expect.objectContaining({ code: 'taken-back' }));
  },
);

test.each(PAYMENTS)(
  'a line with the %s, and one with the %s far behind it in the file, are decided at the import, and neither settles',
  async (_one, _other, first, second) => {
    const deposit = await desk.deposit();
    const between = Array.from({ length: 120 }, (_, index) => ({
      amountMinor: 100 + index,
      iban: newIban(),
    }));
    const lines = [
      { ...paying(deposit), ...first(deposit) },
      ...between,
      { ...paying(deposit), ...second(deposit) },
    ];
    const preview = await desk.service.ask('/v1/statements/preview?name=a.xml', {
      as: OPERATOR,
      method: 'POST',
      body: camtOf({ iban: desk.iban, lines }),
      contentType: 'application/octet-stream',
    });
    const ends = (views: readonly Json[]) => [views[0]?.state, views.at(-1)?.state];
    expect(ends(expectData(preview).lines)).toEqual(['decided-at-import', 'decided-at-import']);
    expect(ends(await desk.receive(...lines))).toEqual(['several-lines', 'several-lines']);
  },
);
