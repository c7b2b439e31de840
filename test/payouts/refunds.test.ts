import { type Kysely, type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import * as returnedRefunds from '../../db/migrations/returned-refunds.ts';
import { forgetAll } from '../../src/admin/people.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { ADMIN, type ApiResponse, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import {
  backOf,
  debitOf,
  minorOf,
  PAYER,
  problemsOf,
  usePayoutDesk,
  wholeOf,
} from '../support/payouts/desk.ts';
import { transaction } from '../support/payouts/pain002-texts.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { storedText, withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';
import { openVerifier } from '../support/verify-at.ts';

const OTHER_IBAN = 'NO9386011117947';

const {
  desk,
  service,
  accountId,
  post,
  preparing,
  prepared,
  decide,
  read,
  takeBack,
  refuse,
  answering,
  change,
  exported: exportedOf,
  setPolicy,
  receive,
  strange,
  giveBack,
  lineState: stateOf,
  statusOf,
} = usePayoutDesk();
const refundsOf = async ({ lineId }: Json) =>
  expectData(await service().ask(`/v1/statement-lines/${lineId}/refunds`));

/** Puts a payee on the blacklist, for all merchants. */
const block = (kind: 'iban' | 'convertedName', value: string) =>
  service().dependencies.db.run('addToBlacklist', {
    entry: { id: value, kind, value, clientId: null, reason: null, createdAtMs: 0 },
  });

/** The sums of the days of the account. */
async function sumsOfAccount(): Promise<Json> {
  const query = `accountId=${accountId()}&fromDay=2026-11-15&toDay=2026-11-25`;
  return expectData(await service().ask(`/v1/statements/days?${query}`)).total;
}

const refunded = async (given: Json = {}): Promise<Json> => {
  const line = await strange();
  return { ...expectData(await giveBack(line, given)), lineId: line.lineId };
};

/** The batch of some refunds or withdrawals, whose file was made. */
const exported = (...ids: readonly string[]) => exportedOf(ids);

test('a refund names who has made, prepared, approved and exported it as their keys do', async () => {
  const line = await strange();
  const { refundId } = expectData(await giveBack(line));
  await exported(refundId);
  expect(await refundsOf(line)).toMatchObject([
    {
      createdBy: 'Demo operator',
      payouts: [{ preparedBy: 'Demo operator', approvedBy: ['Demo admin'], exportedBy: 'Demo admin' }],
    },
  ]);
});

describe('giving money of a line back', () => {
  test('makes a refund to its payer, which batches can take', async () => {
    const line = await strange();
    const refund = expectData(await giveBack(line));
    expect(refund).toMatchObject({
      lineId: line.lineId,
      amount: line.amount,
      accountName: PAYER.name,
      iban: PAYER.iban,
      isChangedPayee: false,
      state: 'open',
      payouts: [],
    });
    expect(await stateOf(line)).toBe('giving-back');
    const payable = expectData(await service().ask('/v1/payouts/payable'));
    expect(payable.find((one: Json) => one.transactionId === refund.refundId)).toMatchObject({
      kind: 'refund',
      refundedLineId: line.lineId,
      receivedAccountId: accountId(),
      amount: line.amount,
      client: null,
    });
  });

  test('gives back less where that is asked for, and never more than the line', async () => {
    const line = await strange();
    expectInvalid(await giveBack(line, { amount: line.amount + 0.01 }), 'amount');
    expect(expectData(await giveBack(line, { amount: 5 })).amount).toBe(5);
  });

  test('asks for an IBAN where the line shows none, and marks the payee', async () => {
    const line = await strange({ iban: undefined });
    expectInvalid(await giveBack(line), 'iban');
    expect(expectData(await giveBack(line, { iban: OTHER_IBAN }))).toMatchObject({
      iban: OTHER_IBAN,
      isChangedPayee: true,
    });
  });

  describe('of a deposit that it names', () => {
    const credit = (transactionId: string, body: Json = {}) =>
      post(`/v1/transactions/${transactionId}/settle`, { sequence: 1, ...body }, ADMIN);
    const refusesCredit = (response: ApiResponse) =>
      expect(problemsOf(response)).toMatchObject([{ code: 'money_given_back' }]);
    const refusesRefund = (response: ApiResponse, maximum: number) =>
      expect(problemsOf(response)).toMatchObject([
        { path: 'lineId', code: 'deposit_credited', params: { maximum } },
      ]);
    /** A line of 600 that waits, for a deposit of 500. */
    const overpaid = async (userId: string) => {
      const { transactionId, reference } = await desk().deposit({ userId });
      return { transactionId, reference, line: await strange({ text: reference, amountMinor: 60_000 }) };
    };

    test('keeps that from being credited by hand as well', async () => {
      const { transactionId, reference, amount } = await desk().deposit({ userId: 'rejected-and-paid' });
      expectData(await post(`/v1/transactions/${transactionId}/reject`, { sequence: 1 }));
      const line = await strange({ text: reference, amountMinor: minorOf({ amount }) });
      expectData(await giveBack(line));
      const correct = () =>
        post(`/v1/transactions/${transactionId}/correct`, { sequence: 2, reason: 'It was paid' }, ADMIN);
      refusesCredit(await correct());
      expectData(await desk().decide('undo', line.lineId, { reason: 'It is credited' }));
      expectData(await correct());
    });

    test('is refused once that was credited by hand, until another line shows its money', async () => {
      const { transactionId, reference, amount } = await desk().deposit({ userId: 'credited-and-paid' });
      const lines = [];
      for (const text of [reference, `${reference} again`])
        lines.push(await strange({ text, amountMinor: minorOf({ amount }) + 1 }));
      const [first, second] = lines;
      expectData(await credit(transactionId, { finalAmount: amount + 0.01 }));
      refusesRefund(await giveBack(second), 0);
      expectData(await desk().decide('confirm', first.lineId, { transactionId }));
      expectData(await giveBack(second));
    });

    test('keeps each of several from being credited by hand', async () => {
      const named = [
        await desk().deposit({ userId: 'one-of-two' }),
        await desk().deposit({ userId: 'two-of-two' }),
      ];
      const text = named.map(({ reference }) => reference).join(' ');
      expectData(await giveBack(await strange({ text, amountMinor: 50_000 })));
      for (const { transactionId } of named) refusesCredit(await credit(transactionId));
    });

    test('leaves what was credited, where it is a part of the line', async () => {
      const { transactionId, line } = await overpaid('overpaid-and-credited');
      expectData(await credit(transactionId));
      refusesRefund(await giveBack(line), 100);
      expectData(await giveBack(line, { amount: 100 }));
    });

    test('leaves the rest of the line to that', async () => {
      const { transactionId, line } = await overpaid('given-back-in-part');
      expectData(await giveBack(line, { amount: 100 }));
      refusesCredit(await credit(transactionId, { finalAmount: 500.01 }));
      expectData(await credit(transactionId));
    });

    test('keeps the undo of the debit that has taken its money back from crediting it again', async () => {
      const { transactionId, reference, line } = await overpaid('credited-and-taken-back');
      expectData(await credit(transactionId, { finalAmount: 500.02 }));
      const taking = await receive({ text: reference, amountMinor: -50_002 });
      expectData(await desk().decide('confirm', taking.lineId, { transactionId, reason: 'It is gone' }));
      expectFailure(await giveBack(line), 'error_final_amount_unusual');
      expectData(await giveBack(line, { acceptDifference: true }));
      const undo = () => desk().decide('undo', taking.lineId, { reason: 'It was another one' });
      refusesCredit(await undo());
      expect(await desk().transaction(transactionId)).toMatchObject({ status: 'unsuccessful' });
      expectData(await desk().decide('undo', line.lineId, { reason: 'It is credited' }));
      expectData(await undo());
      expect(await desk().transaction(transactionId)).toMatchObject({ status: 'successful' });
    });

    test('is not taken up again where that was credited since the money came back', async () => {
      const { transactionId, line } = await overpaid('credited-in-between');
      const { refundId } = expectData(await giveBack(line));
      const [row] = (await exported(refundId)).rows;
      await receive(debitOf(row));
      const back = await receive({ text: 'IADE', amountMinor: 60_000 });
      expectData(await desk().decide('confirm', back.lineId, { transactionId: refundId }));
      expectData(await credit(transactionId));
      const undo = () => desk().decide('undo', back.lineId, { reason: 'Another line' });
      refusesRefund(await undo(), 100);
      expectData(
        await post(`/v1/transactions/${transactionId}/reverse`, { sequence: 2, reason: 'No' }, ADMIN),
      );
      expectData(await undo());
    });
  });

  test('happens once', async () => {
    const line = await strange();
    expectData(await giveBack(line));
    expectFailure(await giveBack(line), 'error_transition_not_allowed');
    expect(await refundsOf(line)).toHaveLength(1);
  });

  test.each([
    ['money out', { amountMinor: -1234 }],
    ['money that came back', { returnReason: 'AC04' }],
  ])('is refused for %s', async (_, given) => {
    const line = await receive({ ...PAYER, text: 'x', amountMinor: 4321, ...given });
    const response = await giveBack(line);
    expect([400, 409]).toContain(response.status);
    expect(await refundsOf(line)).toEqual([]);
  });

  test('is refused for money of the operator also after it was put away and undone', async () => {
    const { transactionId } = await service().withdraw(MERCHANT);
    const batch = await exported(transactionId);
    await receive(debitOf(batch.rows[0]));
    const line = await receive(backOf(batch.rows[0], -1));
    expect(line.state).toBe('payout-back');
    expectInvalid(await giveBack(line), 'lineId');
    expectData(await desk().decide('put-away', line.lineId, { note: 'Later' }));
    expectData(await desk().decide('undo', line.lineId, { reason: 'A mistake' }));
    expectInvalid(await giveBack(line), 'lineId');
  });

  test('keeps the words of the operator out of the audit log, which never forgets', async () => {
    const line = await strange();
    expectData(await giveBack(line, { reason: 'Rasim Kutlu called' }));
    const audit = await storedText(service().databasePath, ['audit']);
    expect(audit).toContain('giving-back');
    expect(audit).not.toContain('Rasim');
  });

  test('is refused to a payee whom the blacklist stops', async () => {
    await block('iban', 'DE89370400440532013000');
    const line = await strange({ iban: 'DE89370400440532013000' });
    expectInvalid(await giveBack(line), 'iban');
    expect(await stateOf(line)).toBe('unknown');
  });

  test('is no business of viewers and merchants', async () => {
    const line = await strange();
    const viewer = await createClient(service(), { role: 'viewer', name: 'Looking' });
    for (const as of [viewer, MERCHANT]) expectFailure(await giveBack(line, {}, as), 'not_authorized');
  });
});

