import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { HOUR_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Desk, openDesk, preview } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

let receiver: Receiver;
let desk: Desk;
beforeAll(async () => {
  receiver = await startReceiver();
  desk = await openDesk(receiver);
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

describe('matching', () => {
  test('a line with the reference and the amount settles its deposit, and the merchant is told with a right signature', async () => {
    const deposit = await desk.deposit();
    const before = receiver.deliveries.length;
    const [line] = await desk.receive(desk.payment(deposit));
    expect(line).toMatchObject({ state: 'matched', transactionId: deposit.transactionId });
    const settled = await desk.transaction(deposit.transactionId);
    expect(settled).toMatchObject({ status: 'successful', finalAmount: 500, sequence: 2 });
    const [event] = await desk.service.events(deposit.transactionId);
    expect(event?.event).toMatchObject({
      kind: 'settle',
      finalAmountMinor: 50_000,
      actor: { kind: 'reconciliation', clientId: null },
    });
    await desk.service.callbackWorker.idle();
    const sent = receiver.deliveries.slice(before);
    expect(sent).toHaveLength(1);
    const { body, headers } = sent[0] as (typeof sent)[number];
    expect(JSON.parse(body)).toMatchObject({ transactionId: deposit.transactionId, status: 'successful' });
    const webhook = new Webhook(Buffer.from(desk.merchant.secret).toString('base64'));
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(headers['webhook-signature']).toBe(webhook.sign(String(headers['webhook-id']), sentAt, body));
    const { decisions } = await desk.line(line.lineId);
    expect(decisions).toMatchObject([{ state: 'matched', rule: 'reference-exact' }]);
  });

  test('a payout that comes back is for the desk, and confirming it reverses the withdrawal', async () => {
    const withdrawal = await desk.service.withdraw(desk.merchant, { amount: '731' });
    await desk.service.transition('settle', withdrawal.transactionId, { fields: { sequence: '1' } });
    const [line] = await desk.receive({
      amountMinor: 73_100,
      endToEndId: withdrawal.transactionId,
      returnReason: 'AC04',
      text: 'IADE',
    });
    expect(line).toMatchObject({ state: 'payout-back', transactionId: null });
    const body = { transactionId: withdrawal.transactionId, reason: 'The account is closed' };
    expectData(await desk.decide('confirm', line.lineId, body));
    expect(await desk.transaction(withdrawal.transactionId)).toMatchObject({ status: 'unsuccessful' });
  });
});

describe('other names', () => {
  type Naming = (deposit: Json) => Partial<BankLine>;
  const byReference: Naming = ({ reference }) => ({ text: `Yatirim ${reference}`, date: desk.today() });
  const byId: Naming = ({ transactionId }) => ({ endToEndId: transactionId, date: desk.today() });
  const byIdInText: Naming = ({ transactionId }) => ({ text: `geri ${transactionId}`, date: desk.today() });
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

  test('a debit of the amount that names a deposit in one way holds the payment that names it in another', async () => {
    const ways = [...PAYMENTS, ['', '', byIdInText, byReference], ['', '', byIdInText, byId]] as const;
    const names = ['Selin Aksoy', 'Kerem Alkan', 'Bora Tunca', 'Vedat Ergin'];
    const deposits: Json[] = [];
    for (const [place, name] of names.entries())
      deposits.push(await desk.deposit({ name, amount: `${601 + place}` }));
    const minorOf = (place: number) => 60_100 + place * 100;
    await desk.receive(
      ...ways.map(([, , out], place) => ({
        ...paying({ name: 'MEHMET DEMIR' }, -minorOf(place)),
        ...out(deposits[place]),
      })),
    );
    const paid = await desk.receive(
      ...ways.map(([, , , second], place) => ({
        ...paying(deposits[place], minorOf(place)),
        ...second(deposits[place]),
      })),
    );
    for (const { lineId, state } of paid) {
      expect(state).toBe('proposed');
      const { decisions } = await desk.line(lineId);
      expect(decisions[0].evidence).toContainEqual(expect.objectContaining({ code: 'taken-back' }));
    }
  });

  test('two lines of a deposit, by its reference and its id, far apart in a file are decided at the import, and neither settles', async () => {
    const deposits = [
      await desk.deposit({ name: 'Hakan Uslu' }),
      await desk.deposit({ name: 'Meral Koray' }),
    ];
    const between = Array.from({ length: 120 }, (_, index) => ({
      amountMinor: 100 + index,
      iban: newIban(),
    }));
    const named = (way: 2 | 3) =>
      deposits.map((deposit, place) => ({ ...paying(deposit), ...PAYMENTS[place]?.[way](deposit) }));
    const lines = [...named(2), ...between, ...named(3)];
    const ends = (views: readonly Json[]) =>
      [...views.slice(0, 2), ...views.slice(-2)].map(({ state }) => state);
    const previewed = expectData(await preview(desk.service, camtOf({ iban: desk.iban, lines })));
    expect(ends(previewed.lines)).toEqual(Array(4).fill('decided-at-import'));
    expect(ends(await desk.receive(...lines))).toEqual(Array(4).fill('several-lines'));
  });
});

describe('late grace', () => {
  test('late money is accepted for as long as LATE_GRACE says, and a preview says the same', async () => {
    await using service = await startWithoutTimers({ env: { LATE_GRACE: '6h' } });
    await using desk = await openDesk(undefined, service);
    const ask = (target: string, body: string | Uint8Array, contentType: string) =>
      service.ask(target, { as: ADMIN, method: 'POST', body, contentType });
    const policy = JSON.stringify({ appKey: desk.merchant.appKey, late: 'accept' });
    expectData(await ask('/v1/match-policies', policy, 'application/json'));

    /** Lets a deposit expire, and pays it so many hours later. @returns the states of the line in the preview and after. */
    const payLate = async (person: Readonly<Record<string, string>>, hours: number) => {
      const deposit: Json = await desk.deposit(person);
      service.clock.advance(HOUR_MS);
      await service.sweeper.sweep();
      service.clock.advance(hours * HOUR_MS);
      const line = desk.payment(deposit);
      const file = camtOf({ iban: desk.iban, lines: [line] });
      const previewed = expectData(await preview(service, file));
      const [{ lineId, state }] = (await desk.receive(line)) as [Json];
      const { status } = await desk.transaction(deposit.transactionId);
      expect((await desk.line(lineId)).line.state).toBe(state);
      return [previewed.lines[0].state, state, status];
    };

    const [soon, later] = [
      { userId: 'ada', name: 'Ada Korkmaz' },
      { userId: 'bora', name: 'Bora Tekin' },
    ];
    expect(await payLate(soon, 6)).toEqual(['matched', 'matched', 'successful']);
    expect(await payLate(later, 7)).toEqual(['late', 'late', 'unsuccessful']);
    await expectAgreement(service.databasePath);
  });
});

describe('payers', () => {
  /** A desk with a deposit that Ayşe paid from an account of hers. */
  async function paidDesk() {
    const desk = await openDesk();
    const deposit = await desk.deposit({ name: 'Ayşe Yılmaz' });
    const payer = { name: 'AYŞE YILMAZ', iban: newIban() };
    const [line] = await desk.receive({ amountMinor: 50_000, ...payer, text: deposit.reference });
    expect(line).toMatchObject({ state: 'matched' });
    const ask = async (target: string) => expectData(await desk.service.ask(target, { as: OPERATOR }));
    const find = async (query: string) => {
      const { items } = await ask(`/v1/transactions?query=${encodeURIComponent(query)}`);
      return items.map(({ transactionId }: { transactionId: string }) => transactionId);
    };
    return { desk, deposit, payer, line, ask, find };
  }

  test('the desk reads who paid a deposit, and its merchant does not', async () => {
    const { desk, deposit, payer, ask } = await paidDesk();
    await using _ = desk;
    const { transactionId } = deposit;
    expect(deposit.payer).toBeNull();
    expect(await desk.transaction(transactionId)).toMatchObject({ payer });
    const page = await ask('/v1/transactions');
    expect(page.items).toMatchObject([{ payer }]);
    const events = await ask(`/v1/events?transactionId=${transactionId}`);
    expect(events.items.at(-1)).toMatchObject({ change: 'settle', payer });
    for (const target of [`/v1/transactions/${transactionId}`, '/v1/transactions', '/v1/events']) {
      const seen = await desk.service.ask(target, { as: desk.merchant });
      expect(seen.status).toBe(200);
      expect(seen.text, target).not.toContain('payer');
    }
  });

  test('the desk finds a deposit by the name and the IBAN of who paid it, and its merchant does not', async () => {
    const { desk, payer, find } = await paidDesk();
    await using _ = desk;
    const other = await desk.deposit({ name: 'Mehmet Demir' });
    const father = { name: 'ÖMER ŞİMŞEK', iban: newIban() };
    const [line] = await desk.receive({ amountMinor: 50_000, ...father, text: 'kira' });
    const body = { transactionId: other.transactionId, reason: 'his father' };
    expectData(await desk.decide('confirm', line.lineId, body));
    const { transactionId } = other;
    for (const query of ['şimşek', 'OMER', father.iban, father.iban.slice(-4), `Demir ${father.iban}`])
      expect(await find(query), query).toEqual([transactionId]);
    expect(await find(payer.iban)).not.toContain(transactionId);
    expect(await find('Ömer Demir')).toEqual([transactionId]);
    for (const query of ['simsek', father.iban]) {
      const page = expectData(
        await desk.service.ask(`/v1/transactions?query=${query}`, { as: desk.merchant }),
      );
      expect(page.items, query).toEqual([]);
    }
  });

  test('the payer goes with the match', async () => {
    const { desk, deposit, line, payer, find } = await paidDesk();
    await using _ = desk;
    expectData(await desk.decide('undo', line.lineId, { reason: 'not hers' }));
    expect(await desk.transaction(deposit.transactionId)).toMatchObject({ payer: null });
    expect(await find(payer.iban)).toEqual([]);
  });
});
