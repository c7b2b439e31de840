import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as namedPayments from '../../db/migrations/named-payments.ts';
import { ADMIN, type ApiResponse, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import {
  backOf,
  booked,
  debitOf,
  groupOf,
  minorOf,
  problemsOf,
  usePayoutDesk,
  wholeOf,
} from '../support/payouts/desk.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

const {
  desk,
  service,
  post,
  exported,
  read,
  takeBack,
  refuse,
  sent,
  receive,
  lineState,
  statusOf,
  rowStates,
  matchNow,
  strange,
  giveBack,
} = usePayoutDesk();

/** What keeps a line waiting beside the id that it has. */
const doubtsOf = async ({ lineId }: Json): Promise<Json[]> =>
  (await desk().line(lineId)).decisions[0].evidence
    .slice(1)
    .map(({ code, detail }: Json) => ({ code, detail }));

/** Money of a payer in a file for the bank, which gives it back. */
async function givingBack(given?: Partial<BankLine>): Promise<Json> {
  const line = await strange(given);
  const { refundId } = expectData(await giveBack(line));
  return { ...(await exported([refundId])), line };
}

/** The batch is taken back by two people, and another one pays the same. */
async function again(batch: Json): Promise<Json> {
  await reject(batch);
  return exported(batch.rows.map(({ transactionId }: Json) => transactionId));
}
const reject = async (batch: Json) => expectData(await takeBack(batch));

const putAway = async (line: Json) =>
  expectData(await desk().decide('put-away', line.lineId, { note: 'A charge' }));
const reverse = async ({ transactionId }: Json, as = OPERATOR, more: Json = {}): Promise<ApiResponse> => {
  const { sequence } = await desk().transaction(transactionId);
  return post(`/v1/transactions/${transactionId}/reverse`, { sequence, reason: 'It is back', ...more }, as);
};

describe('the return of a withdrawal that the bank has debited twice', () => {
  test('waits, also for a person who would confirm it, until the other money is back', async () => {
    const [row] = (await sent()).rows;
    await receive(debitOf(row));
    const second = await receive(debitOf(row));
    const { transactionId } = row;
    const expectRefused = async (line: Json) =>
      expect(problemsOf(await desk().decide('confirm', line.lineId, { transactionId }))).toMatchObject([
        { path: 'lineId', code: 'paid_again', params: { lineId: second.lineId } },
      ]);
    await expectRefused(await receive({ amountMinor: minorOf(row), text: 'IADE' }));
    const returned = await receive(backOf(row));
    expect(await lineState(returned)).toBe('payout-back');
    expect(await doubtsOf(returned)).toEqual([{ code: 'paid-again', detail: second.lineId }]);
    await expectRefused(returned);
    expect(await statusOf(row)).toBe('successful');
    await receive(backOf(row));
    await matchNow();
    expect(await statusOf(row)).toBe('unsuccessful');
  });

  test('waits where the second debit is of those that were paid of its payment', async () => {
    const batch = await sent(3);
    const [row, other] = batch.rows;
    await receive(debitOf(row));
    await receive(debitOf(other));
    const second = await receive(wholeOf(batch, [row, other]));
    const returned = await receive(backOf(row));
    expect(await doubtsOf(returned)).toEqual([{ code: 'paid-again', detail: second.lineId }]);
  });

  test('reverses it where the other debit of the payment is of other payouts', async () => {
    const batch = await sent(3);
    const [row, ...others] = batch.rows;
    await receive(debitOf(row));
    const [returned] = await desk().receive(backOf(row), wholeOf(batch, others));
    expect(await lineState(returned)).toBe('matched');
  });
});

test('a migration finds the second debit of a payment that came before it', async () => {
  const batch = await sent(2);
  await receive(wholeOf(batch));
  const second = await receive(wholeOf(batch));
  await withDatabase(service().databasePath, async (db) => {
    const named = () =>
      db.selectFrom('line_references').select('line_id').where('reference', '=', groupOf(batch));
    const before = await named().execute();
    await db.deleteFrom('line_references').where('reference', '=', groupOf(batch)).execute();
    await namedPayments.up(db as unknown as Kysely<never>);
    await namedPayments.up(db as unknown as Kysely<never>);
    expect(await named().execute()).toEqual(before);
    expect(before).toHaveLength(2);
  });
  const returned = await receive(backOf(batch.rows[0]));
  expect(await doubtsOf(returned)).toEqual([{ code: 'paid-again', detail: second.lineId }]);
});

test('the return of a withdrawal that another file has too waits until people have taken that back', async () => {
  // The first file was taken back, and paid by the bank all the same.
  const first = await sent();
  const later = await again(first);
  const [row] = first.rows;
  const { transactionId } = row;
  await receive(debitOf(row));
  const returned = await receive(backOf(row));
  expect(await lineState(returned)).toBe('payout-back');
  expect(await doubtsOf(returned)).toEqual([{ code: 'payout-under-way', detail: String(later.number) }]);
  expect(problemsOf(await desk().decide('confirm', returned.lineId, { transactionId }))).toMatchObject([
    { path: 'lineId', code: 'payout_under_way' },
  ]);
  expect(await statusOf(row)).toBe('successful');
  await reject(later);
  await matchNow();
  expect(await lineState(returned)).toBe('matched');
  expect(await statusOf(row)).toBe('unsuccessful');
});

describe('a debit of a payment of which it is no clear part', () => {
  const unclear = (batch: Json) =>
    booked({ amountMinor: -minorOf(...batch.rows) - 100, text: groupOf(batch) });

  test('keeps the batch from being rejected, unless people have put it away', async () => {
    const batch = await sent(2);
    const line = await receive(unclear(batch));
    const expectKept = async () =>
      expect(problemsOf(await takeBack(batch))).toMatchObject([{ code: 'paid_again' }]);
    await expectKept();
    await putAway(line);
    expectData(await desk().decide('undo', line.lineId, { reason: 'It is one after all' }));
    await expectKept();
    await putAway(line);
    await reject(batch);
    expect(await read(batch)).toMatchObject({ state: 'rejected' });
  });

  test('stays out of it when others of the payment go first, and it is the sum of the rest', async () => {
    const batch = await sent(3);
    const [one, other, last] = batch.rows;
    const line = await receive({ ...unclear(batch), amountMinor: -minorOf(one, other) });
    await putAway(line);
    expectData(await takeBack(batch, undefined, [last.transactionId]));
    await reject(batch);
    expect(await read(batch)).toMatchObject({ state: 'rejected' });
  });

  test('lets a return of what was paid reverse it once people put it away', async () => {
    const batch = await sent(2);
    await receive(wholeOf(batch));
    const more = await receive(unclear(batch));
    const returned = await receive(backOf(batch.rows[0]));
    expect(await doubtsOf(returned)).toEqual([{ code: 'paid-again', detail: more.lineId }]);
    await putAway(more);
    await matchNow();
    expect(await lineState(returned)).toBe('matched');
  });

  test('keeps what the bank has refused from being paid again', async () => {
    const batch = await sent(2);
    const [refused] = batch.rows;
    await refuse(batch, [refused]);
    await receive(unclear(batch));
    const items = expectData(await service().ask('/v1/payouts/payable'));
    expect(items.map(({ transactionId }: Json) => transactionId)).not.toContain(refused.transactionId);
  });
});

test('a debit of a clear part of a payment counts although people put it away', async () => {
  const batch = await sent(2);
  await receive(wholeOf(batch));
  const second = await receive(wholeOf(batch));
  await putAway(second);
  const returned = await receive(backOf(batch.rows[0]));
  expect(await doubtsOf(returned)).toEqual([{ code: 'paid-again', detail: second.lineId }]);
});

describe('a withdrawal that a person reverses', () => {
  test('stays paid while a second debit of it is out, until an admin knows better', async () => {
    const batch = await sent();
    const [row] = batch.rows;
    await receive(debitOf(row));
    const second = await receive(debitOf(row));
    const { number } = batch;
    for (const more of [{}, { holdSeconds: 8 }])
      expect(problemsOf(await reverse(row, ADMIN, more))).toMatchObject([
        { path: 'transactionId', code: 'paid_again', params: { lineId: second.lineId, batch: number } },
      ]);
    const accept = { acceptStillOut: true };
    expect(expectFailure(await reverse(row, OPERATOR, accept), 'error_validation').fields).toMatchObject([
      { path: 'acceptStillOut', code: 'unwanted' },
    ]);
    expect(await statusOf(row)).toBe('successful');
    expectData(await reverse(row, ADMIN, accept));
    const after = (await readAudit(service().databasePath)).at(-1)?.after_json;
    expect(JSON.parse(after ?? '')).toMatchObject({ status: 'unsuccessful', acceptStillOut: true });
    expect(await rowStates(batch)).toEqual(['returned']);
  });
});

describe('a debit of a withdrawal that a person undoes', () => {
  const undo = (line: Json) => desk().decide('undo', line.lineId, { reason: 'Of another one' });

  test('without an id stays its payment until the bank has refused the payout', async () => {
    const batch = await sent();
    const [row] = batch.rows;
    const { transactionId } = row;
    const paying = await receive(booked({ amountMinor: -minorOf(row), text: 'HAVALE' }));
    expectData(await desk().decide('confirm', paying.lineId, { transactionId }));
    expect(problemsOf(await undo(paying))).toMatchObject([
      { code: 'payout_under_way', params: { batch: batch.number } },
    ]);
    await refuse(batch);
    expectData(await undo(paying));
    expect([await statusOf(row), await rowStates(batch)]).toEqual(['unsuccessful', ['refused']]);
  });
});

describe('a second debit of a payout whose whole payment was debited, and that came back once', () => {
  async function paidAgain() {
    const batch = await sent(2);
    const [row] = batch.rows;
    const whole = await receive(wholeOf(batch));
    await receive(backOf(row));
    const second = await receive(debitOf(row));
    expect(await statusOf(row)).toBe('unsuccessful');
    const { transactionId } = row;
    expectData(await desk().decide('confirm', second.lineId, { transactionId }));
    return { batch, row, whole, second };
  }

  test('leaves the first one what that has paid', async () => {
    const { batch, whole } = await paidAgain();
    expect((await read(batch)).rows.map(({ lineId }: Json) => lineId)).toEqual([whole.lineId, whole.lineId]);
    await expectAgreement(service().databasePath);
  });

  test('is not undone while the money of one of the two is out', async () => {
    const { row, second } = await paidAgain();
    const undone = await desk().decide('undo', second.lineId, { reason: 'Of another one' });
    expect(problemsOf(undone)).toMatchObject([{ code: 'paid_again' }]);
    expect(await statusOf(row)).toBe('successful');
  });
});

describe('the preview of a file', () => {
  const codesOf = ({ state, evidence }: Json) => [state, ...evidence.map(({ code }: Json) => code)];
  /** The states that a preview gives lines, and those that they have after the import. */
  async function compare(...lines: readonly BankLine[]) {
    const body = camtOf({ iban: desk().iban, lines });
    const as = { as: OPERATOR, method: 'POST', body, contentType: 'application/octet-stream' };
    const shown = expectData(await service().ask('/v1/statements/preview?name=a.xml', as));
    const said = shown.lines.map(codesOf);
    const imported = await desk().receive(...lines);
    const made = imported.map(async ({ lineId, state }) => {
      const [{ evidence }] = (await desk().line(lineId)).decisions;
      return codesOf({ state, evidence });
    });
    return { said, made: await Promise.all(made) };
  }

  test('sees a second debit of the whole payment beside a return', async () => {
    const batch = await sent(2);
    await receive(wholeOf(batch));
    const { said, made } = await compare(wholeOf(batch), backOf(batch.rows[0]));
    expect(said).toEqual(made);
    expect(said[1]).toEqual(['payout-back', 'end-to-end-id', 'paid-again']);
  });

  test('sees that money goes out again', async () => {
    const [row] = (await sent()).rows;
    await receive(debitOf(row));
    await receive(backOf(row));
    const { said, made } = await compare(debitOf(row));
    expect(said).toEqual(made);
    expect(said[0]).toContain('out-again');
  });

  test('leaves two debits of one payout to the import', async () => {
    const [row] = (await sent()).rows;
    const { said } = await compare(debitOf(row), debitOf(row));
    expect(said.map(([state]: Json) => state)).toEqual(['decided-at-import', 'decided-at-import']);
  });

  test('leaves a debit and its return to the import', async () => {
    const { rows } = await givingBack();
    const { said } = await compare(debitOf(rows[0]), backOf(rows[0]));
    expect(said.map(([state]: Json) => state)).toEqual(['decided-at-import', 'decided-at-import']);
  });
});

describe('money of a payer that was given back twice', () => {
  test('is not given back again while only one of the payments has come back', async () => {
    const { rows, line } = await givingBack();
    await receive(debitOf(rows[0]));
    const second = await receive(debitOf(rows[0]));
    const returned = await receive(backOf(rows[0]));
    expect(await doubtsOf(returned)).toEqual([{ code: 'paid-again', detail: second.lineId }]);
    expect(await lineState(line)).toBe('given-back');
    expectFailure(await giveBack(line), 'error_transition_not_allowed');
    const { transactionId } = rows[0];
    const confirmed = await desk().decide('confirm', returned.lineId, { transactionId });
    expect(problemsOf(confirmed)).toMatchObject([{ code: 'paid_again' }]);
    await receive(backOf(rows[0]));
    await matchNow();
    expect(await lineState(line)).toBe('to-return');
    expectData(await giveBack(line));
  });

  test('is not given back again either where the second payment left after the return', async () => {
    const { rows, line } = await givingBack();
    await receive(debitOf(rows[0]));
    await receive(backOf(rows[0]));
    expect(await lineState(line)).toBe('to-return');
    await receive(debitOf(rows[0]));
    expect(problemsOf(await giveBack(line))).toMatchObject([{ code: 'paid_again' }]);
    await receive(backOf(rows[0]));
    expectData(await giveBack(line));
  });
});

describe('money of a line that is out by a refund which has ended', () => {
  const confirm = (line: Json, { transactionId }: Json) =>
    desk().decide('confirm', line.lineId, { transactionId, acceptDifference: true });
  const settle = ({ transactionId }: Json) =>
    post(`/v1/transactions/${transactionId}/settle`, { sequence: 1 }, ADMIN);
  const expectOut = (response: ApiResponse, code = 'paid_again') =>
    expect(problemsOf(response)).toMatchObject([{ code }]);
  /** A deposit that is named by a line whose money came back, and left once more. */
  async function leftAgain(): Promise<Json> {
    const deposit = await desk().deposit();
    const { rows, line } = await givingBack({ text: deposit.reference });
    for (const one of [debitOf(rows[0]), backOf(rows[0]), debitOf(rows[0])]) await receive(one);
    expect(await lineState(line)).toBe('to-return');
    return { deposit, line, row: rows[0] };
  }

  test('pays no deposit until it is back', async () => {
    const { deposit, line, row } = await leftAgain();
    expectOut(await confirm(line, deposit));
    expect(await statusOf(deposit)).toBe('pending');
    await receive(backOf(row));
    expectData(await confirm(line, deposit));
  });

  test('keeps the deposit that the line names from being credited by hand until it is back', async () => {
    const { deposit, row } = await leftAgain();
    expectOut(await settle(deposit), 'money_given_back');
    await receive(backOf(row));
    expectData(await settle(deposit));
  });

  test('pays no deposit where the bank has paid a refund that was cancelled', async () => {
    const deposit = await desk().deposit();
    const batch = await givingBack();
    await reject(batch);
    expectData(await desk().decide('undo', batch.line.lineId, { reason: 'It is a deposit' }));
    await receive(debitOf(batch.rows[0]));
    expectOut(await confirm(batch.line, deposit));
  });

  test('returns no other refund', async () => {
    const { line, row } = await leftAgain();
    const { rows } = await givingBack({ amountMinor: minorOf(row) });
    await receive(debitOf(rows[0]));
    expectOut(await confirm(line, rows[0]));
  });
});

test('of two payouts whose money came back, the undone return makes its own paid again, and not the other', async () => {
  const first = await sent();
  const later = await again(first);
  const [row] = first.rows;
  const { transactionId } = row;
  await reject(later);
  const paying = await receive(debitOf(row));
  expectData(await reverse(row));
  const second = await receive(debitOf(later.rows[0]));
  // The payment of the second file is taken for the one of the withdrawal.
  expectData(await desk().decide('undo', paying.lineId, { reason: 'The other one counts' }));
  expectData(await desk().decide('confirm', second.lineId, { transactionId, reason: 'It is paid' }));
  expect([await rowStates(first), await rowStates(later)]).toEqual([['returned'], ['paid']]);
  const returned = await receive(backOf(later.rows[0]));
  expect([await rowStates(first), await rowStates(later)]).toEqual([['returned'], ['returned']]);
  expectData(await desk().decide('undo', returned.lineId, { reason: 'It is of somebody else' }));
  expect([await rowStates(first), await rowStates(later)]).toEqual([['returned'], ['paid']]);
});