describe('a refund', () => {
  test('is cancelled by undoing the decision about its line', async () => {
    const refund = await refunded();
    expectData(await desk().decide('undo', refund.lineId, { reason: 'A mistake' }));
    expect(await stateOf(refund)).toBe('undone');
    expect((await refundsOf(refund)).map(({ state }: Json) => state)).toEqual(['cancelled']);
    expectInvalid(await preparing([refund.refundId]), 'transactionIds.0');
    expectData(await giveBack(refund));
  });

  test('in a batch is not cancelled', async () => {
    const refund = await refunded();
    const batch = await prepared([refund.refundId]);
    const response = await desk().decide('undo', refund.lineId, { reason: 'A mistake' });
    expectFailure(response, 'error_in_payout');
    expect((await refundsOf(refund))[0]).toMatchObject({
      state: 'open',
      payouts: [{ number: batch.number, rowState: 'waiting' }],
    });
  });

  test('is in one live batch only, beside withdrawals', async () => {
    const refund = await refunded();
    const { transactionId } = await service().withdraw(MERCHANT);
    const batch = await prepared([transactionId, refund.refundId]);
    expect(batch.rows.map(({ kind }: Json) => kind).sort()).toEqual(['refund', 'withdrawal']);
    expectInvalid(await preparing([refund.refundId]), 'transactionIds.0');
  });

  test('is paid by a booked debit, after which its line is given back', async () => {
    const refund = await refunded();
    const batch = await exported(refund.refundId);
    expect((await refundsOf(refund))[0].payouts[0].rowState).toBe('exported');
    const line = await receive(debitOf(batch.rows[0]));
    expect(line).toMatchObject({ state: 'matched', transactionId: null });
    expect(await read(batch)).toMatchObject({
      state: 'paid',
      rows: [{ state: 'paid', lineId: line.lineId }],
    });
    expect(await stateOf(refund)).toBe('given-back');
    expect((await refundsOf(refund))[0]).toMatchObject({ state: 'paid' });
    for (const { lineId } of [line, refund])
      expectFailure(await desk().decide('undo', lineId, { reason: 'no' }), 'error_transition_not_allowed');
    expectFailure(await giveBack(refund), 'error_transition_not_allowed');
  });

  test('is paid beside withdrawals by the debit of a whole payment', async () => {
    const refund = await refunded();
    const { transactionId } = await service().withdraw(MERCHANT);
    const batch = await exported(transactionId, refund.refundId);
    const before = await sumsOfAccount();
    const line = await receive(wholeOf(batch));
    expect(line.state).toBe('matched');
    expect(await stateOf(refund)).toBe('given-back');
    expect(await statusOf({ transactionId })).toBe('successful');
    const after = await sumsOfAccount();
    expect(after.payouts - before.payouts).toBeCloseTo(refund.amount - batch.sum);
    // The credit was put away with its debit.
    expect(after.putAway).toBeCloseTo(before.putAway);
    expect(after.unexplained).toBeCloseTo(before.unexplained);
  });

  test('that came back opens its line again, which can be given back once more', async () => {
    const refund = await refunded();
    const batch = await exported(refund.refundId);
    await receive(debitOf(batch.rows[0]));
    const line = await receive(backOf(batch.rows[0]));
    expect(line.state).toBe('matched');
    expect(await stateOf(refund)).toBe('to-return');
    expect((await read(batch)).rows).toMatchObject([{ state: 'returned' }]);
    const again = expectData(await giveBack(refund, { iban: OTHER_IBAN }));
    expect(again.isChangedPayee).toBe(true);
    expect((await refundsOf(refund)).map(({ state }: Json) => state)).toEqual(['open', 'returned']);
  });

  test('that the bank has refused says why, and can be batched again', async () => {
    const refund = await refunded();
    await refuse(await exported(refund.refundId));
    const [shown] = await refundsOf(refund);
    expect(shown).toMatchObject({ state: 'open', payouts: [{ rowState: 'refused' }] });
    expect(shown.payouts[0].bankReason.en).toContain('AC04');
    await prepared([refund.refundId]);
  });

  test('whose debit comes twice keeps the second for a person', async () => {
    const refund = await refunded();
    const batch = await exported(refund.refundId);
    await receive(debitOf(batch.rows[0]));
    const second = await receive(debitOf(batch.rows[0]));
    expect(second.state).toBe('payout');
  });

  test('is exported only as it was approved', async () => {
    const refund = await refunded();
    const batch = await prepared([refund.refundId]);
    expectData(await decide('approve', batch, ADMIN));
    const set = (iban: string) =>
      change(sql`update payout_payees set iban = ${iban} where paid_id = ${refund.refundId}`);
    await set(OTHER_IBAN);
    expectFailure(await decide('export', batch, ADMIN), 'error_stale_sequence');
    await set(PAYER.iban);
  });
});

