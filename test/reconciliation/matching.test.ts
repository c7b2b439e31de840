import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStatementMatcher } from '../../src/reconciliation/jobs/match-statements.ts';
import { ADMIN, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { newIban } from '../support/entities.ts';
import { DAY_MS, HOUR_MS, neverSchedule, startWithoutTimers } from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
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
  const paying = ({ reference }: Json, amountMinor = 50_000) => ({
    amountMinor,
    name: 'TEST USER',
    iban: newIban(),
    text: `Yatirim ${reference}`,
  });

  test('a line with the reference and the amount settles its deposit, and the merchant is told with a right signature', async () => {
    const deposit = await desk.deposit();
    const before = receiver.deliveries.length;
    const [line] = await desk.receive(paying(deposit));
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

  test.each([
    ['too little', 'underpaid', 49_999],
    ['too much', 'overpaid', 50_001],
  ])('%s is %s and settles nothing', async (_title, state, amountMinor) => {
    const deposit = await desk.deposit();
    const [line] = await desk.receive(paying(deposit, amountMinor));
    expect(line).toMatchObject({ state, transactionId: null });
    expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'pending', sequence: 1 });
  });

  test('a second payment of a settled deposit is a double payment', async () => {
    const deposit = await desk.deposit();
    await desk.receive(paying(deposit));
    const [line] = await desk.receive(paying(deposit));
    expect(line).toMatchObject({ state: 'double-payment', transactionId: null });
    expect(await desk.transaction(deposit.transactionId)).toMatchObject({ sequence: 2 });
  });

  test('two lines that name one deposit settle nothing, in one file and in two', async () => {
    const deposit = await desk.deposit();
    const lines = await desk.receive(paying(deposit), { ...paying(deposit), text: `x ${deposit.reference}` });
    expect(lines.map(({ state }) => state)).toEqual(['several-lines', 'several-lines']);
    const [third] = await desk.receive(paying(deposit));
    expect(third).toMatchObject({ state: 'several-lines' });
    expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'pending' });
  });

  test('a payment after the end of its deposit is late, and one to another account is told apart', async () => {
    const ended = await desk.deposit();
    await desk.service.transition('reject', ended.transactionId, { fields: { sequence: '1', reason: 'x' } });
    const [late] = await desk.receive(paying(ended));
    expect(late).toMatchObject({ state: 'late', transactionId: null });
    const elsewhere = await desk.deposit();
    const [bank] = await desk.service.dependencies.db.read('listEveryAccount');
    await using other = await openDesk(undefined, desk.service);
    expect(other.iban).not.toBe(bank?.iban);
    const [wrong] = await other.receive(paying(elsewhere));
    expect(wrong).toMatchObject({ state: 'wrong-account' });
    const { db } = desk.service.dependencies;
    for (const { id, iban } of await db.read('listEveryAccount'))
      if (iban === desk.iban || iban === other.iban)
        await db.run('updateAccount', { accountId: id, changes: { active: iban === desk.iban } });
    expect(await desk.transaction(elsewhere.transactionId)).toMatchObject({ status: 'pending' });
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

  test('a pending line settles nothing, and the line that books it settles, in whatever order they come', async () => {
    const [first, second] = [await desk.deposit(), await desk.deposit()];
    const pending = { ...paying(first), isPending: true };
    const [announced] = await desk.receive(pending);
    expect(announced).toMatchObject({ state: 'pending' });
    const [booked] = await desk.receive({ ...pending, isPending: false });
    expect(booked).toMatchObject({ state: 'matched', transactionId: first.transactionId });
    expect((await desk.line(announced.lineId)).line.state).toBe('replaced');
    const other = paying(second);
    await desk.receive(other);
    const [behind] = await desk.receive({ ...other, isPending: true });
    expect(behind).toMatchObject({ state: 'replaced' });
    expect(await desk.transaction(second.transactionId)).toMatchObject({ status: 'successful' });
  });

  test('the line of a deposit that an operator has settled is noted as its payment once the settle has happened', async () => {
    const deposit = await desk.deposit();
    const { transactionId } = deposit;
    const fields = { sequence: '1', holdSeconds: '8' };
    await desk.service.transition('settle', transactionId, { fields });
    const [line] = await desk.receive(paying(deposit));
    expect(line).toMatchObject({ state: 'new', transactionId: null });
    desk.service.clock.advance(9_000);
    await desk.service.planRunner.runNow();
    await desk.service.statementMatcher.matchNow();
    const noted = await desk.line(line.lineId);
    expect(noted.line).toMatchObject({ state: 'matched', transactionId });
    expect(noted.decisions[0]).toMatchObject({ rule: 'reference-noted', actor: 'reconciliation' });
    const unchanged = { status: 'successful', sequence: 2 };
    expect(await desk.transaction(transactionId)).toMatchObject(unchanged);
    const [second] = await desk.receive(paying(deposit));
    expect(second).toMatchObject({ state: 'double-payment' });
    expectData(await desk.decide('undo', line.lineId, { reason: 'Another one' }));
    expect(await desk.transaction(transactionId)).toMatchObject(unchanged);
  });

  test('a line that no time has passed for is matched by the job itself, once a second', async () => {
    const deposit = await desk.deposit();
    desk.service.clock.advance(DAY_MS / 24 / 60);
    const [line] = await desk.receive(paying(deposit));
    await Promise.all([desk.service.statementMatcher.matchNow(), desk.service.statementMatcher.matchNow()]);
    expect((await desk.line(line.lineId)).decisions).toHaveLength(1);
  });

  test('a match that is asked for while another one ends decides about the lines that came meanwhile', async () => {
    const { service, iban } = desk;
    const { matching } = service.dependencies.statements;
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const matcher = createStatementMatcher({
      matching: {
        ...matching,
        async findUnmatched(after) {
          const found = await matching.findUnmatched(after);
          await answered;
          return found;
        },
      },
      runsJobs: () => true,
      schedule: neverSchedule,
      observer: undefined,
      logger: pino({ enabled: false }),
    });
    const first = matcher.matchNow();
    const line = { amountMinor: 4_321, text: 'came meanwhile' };
    const { file } = expectData(await upload(service, camtOf({ iban, lines: [line] })));
    const second = matcher.matchNow();
    answer();
    await Promise.all([first, second]);
    const { items } = expectData(await service.ask(`/v1/statement-lines?fileId=${file.fileId}`));
    expect(items).toMatchObject([{ state: 'unknown' }]);
  });

  test('a payer of another name waits, and settles where the merchant allows it', async () => {
    await using own = await openDesk();
    const { service, merchant } = own;
    const { transactionId, reference } = await own.deposit({ name: 'Zeynep Demir' });
    const [line] = await own.receive({ amountMinor: 50_000, name: 'EMRE KAYA', text: reference });
    expect(line).toMatchObject({ state: 'other-payer', transactionId: null });
    const target = { clientId: merchant.id, name: merchant.appKey };
    const { policies } = service.dependencies.statements;
    expect(await policies.update(target, { otherPayer: 'accept' }, undefined)).toEqual({ rematchedCount: 1 });
    await service.statementMatcher.matchNow();
    expect(await own.transaction(transactionId)).toMatchObject({ status: 'successful' });
  });
});

describe('other names', () => {
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
      const date = new Date(service.clock.nowMs()).toISOString().slice(0, 10);
      const line: BankLine = {
        amountMinor: 50_000,
        name: deposit.name,
        iban: newIban(),
        text: deposit.reference,
        date,
      };
      const file = camtOf({ iban: desk.iban, lines: [line] });
      const preview = await service.ask('/v1/statements/preview?name=a.xml', {
        as: OPERATOR,
        method: 'POST',
        body: file,
        contentType: 'application/octet-stream',
      });
      const [{ lineId, state }] = (await desk.receive(line)) as [Json];
      const { status } = await desk.transaction(deposit.transactionId);
      expect((await desk.line(lineId)).line.state).toBe(state);
      return [expectData(preview).lines[0].state, state, status];
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