test('the debit of a refund is no way back of a payment of its amount, in a preview and at the import', async () => {
  const refund = await refunded();
  const { rows } = await exported(refund.refundId);
  const { reference, name } = await desk().deposit({ userId: 'beside', amount: String(refund.amount) });
  const pays = { name: 'TEST USER', text: reference, amountMinor: minorOf(refund) };
  expect(name).toBe('Test User');
  const bytes = camtOf({ iban: desk().iban, lines: [pays, debitOf(rows[0])] });
  const preview = await service().ask('/v1/statements/preview?name=a.xml', {
    as: OPERATOR,
    method: 'POST',
    body: bytes,
    contentType: 'application/octet-stream',
  });
  expect(expectData(preview).lines.map(({ state }: Json) => state)).toEqual(['matched', 'matched']);
  // A debit waits whose payout another line seems to have paid: its id still explains it.
  await change(sql`update payout_rows set line_id = 'another' where transaction_id = ${refund.refundId}`);
  const waiting = await receive(debitOf(rows[0]));
  expect(waiting.state).toBe('payout');
  expect((await desk().receive(pays)).map(({ state }) => state)).toEqual(['matched']);
  await change(sql`update payout_rows set line_id = null where transaction_id = ${refund.refundId}`);
});

describe('the debit of a refund that has no id', () => {
  const confirm = (line: Json, { refundId }: Json) =>
    desk().decide('confirm', line.lineId, { transactionId: refundId, holdSeconds: 0 });
  const withoutId = async ({ amount }: Json, given: Json = {}) => {
    const line = await receive({ text: 'TRANSFER', amountMinor: -minorOf({ amount }), ...given });
    return line as Json;
  };
  /** A debit that waits for a person: it names a withdrawal. */
  const naming = async ({ amount }: Json) => {
    const { transactionId } = await service().withdraw(MERCHANT);
    return withoutId({ amount }, { endToEndId: transactionId });
  };
  const returnOf = async ({ amount }: Json) => {
    const line = await receive({ text: 'IADE', amountMinor: minorOf({ amount }) });
    return line as Json;
  };
  const refuses = async (line: Json, refund: Json, code: string) => {
    expect(problemsOf(await confirm(line, refund))).toMatchObject([{ path: 'lineId', code }]);
  };
  const set = ({ lineId }: Json, { account_id, currency }: Record<'account_id' | 'currency', string>) =>
    change(
      sql`update statement_lines set account_id = ${account_id}, currency = ${currency} where id = ${lineId}`,
    );
  /** Makes a line one of another account, or in another currency. */
  const move = {
    async account(line: Json) {
      const accounts = await service().dependencies.db.read('listEveryAccount');
      const other = accounts.find(({ id }) => id !== accountId())?.id ?? '';
      return set(line, { account_id: other, currency: line.currency });
    },
    currency: (line: Json) => set(line, { account_id: accountId(), currency: 'EUR' }),
  };
  const paidByHand = async () => {
    const refund = await refunded();
    const batch = await exported(refund.refundId);
    const line = await withoutId(refund);
    expect((await desk().line(line.lineId)).refunds).toMatchObject([
      { refundId: refund.refundId, refundedLineId: refund.lineId, batchNumber: batch.number },
    ]);
    expectData(await confirm(line, refund));
    return { refund, batch, line };
  };

  test('is not confirmed with a time in which it could be undone: it happens at once', async () => {
    const refund = await refunded();
    await exported(refund.refundId);
    const line = await withoutId(refund);
    const held = { transactionId: refund.refundId, holdSeconds: 8 };
    const refused = await desk().decide('confirm', line.lineId, held);
    expectInvalid(refused, 'holdSeconds');
    expect(refused.json.error.message).toContain('at once');
    expectData(await confirm(line, refund));
  });

  describe('that is confirmed by hand', () => {
    let made: Awaited<ReturnType<typeof paidByHand>>;
    beforeAll(async () => {
      made = await paidByHand();
    });

    test('pays the refund, and its batch with it', async () => {
      const { refund, batch, line } = made;
      expect(await stateOf(line)).toBe('matched');
      expect(await stateOf(refund)).toBe('given-back');
      expect(await refundsOf(refund)).toMatchObject([{ state: 'paid' }]);
      expect(await read(batch)).toMatchObject({
        state: 'paid',
        rows: [{ state: 'paid', lineId: line.lineId }],
      });
    });

    const takingBack = () =>
      post(`/v1/statements/files/${made.line.fileId}/take-back`, { reason: 'Twice' }, ADMIN);

    test('keeps its file from being taken back, as other moved money does', async () => {
      const { message } = expectFailure(await takingBack(), 'error_transition_not_allowed');
      expect(message).toMatch(/^1 line of the file has settled/);
    });

    test('waits again after an undo, as do its batch and the refund', async () => {
      const { refund, batch, line } = made;
      expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
      expect(await stateOf(line)).toBe('undone');
      expect(await stateOf(refund)).toBe('giving-back');
      expect(await read(batch)).toMatchObject({
        state: 'exported',
        rows: [{ state: 'exported', lineId: null }],
      });
      await expectAgreement(service().databasePath);
    });

    test('leaves its file to be taken back after an undo, and its payout to another debit', async () => {
      expectData(await takingBack());
      const named = await receive(debitOf(made.batch.rows[0]));
      expect(named.state).toBe('matched');
      expect((await read(made.batch)).state).toBe('paid');
    });
  });

  test('is let go by an undo where its batch was rejected meanwhile', async () => {
    const refund = await refunded();
    const batch = await exported(refund.refundId, (await refunded()).refundId);
    const line = await withoutId(refund);
    expectData(await confirm(line, refund));
    expectData(await takeBack(batch));
    expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
    expect(await read(batch)).toMatchObject({ state: 'rejected' });
    expect(await refundsOf(refund)).toMatchObject([{ state: 'open' }]);
    await prepared([refund.refundId]);
  });

  test('is let go again by an undo where it alone of its file had been rejected', async () => {
    const refund = await refunded();
    const batch = await exported(refund.refundId, (await refunded()).refundId);
    expectData(await takeBack(batch, undefined, [refund.refundId]));
    const line = await withoutId(refund);
    expectData(await confirm(line, refund));
    expect((await read(batch)).rows.map(({ state }: Json) => state).sort()).toEqual(['exported', 'paid']);
    expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
    expect((await read(batch)).rows.map(({ state }: Json) => state)).toEqual(['exported']);
    await prepared([refund.refundId]);
  });

  test.each([
    ['the bank has refused it', refuse, 'refused'],
    [
      'two people have taken its batch back',
      async (batch: Json): Promise<void> => void expectData(await takeBack(batch)),
      undefined,
    ],
  ] as const)('pays it also after %s, and an undo leaves that as it was', async (_, end, rowState) => {
    const refund = await refunded();
    const batch = await exported(refund.refundId);
    await end(batch);
    const rejected = (await read(batch)).state;
    const line = await withoutId(refund);
    expect(line.state).toBe('payout');
    expect((await desk().line(line.lineId)).refunds).toMatchObject([{ refundId: refund.refundId }]);
    // Another file would pay it again.
    const next = await prepared([refund.refundId, (await refunded()).refundId]);
    expectData(await confirm(line, refund));
    expect((await refundsOf(refund))[0].state).toBe('paid');
    expect((await read(next)).rows).toHaveLength(1);
    expect(await read(batch)).toMatchObject({ rows: [{ state: 'paid', lineId: line.lineId }] });
    if (rowState) expect((await read(batch)).state).toBe('paid');
    await expectAgreement(service().databasePath);
    const byExporter = await post(`/v1/statement-lines/${line.lineId}/undo`, { reason: 'Mine' }, ADMIN);
    expect(byExporter.json.error.fields).toMatchObject([
      { code: 'refund_same_exporter', params: { batch: batch.number } },
    ]);
    expect((await refundsOf(refund))[0].state).toBe('paid');
    expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
    const after = await read(batch);
    expect(after.state).toBe(rejected);
    expect(after.rows.map(({ state }: Json) => state)).toEqual(rowState ? [rowState] : []);
    await prepared([refund.refundId]);
  });

  describe('that the exporter has confirmed by mistake', () => {
    const byExporter = (verb: string, line: Json, body: Json) =>
      post(`/v1/statement-lines/${line.lineId}/${verb}`, body, ADMIN);
    const undo = (line: Json) => byExporter('undo', line, { reason: 'Another line' });
    const confirmed = async (refund: Json) => {
      const line = await withoutId(refund);
      expectData(await byExporter('confirm', line, { transactionId: refund.refundId }));
      return line;
    };

    test.each([
      ['waited', async () => {}, 'exported'],
      ['was refused', refuse, 'refused'],
      ['was let go', takeBack, 'rejected'],
    ] as const)('is undone by them where the refund %s before', async (_, end, state) => {
      const refund = await refunded();
      const batch = await exported(refund.refundId);
      await end(batch);
      const line = await confirmed(refund);
      expectData(await undo(line));
      expect((await refundsOf(refund))[0].state).toBe('open');
      expect((await read(batch)).state).toBe(state);
    });

    test.each([
      ['refused', refuse],
      ['let go', takeBack],
    ] as const)('is undone by another person where the refund was %s since', async (_, end) => {
      const refund = await refunded();
      const batch = await exported(refund.refundId, (await refunded()).refundId);
      const line = await confirmed(refund);
      await end(batch);
      expect((await undo(line)).json.error.fields).toMatchObject([{ code: 'refund_same_exporter' }]);
      expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
    });
  });

  test('is of the file that is under way, where an earlier one was refused', async () => {
    const refund = await refunded();
    const earlier = await exported(refund.refundId);
    await refuse(earlier);
    const batch = await exported(refund.refundId);
    expectData(await confirm(await withoutId(refund), refund));
    expect((await read(earlier)).rows).toMatchObject([{ state: 'refused' }]);
    expect((await read(batch)).rows).toMatchObject([{ state: 'paid' }]);
  });

  test('is refused after all where the bank says so between a confirm and its undo', async () => {
    const { refund, batch, line } = await paidByHand();
    await refuse(batch);
    expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
    expect(await read(batch)).toMatchObject({ state: 'refused', rows: [{ state: 'refused' }] });
    await prepared([refund.refundId]);
  });

  test('has a return that is confirmed by hand, and is undone behind that alone', async () => {
    const { refund, batch, line: debit } = await paidByHand();
    const line = await returnOf(refund);
    const { refunds } = await desk().line(line.lineId);
    expect(refunds).toMatchObject([{ refundId: refund.refundId }]);
    expectData(await confirm(line, refund));
    expect(await stateOf(refund)).toBe('to-return');
    expect(await read(batch)).toMatchObject({ rows: [{ state: 'returned' }] });
    const undone = await desk().decide('undo', debit.lineId, { reason: 'Another line' });
    expect(undone.json.error.fields).toMatchObject([{ code: 'refund_state' }]);
    expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
    expect(await stateOf(refund)).toBe('given-back');
    expect(await read(batch)).toMatchObject({ rows: [{ state: 'paid' }] });
    await expectAgreement(service().databasePath);
  });

  test('has a return that is not undone once its money was given back again', async () => {
    const { refund } = await paidByHand();
    const line = await returnOf(refund);
    expectData(await confirm(line, refund));
    expectData(await giveBack(refund));
    const response = await desk().decide('undo', line.lineId, { reason: 'Another line' });
    expect(response.json.error.fields).toMatchObject([{ code: 'line_decided' }]);
  });

  test('is refused for a refund that no bank has got', async () => {
    const refund = await refunded();
    const line = await naming(refund);
    await refuses(line, refund, 'refund_not_exported');
    await prepared([refund.refundId]);
    await refuses(line, refund, 'refund_not_exported');
  });

  test('is refused with another amount, once it is paid, and as a credit before', async () => {
    const refund = await refunded();
    await refuses(await returnOf(refund), refund, 'refund_state');
    const batch = await exported(refund.refundId);
    await refuses(await naming({ amount: refund.amount + 5000 }), refund, 'refund_other_amount');
    await receive(debitOf(batch.rows[0]));
    await refuses(await naming(refund), refund, 'refund_state');
  });

  test.each([
    ['account', 'refund_other_account'],
    ['currency', 'other_currency'],
  ] as const)('is refused in another %s', async (column, code) => {
    const refund = await refunded();
    await exported(refund.refundId);
    const line = await withoutId(refund);
    await move[column](line);
    await refuses(line, refund, code);
    await set(line, { account_id: accountId(), currency: line.currency });
  });

  describe('that names the payout', () => {
    const CHARGED = async () => {};
    const DIFFERENT = [
      ['with a charge in it', CHARGED],
      ['on another account', move.account],
      ['in another currency', move.currency],
    ] as const;
    /** A debit of five more than its refund, which the matching leaves to people. */
    const different = async (differ: (line: Json) => Promise<unknown>) => {
      const refund = await refunded();
      const batch = await exported(refund.refundId);
      const line = await receive(debitOf(batch.rows[0], 500));
      await differ(line);
      return { refund, batch, line };
    };
    const accept = (line: Json, { refundId: transactionId }: Json) =>
      desk().decide('confirm', line.lineId, { transactionId, acceptDifference: true });

    const refusesDifference = async (line: Json, refund: Json) => {
      const { fields } = expectFailure(await confirm(line, refund), 'error_final_amount_unusual');
      expect(fields).toMatchObject([{ path: 'lineId', code: 'payout_differs' }]);
    };

    describe.each(DIFFERENT)('%s', (_, differ) => {
      let made: Awaited<ReturnType<typeof different>>;
      let before: Json;
      beforeAll(async () => {
        before = await sumsOfAccount();
        made = await different(differ);
      });

      test('has its refund among those that it may pay', async () => {
        const { line, batch, refund } = made;
        const { refundId, amount } = refund;
        const { accountId } = batch;
        const { refunds } = await desk().line(line.lineId);
        expect(refunds).toMatchObject([{ refundId, amount, currency: 'TRY', accountId, differs: true }]);
      });

      test('pays it once the difference is accepted', async () => {
        const { line, batch, refund } = made;
        await refusesDifference(line, refund);
        expectData(await accept(line, refund));
        expect(await refundsOf(refund)).toMatchObject([{ state: 'paid' }]);
        expect(await read(batch)).toMatchObject({
          state: 'paid',
          rows: [{ state: 'paid', lineId: line.lineId }],
        });
      });

      if (differ === CHARGED)
        test('counts as a refund of the day in whole', async () => {
          expect((await sumsOfAccount()).payouts).toBeCloseTo(before.payouts);
        });

      test('is undone as any other', async () => {
        const { line, batch, refund } = made;
        expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
        expect(await refundsOf(refund)).toMatchObject([{ state: 'open' }]);
        expect(await read(batch)).toMatchObject({ state: 'exported' });
      });
    });

    /** A credit of five less than its refund, which was paid. */
    const less = async (differ: (line: Json) => Promise<unknown>) => {
      const refund = await refunded();
      const batch = await exported(refund.refundId);
      await receive(debitOf(batch.rows[0]));
      const line = await receive(backOf(batch.rows[0], 500));
      await differ(line);
      return { refund, batch, line };
    };

    describe.each(DIFFERENT)('%s, as a credit,', (_, differ) => {
      let made: Awaited<ReturnType<typeof less>>;
      beforeAll(async () => {
        made = await less(differ);
      });

      test('returns it once the difference is accepted', async () => {
        const { line, batch, refund } = made;
        const { refundId, amount } = refund;
        const { refunds } = await desk().line(line.lineId);
        expect(refunds).toMatchObject([{ refundId, amount, currency: 'TRY', differs: true }]);
        await refusesDifference(line, refund);
        expectData(await accept(line, refund));
        expect(await stateOf(refund)).toBe('to-return');
        expect((await read(batch)).rows).toMatchObject([{ state: 'returned' }]);
      });

      if (differ === CHARGED)
        test('leaves no more of the line to a deposit', async () => {
          const { refund } = made;
          const { transactionId } = await desk().deposit({
            userId: 'less-a-charge',
            amount: `${refund.amount}`,
          });
          const accepted = { transactionId, acceptDifference: true };
          expect(problemsOf(await desk().decide('confirm', refund.lineId, accepted))).toMatchObject([
            { code: 'line_reduced', params: { maximum: refund.amount - 5 } },
          ]);
        });

      if (differ === move.currency)
        test('leaves nothing to be given back again', async () => {
          for (const given of [{}, { amount: 0.01 }])
            expectInvalid(await giveBack(made.refund, given), 'amount');
        });

      if (differ === CHARGED)
        test('leaves what came back to be given back again', async () => {
          const { refund } = made;
          expectInvalid(await giveBack(refund, { amount: refund.amount }), 'amount');
          expect(expectData(await giveBack(refund)).amount).toBeCloseTo(refund.amount - 5);
        });

      if (differ !== CHARGED)
        test('is undone as any other', async () => {
          const { line, batch, refund } = made;
          expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
          expect(await stateOf(refund)).toBe('given-back');
          expect((await read(batch)).rows).toMatchObject([{ state: 'paid' }]);
        });
    });

    test('with a charge in it, as a credit, leaves no more to a deposit that the line names', async () => {
      const deposit = await desk().deposit({ userId: 'named-less-a-charge', amount: '500' });
      const named = await strange({ text: deposit.reference, amountMinor: 60_000 });
      const { refundId } = expectData(await giveBack(named));
      const [row] = (await exported(refundId)).rows;
      await receive(debitOf(row));
      const back = await receive(backOf(row, 500));
      expectData(await accept(back, { refundId }));
      const settle = (finalAmount: number) =>
        post(`/v1/transactions/${deposit.transactionId}/settle`, { sequence: 1, finalAmount });
      expect(problemsOf(await settle(595.01))).toMatchObject([{ code: 'money_given_back' }]);
      expectData(await settle(595));
    });

    test('of an earlier file with a charge in it pays that of two payouts', async () => {
      const refund = await refunded();
      const earlier = await exported(refund.refundId);
      await refuse(earlier);
      const later = await exported(refund.refundId);
      const line = await receive(debitOf(earlier.rows[0], 500));
      expectData(await accept(line, refund));
      expect((await read(earlier)).rows).toMatchObject([{ state: 'paid', lineId: line.lineId }]);
      expect((await read(later)).rows).toMatchObject([{ state: 'exported', lineId: null }]);
    });
  });

  test('is undone to what it was where another file is going to pay its refund', async () => {
    const [first, second] = [await refunded(), await refunded()];
    const earlier = await exported(first.refundId, second.refundId);
    expectData(await takeBack(earlier));
    const later = await exported(second.refundId);
    const rowOf = (refund: Json) =>
      earlier.rows.find(({ transactionId }: Json) => transactionId === refund.refundId);
    expectData(await answering(earlier, transaction(rowOf(first).endToEndId, 'ACSC')));
    expect((await read(earlier)).state).toBe('exported');
    const line = await receive(debitOf(rowOf(second), 500));
    const accepted = { transactionId: second.refundId, acceptDifference: true };
    expectData(await desk().decide('confirm', line.lineId, accepted));
    expectData(await desk().decide('undo', line.lineId, { reason: 'Another line' }));
    expect((await refundsOf(second))[0].state).toBe('open');
    expect((await read(earlier)).rows).toMatchObject([{ transactionId: first.refundId }]);
    expect((await read(later)).rows).toMatchObject([{ state: 'exported', lineId: null }]);
  });

  test('is one line, not several together', async () => {
    const refund = await refunded({ amount: 20 });
    await exported(refund.refundId);
    const lines = [await naming({ amount: 10 }), await naming({ amount: 10 })];
    const lineIds = lines.map(({ lineId }) => lineId);
    const response = await post('/v1/statement-lines/confirm', { lineIds, transactionId: refund.refundId });
    expect(response.json.error.fields).toMatchObject([{ code: 'refund_of_one_line' }]);
  });
});

describe('the debit of a payout that the bank had refused', () => {
  test('pays it by its id, and the batch with it', async () => {
    const refund = await refunded();
    const batch = await exported(refund.refundId);
    await refuse(batch);
    await receive(debitOf(batch.rows[0]));
    expect(await read(batch)).toMatchObject({ state: 'paid', rows: [{ state: 'paid' }] });
    expect(await refundsOf(refund)).toMatchObject([{ state: 'paid' }]);
  });

  test('pays a withdrawal by hand where the id is left out', async () => {
    const { transactionId, amount, iban } = await service().withdraw(MERCHANT, { amount: '731.29' });
    await refuse(await exported(transactionId));
    const line = await receive({ text: 'TRANSFER', iban, amountMinor: -minorOf({ amount }) });
    const { candidates } = await desk().line(line.lineId);
    expect(candidates.map(({ transaction }: Json) => transaction.transactionId)).toContain(transactionId);
    expectData(await desk().decide('confirm', line.lineId, { transactionId, reason: 'Booked' }));
    expect(await statusOf({ transactionId })).toBe('successful');
  });
});

describe('what was paid by the id of an earlier file', () => {
  /** A batch whose payout the bank has refused, and the next one, which has it too. */
  const twice = async (id: string) => {
    const earlier = await exported(id);
    await refuse(earlier);
    return { earlier, later: await exported(id) };
  };
  const of = {
    withdrawal: async () => (await service().withdraw(MERCHANT)).transactionId as string,
    refund: async () => (await refunded()).refundId as string,
  };

  test.each(['withdrawal', 'refund'] as const)('leaves the later file of a %s waiting', async (kind) => {
    const { earlier, later } = await twice(await of[kind]());
    const line = await receive(debitOf(earlier.rows[0]));
    expect(line.state).toBe('matched');
    expect(await read(earlier)).toMatchObject({
      state: 'paid',
      rows: [{ state: 'paid', lineId: line.lineId }],
    });
    expect(await read(later)).toMatchObject({
      state: 'exported',
      rows: [{ state: 'exported', lineId: null }],
    });
    // Then the bank pays it too: that debit waits for a person.
    const second = await receive(debitOf(later.rows[0]));
    expect(second).toMatchObject({ state: 'payout' });
    expect((await desk().line(second.lineId)).decisions[0].evidence.map(({ code }: Json) => code)).toEqual([
      'end-to-end-id',
      'settled-already',
    ]);
    expect((await read(later)).state).toBe('exported');
    expectData(await takeBack(later));
  });

  test('leaves the later file to the answer of the bank', async () => {
    const { earlier, later } = await twice(await of.withdrawal());
    await receive(debitOf(earlier.rows[0]));
    await refuse(later);
    expect(await read(later)).toMatchObject({ state: 'refused', rows: [{ state: 'refused' }] });
  });

  test('is so also by the word of a person', async () => {
    const { transactionId, iban } = await service().withdraw(MERCHANT, { iban: 'GB82WEST12345698765432' });
    const { earlier, later } = await twice(transactionId);
    await block('iban', iban);
    const line = await receive(debitOf(earlier.rows[0]));
    expect(line.state).toBe('payout');
    expectData(await post(`/v1/transactions/${transactionId}/clear`, { reason: 'It is paid' }, ADMIN));
    expectData(await desk().decide('confirm', line.lineId, { transactionId }));
    expect((await read(earlier)).rows).toMatchObject([{ state: 'paid', lineId: line.lineId }]);
    expect((await read(later)).rows).toMatchObject([{ state: 'exported' }]);
  });
});

test('a withdrawal that the debit of a whole payment has paid is paid by no further line', async () => {
  const { transactionId, iban, amount } = await service().withdraw(MERCHANT, { amount: '412.35' });
  const other = await service().withdraw(MERCHANT);
  const batch = await exported(transactionId, other.transactionId);
  const paying = await receive(wholeOf(batch));
  expect(paying.state).toBe('matched');
  const second = await receive({ text: 'SECOND', iban, amountMinor: -minorOf({ amount }) });
  const refused = await desk().decide('confirm', second.lineId, { transactionId });
  expect(expectFailure(refused, 'error_transition_not_allowed').message).toContain(paying.lineId);
  expect(await stateOf(second)).toBe('payout');
});

test('a return of a withdrawal that was none is undone: it is paid again, as is its row', async () => {
  const { transactionId } = await service().withdraw(MERCHANT, { amount: '413.46' });
  const batch = await exported(transactionId);
  const { amount } = batch.rows[0];
  await receive(debitOf(batch.rows[0]));
  const back = await receive({ text: `IADE ${transactionId}`, amountMinor: minorOf({ amount }) });
  expectData(await desk().decide('confirm', back.lineId, { transactionId }));
  expect((await read(batch)).rows).toMatchObject([{ state: 'returned' }]);
  expectData(await desk().decide('undo', back.lineId, { reason: 'It was of another one' }));
  expect(await desk().transaction(transactionId)).toMatchObject({
    status: 'successful',
    finalAmount: amount,
  });
  expect((await read(batch)).rows).toMatchObject([{ state: 'paid' }]);
});

test.each([
  ['the bank had refused', '415.68', refuse],
  [
    'people had taken back',
    '416.79',
    async (batch: Json): Promise<void> => void expectData(await takeBack(batch)),
  ],
] as const)(
  'the debit of a withdrawal that %s waits for a person also without an id',
  async (_, amount, end) => {
    const { transactionId } = await service().withdraw(MERCHANT, { amount });
    await end(await exported(transactionId));
    const line = await receive({ text: 'HAVALE', amountMinor: -minorOf({ amount }) });
    expect(line.state).toBe('payout');
    expectData(await desk().decide('confirm', line.lineId, { transactionId }));
    expect(await statusOf({ transactionId })).toBe('successful');
  },
);

test('the debit of a withdrawal that shows the name only waits, and is confirmed by hand', async () => {
  const { transactionId } = await service().withdraw(MERCHANT, { amount: '414.57' });
  await exported(transactionId);
  const line = await receive({ name: 'TEST USER', text: 'HAVALE', amountMinor: -41_457 });
  expect(line.state).toBe('payout');
  const { candidates } = await desk().line(line.lineId);
  expect(candidates.map(({ transaction }: Json) => transaction.transactionId)).toEqual([transactionId]);
  expect(await statusOf({ transactionId })).toBe('pending');
  expectData(await desk().decide('confirm', line.lineId, { transactionId }));
  expect(await statusOf({ transactionId })).toBe('successful');
});

describe('another payee', () => {
  const change = (transactionId: string, given: Json = {}, as = OPERATOR) =>
    post(
      '/v1/payouts/payees',
      { transactionId, iban: OTHER_IBAN, accountName: 'Other Holder', reason: 'By phone', ...given },
      as,
    );
  const refusedWithdrawal = async () => {
    const { transactionId } = await service().withdraw(MERCHANT);
    const batch = await exported(transactionId);
    await refuse(batch);
    return { transactionId, batch };
  };

  test('of a refused withdrawal is paid by the next batch, beside the wish of the merchant', async () => {
    const { transactionId, batch } = await refusedWithdrawal();
    const { iban, accountName } = await desk().transaction(transactionId);
    expect(expectData(await change(transactionId))).toMatchObject({ isChangedPayee: true });
    const next = await exported(transactionId);
    expect(next.rows).toMatchObject([{ iban: OTHER_IBAN, accountName: 'Other Holder' }]);
    expect((await read(batch)).rows).toMatchObject([{ iban, accountName, state: 'refused' }]);
    await receive(debitOf(next.rows[0]));
    expect(await desk().transaction(transactionId)).toMatchObject({
      iban,
      accountName,
      status: 'successful',
    });
  });

  test('needs a second approver where the policy asks about payees', async () => {
    const { transactionId } = await refusedWithdrawal();
    expectData(await change(transactionId));
    const batch = await prepared([transactionId]);
    await setPolicy({ changedNameByTwo: true });
    const review = expectData(await service().ask(`/v1/payouts/${batch.payoutId}/review`));
    expect(review).toMatchObject({ approvalsNeeded: 2, reasons: ['changedPayee'] });
    expect(review.marked).toMatchObject([{ isChangedPayee: true }]);
    await setPolicy({});
  });

  test('is the one that is known afterwards, and that of the merchant is still new', async () => {
    const { transactionId } = await refusedWithdrawal();
    expectData(await change(transactionId));
    await receive(debitOf((await exported(transactionId)).rows[0]));
    const { userId, iban, accountName } = await desk().transaction(transactionId);
    const named = (payee: Record<string, string>) => service().withdraw(MERCHANT, { userId, ...payee });
    const known = await named({ iban: OTHER_IBAN, accountName: 'Other Holder' });
    const unpaid = await named({ iban, accountName });
    await setPolicy({ newPayeeByTwo: true });
    for (const [one, marked] of [
      [known, []],
      [unpaid, [{ isNewPayee: true }]],
    ] as const) {
      const batch = await prepared([one.transactionId]);
      const review = expectData(await service().ask(`/v1/payouts/${batch.payoutId}/review`));
      expect(review.marked).toMatchObject(marked);
    }
    await setPolicy({});
  });

  test('can be named while the last batch had only let it go', async () => {
    const { transactionId } = await refusedWithdrawal();
    const other = await service().withdraw(MERCHANT);
    const batch = await prepared([transactionId, other.transactionId]);
    expectData(await decide('remove', batch, OPERATOR, { transactionIds: [transactionId] }));
    expectData(await change(transactionId));
  });

  test('that is the one of the merchant again is none', async () => {
    const { transactionId } = await refusedWithdrawal();
    const { iban, accountName } = await desk().transaction(transactionId);
    expect(expectData(await change(transactionId, { iban, accountName })).isChangedPayee).toBe(false);
  });

  test('of what no bank has refused, or what is in a batch, is refused', async () => {
    const { transactionId } = await service().withdraw(MERCHANT);
    expectInvalid(await change(transactionId), 'transactionId');
    const refused = await refusedWithdrawal();
    await prepared([refused.transactionId]);
    expectInvalid(await change(refused.transactionId), 'transactionId');
  });

  test('with wrong check digits, or on the blacklist, is refused', async () => {
    const { transactionId } = await refusedWithdrawal();
    expectInvalid(await change(transactionId, { iban: 'NO9386011117948' }), 'iban');
    await block('convertedName', 'Evil Holder');
    expectInvalid(await change(transactionId, { accountName: 'Evil Holder' }), 'iban');
  });

  test('is approved by another person than who has named it', async () => {
    const { transactionId } = await refusedWithdrawal();
    expectData(await change(transactionId, {}, ADMIN));
    const given = expectData(await giveBack(await strange(), { iban: OTHER_IBAN }, ADMIN));
    for (const id of [transactionId, given.refundId]) {
      const batch = await prepared([id]);
      const failure = expectFailure(await decide('approve', batch, ADMIN), 'not_authorized');
      expect(failure.message).toContain('Another person has to approve it.');
      expect(failure.fields).toMatchObject([{ code: 'payout_own_payee', params: { row: 1 } }]);
    }
  });

  test('of a refund is named in the same way', async () => {
    const refund = await refunded();
    await refuse(await exported(refund.refundId));
    expectData(await change(refund.refundId));
    expect((await refundsOf(refund))[0]).toMatchObject({ iban: OTHER_IBAN, isChangedPayee: true });
  });
});

test('payouts that nothing has paid by the day after their execution stand on a list', async () => {
  const refund = await refunded();
  const batch = await exported(refund.refundId);
  const overdue = async () => expectData(await service().ask('/v1/payouts/overdue'));
  const isOf = ({ payoutId }: Json) => payoutId === batch.payoutId;
  expect((await overdue()).some(isOf)).toBe(false);
  const set = (day: string) =>
    change(sql`update payout_batches set execution_day = ${day} where id = ${batch.payoutId}`);
  await set('2020-01-02');
  expect((await overdue())[0]).toMatchObject({
    payoutId: batch.payoutId,
    kind: 'refund',
    state: 'exported',
    endToEndId: batch.rows[0].endToEndId,
    amount: refund.amount,
  });
  await set(batch.executionDay);
  await receive(debitOf(batch.rows[0]));
  expect((await overdue()).some(isOf)).toBe(false);
});

test('a migration names the credits of the refunds that had come back before it', async () => {
  const refund = await refunded();
  const first = await exported(refund.refundId);
  await receive(debitOf(first.rows[0]));
  const back = await receive(backOf(first.rows[0]));
  const again = expectData(await giveBack(refund));
  const second = await exported(again.refundId, (await refunded()).refundId);
  await desk().receive(debitOf(second.rows[0]), debitOf(second.rows[1]));
  const backAgain = await receive(backOf(second.rows[0]));
  const found = new Map<string, unknown>();
  const migrated = withDatabase(service().databasePath, (db) =>
    db.transaction().execute(async (trx) => {
      for (const index of ['refunds_of_amount', 'refunds_returned_by'])
        await trx.schema.dropIndex(index).execute();
      await trx.schema.alterTable('refunds').dropColumn('return_line_id').execute();
      await returnedRefunds.up(trx as unknown as Kysely<never>);
      const rows = await trx
        .selectFrom('refunds')
        .select(['id', 'return_line_id'])
        .where(
          'id',
          'in',
          [refund, again, second.rows[1]].map((one) => one.refundId ?? one.transactionId),
        )
        .execute();
      for (const row of rows) found.set(row.id, row.return_line_id);
      throw new Error('rolled back');
    }),
  );
  await expect(migrated).rejects.toThrow('rolled back');
  expect([...found.values()].sort()).toEqual([back.lineId, backAgain.lineId, null].sort());
  expect(found.get(refund.refundId)).toBe(back.lineId);
  expect(found.get(again.refundId)).toBe(backAgain.lineId);
});

test('a forgotten person is forgotten in refunds, and in the lines that paid them', async () => {
  const person = { userId: 'twice', name: 'Mercan Dalgıç' };
  const { reference, transactionId } = await desk().deposit(person);
  const pays = { name: 'MERCAN DALGIC', iban: 'BE71096123456769', text: `${reference}` };
  await desk().receive({ ...pays, amountMinor: 50_000 });
  const again = await receive({ ...pays, amountMinor: 50_000, text: `${reference} again` });
  const refund = { ...expectData(await giveBack(again as Json)), lineId: again.lineId };
  const audit: AuditOrigin = {
    occurredAtMs: service().clock.nowMs(),
    actorKind: 'key',
    actor: 'a-person',
    address: '192.0.2.1',
    operation: 'forgetPerson',
    requestId: 'r',
  };
  const forget = () =>
    forgetAll(
      service().dependencies,
      { clientId: desk().merchant.id, userId: person.userId },
      { appKey: desk().merchant.appKey, audit },
    );
  await service().callbackWorker.idle();
  await forget();
  expect((await desk().transaction(transactionId)).name).toBe('[forgotten]');
  expect((await desk().line(refund.lineId)).line.counterpartyName).toBe('MERCAN DALGIC');
  const batch = await exported(refund.refundId);
  await desk().receive({ ...debitOf(batch.rows[0]), name: 'MERCAN DALGIC', iban: pays.iban });
  await forget();
  const stored = await storedText(service().databasePath, [
    'statement_lines',
    'line_decisions',
    'refunds',
    'payout_payees',
    'transactions',
  ]);
  for (const word of ['MERCAN', 'Mercan', pays.iban]) expect(stored).not.toContain(word);
});

describe('a check of the books names', () => {
  type Refunds = readonly [Json, Json, Json, Json, Json, Json, Json];
  /** Refunds of which all but the first were paid, and the last two came back, and a batch of a withdrawal. */
  async function state() {
    const refunds: Json[] = [];
    for (let count = 0; count < 7; count += 1) refunds.push(await refunded());
    const { rows } = await exported(...refunds.slice(1).map(({ refundId }) => refundId));
    await desk().receive(...rows.map((row: Json) => debitOf(row)));
    const last = refunds.slice(-2).map(({ refundId }) => refundId);
    const returned = rows.filter(({ transactionId }: Json) => last.includes(transactionId));
    await desk().receive(...returned.map((row: Json) => backOf(row)));
    const { payoutId } = await prepared([(await service().withdraw(MERCHANT)).transactionId]);
    return { refunds: refunds as unknown as Refunds, payoutId: payoutId as string };
  }

  const ofRow = (assignment: RawBuilder<unknown>, { refundId }: Json) =>
    sql`update payout_rows set ${assignment} where transaction_id = ${refundId}`;
  const ofRefund = (assignment: RawBuilder<unknown>, { refundId }: Json) =>
    sql`update refunds set ${assignment} where id = ${refundId}`;
  const BY_DEBIT = sql`return_line_id = (select line_id from payout_rows where transaction_id = refunds.id)`;

  /** Changes each of them in another way, and all of them back once they are checked. */
  async function check() {
    const { refunds, payoutId } = await state();
    const [open, unpaid, refused, other, paid, returned, another] = refunds;
    const payee = sql`select id from payout_payees where paid_id = ${open.refundId}`;
    const changes = [
      ofRefund(sql`state = 'paid'`, open),
      ofRow(sql`line_id = null`, unpaid),
      ofRow(sql`state = 'refused'`, refused),
      ofRow(sql`payee_id = 'another'`, other),
      ofRefund(BY_DEBIT, paid),
      ofRefund(sql`return_line_id = null`, returned),
      ofRefund(BY_DEBIT, another),
      sql`update payout_rows set payee_id = (${payee}) where batch_id = ${payoutId}`,
    ];
    return withDatabase(service().databasePath, async (db) => {
      const rows = await db.selectFrom('payout_rows').selectAll().execute();
      const stored = await db.selectFrom('refunds').selectAll().execute();
      for (const one of changes) await one.execute(db);
      await using verifier = await openVerifier(service().databasePath);
      const { disagreements } = await verifier.verify();
      for (const { batch_id, row_number, state, line_id, payee_id } of rows)
        await db
          .updateTable('payout_rows')
          .set({ state, line_id, payee_id })
          .where('batch_id', '=', batch_id)
          .where('row_number', '=', row_number)
          .execute();
      for (const { id, state, return_line_id } of stored)
        await db.updateTable('refunds').set({ state, return_line_id }).where('id', '=', id).execute();
      return { disagreements, refunds, payoutId };
    });
  }

  let checked: ReturnType<typeof check> | undefined;

  test.each([
    ['that no line has paid', 1],
    ['that no row of a batch has paid', 2],
    ['whose row pays the payee of something else', 3],
    ['that did not come back, and has a credit', 4],
    ['that came back without a credit', 5],
    ['that came back, and has another credit', 6],
    ['that does not fit its line', 0],
  ])('a refund %s', async (_, place) => {
    checked ??= check();
    const { disagreements, refunds } = await checked;
    expect(disagreements).toContainEqual({ kind: 'refund', id: refunds[place]?.refundId });
  });

  test('a line that does not fit its refund', async () => {
    checked ??= check();
    const { disagreements, refunds } = await checked;
    expect(disagreements).toContainEqual({ kind: 'line-state', id: refunds[0].lineId });
  });

  test('a withdrawal whose row pays the payee of something else', async () => {
    checked ??= check();
    const { disagreements, payoutId } = await checked;
    expect(disagreements).toContainEqual({ kind: 'payout-row', batchId: payoutId });
  });
});
