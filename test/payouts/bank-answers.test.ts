import { describe, expect, test } from 'vitest';
import { ADMIN, type Json } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import {
  backOf,
  debitOf,
  fileIdOf,
  groupOf,
  minorOf,
  usePayoutDesk,
  wholeOf,
} from '../support/payouts/desk.ts';
import { payment, reason, repeated, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { elements } from '../support/payouts/payout-batch.ts';
import { upload } from '../support/reconciliation.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

const {
  desk,
  service,
  post,
  read,
  preparing,
  prepared,
  decide,
  liveRows,
  takeBack,
  exported,
  answering,
  sent,
  withdrawOne,
  receive,
  rowStates,
  statusOf,
} = usePayoutDesk();

/** Imports what the bank says of one payout. */
const say = async (batch: Json, { endToEndId }: Json, status: string, why?: string): Promise<Json> =>
  expectData(await answering(batch, transaction(endToEndId, status, why)));

describe('the answer of a bank', () => {
  test('is imported as a statement is, and says how many payouts it accepts and refuses', async () => {
    const batch = await sent(2);
    const [one, other] = batch.rows;
    const said = transaction(one.endToEndId, 'ACSP') + transaction(other.endToEndId, 'RJCT', reason('AC04'));
    expect(expectData(await answering(batch, said))).toMatchObject({
      isRepeat: false,
      file: { format: 'pain002', lineCount: 0 },
      payoutReport: {
        payoutNumber: batch.number,
        acceptedCount: 1,
        refusedCount: 1,
        heldCount: 0,
        unmatched: [],
      },
    });
  });

  test('settles nothing', async () => {
    const batch = await sent();
    const [row] = batch.rows;
    await say(batch, row, 'ACSC');
    expect(await rowStates(batch)).toEqual(['accepted']);
    expect(await statusOf(row)).toBe('pending');
  });

  test('says why in both languages', async () => {
    const batch = await sent();
    await say(batch, batch.rows[0], 'RJCT', reason('AC04', 'Konto erloschen'));
    const [{ state, bankStatus, bankReason }] = (await read(batch)).rows;
    expect({ state, bankStatus }).toEqual({ state: 'refused', bankStatus: 'RJCT' });
    expect(bankReason.en).toContain('AC04): Konto erloschen');
    expect(bankReason.tr).toContain('AC04): Konto erloschen');
  });

  test('lets a refused withdrawal go into another batch', async () => {
    const batch = await sent();
    const [{ transactionId, endToEndId }] = batch.rows;
    await say(batch, batch.rows[0], 'RJCT');
    expect((await read(batch)).state).toBe('refused');
    const again = await prepared([transactionId]);
    expect(again.rows[0].endToEndId).not.toBe(endToEndId);
  });

  test('that refuses all payouts keeps their file from being given out again', async () => {
    const batch = await sent();
    await say(batch, batch.rows[0], 'RJCT');
    for (const file of ['file', 'file/raw'])
      expectInvalid(await service().ask(`/v1/payouts/${batch.payoutId}/${file}`), 'payoutId');
  });

  test('that refuses one of its payouts keeps their file from being given out again', async () => {
    const batch = await sent(2);
    await say(batch, batch.rows[0], 'RJCT');
    expectInvalid(await service().ask(`/v1/payouts/${batch.payoutId}/file`), 'payoutId');
  });

  test('that executes a refused payout after all lets its file be given out again', async () => {
    const batch = await sent();
    for (const status of ['RJCT', 'ACSC']) await say(batch, batch.rows[0], status);
    expectData(await service().ask(`/v1/payouts/${batch.payoutId}/file`));
  });

  test('names a payout by the instruction id of its file alone', async () => {
    const batch = await sent();
    const file = expectData(await service().ask(`/v1/payouts/${batch.payoutId}/file`));
    const [instructionId] = elements(Buffer.from(file.base64, 'base64').toString(), 'InstrId');
    const status = `<OrgnlInstrId>${instructionId}</OrgnlInstrId><TxSts>RJCT</TxSts>`;
    const group = '<GrpSts>ACCP</GrpSts>';
    const payments = payment(`<TxInfAndSts>${status}</TxInfAndSts>`, groupOf(batch));
    const text = statusFile({ original: fileIdOf(batch), group, payments });
    const { payoutReport } = expectData(await upload(service(), Buffer.from(text)));
    expect(payoutReport).toMatchObject({ acceptedCount: 0, refusedCount: 1, unmatched: [] });
    expect(await rowStates(batch)).toEqual(['refused']);
  });

  test('lets a refused withdrawal be rejected to its merchant', async () => {
    const batch = await sent();
    const [{ transactionId }] = batch.rows;
    await say(batch, batch.rows[0], 'RJCT');
    const body = { reason: 'The account is closed', sequence: '1' };
    const rejected = await service().transition('reject', transactionId, { fields: body });
    expect(rejected.status).toBe('unsuccessful');
  });

  test('keeps a batch waiting for what is left of it', async () => {
    const batch = await sent(2);
    await say(batch, batch.rows[0], 'RJCT');
    expect((await read(batch)).state).toBe('exported');
    await receive(debitOf(batch.rows[1]));
    expect(await read(batch)).toMatchObject({
      state: 'paid',
      rows: [{ state: 'refused' }, { state: 'paid' }],
    });
  });

  test('changes nothing when the same bytes come again', async () => {
    const batch = await sent();
    const first = await say(batch, batch.rows[0], 'RJCT');
    const second = await say(batch, batch.rows[0], 'RJCT');
    expect(second).toMatchObject({
      isRepeat: true,
      file: { fileId: first.file.fileId },
      payoutReport: first.payoutReport,
    });
  });

  test('that comes late changes nothing about what was refused', async () => {
    const batch = await sent();
    await say(batch, batch.rows[0], 'RJCT');
    const late = await say(batch, batch.rows[0], 'ACTC');
    expect(late.payoutReport).toMatchObject({ acceptedCount: 0, refusedCount: 0 });
    expect(await rowStates(batch)).toEqual(['refused']);
  });

  test.each([
    ['after', ['ACSC', 'RJCT']],
    ['before', ['RJCT', 'ACSC']],
  ])('that refuses a payout %s saying that it was executed lets go of nothing', async (_, statuses) => {
    const batch = await sent();
    const [{ transactionId, endToEndId }] = batch.rows;
    const answers: Json[] = [];
    for (const status of statuses) answers.push(await say(batch, batch.rows[0], status, reason('AC04')));
    expect(answers.at(-1)?.payoutReport.unmatched).toEqual([
      { kind: 'refused_but_executed', id: endToEndId, status: 'RJCT' },
    ]);
    const held = await read(batch);
    expect(held).toMatchObject({ state: 'exported', rows: [{ state: 'held', bankStatus: 'RJCT' }] });
    expect(held.rows[0].bankReason.en).toContain('AC04');
    expectInvalid(await preparing([transactionId]), 'transactionIds.0');
    await receive(debitOf(batch.rows[0]));
    expect(await statusOf({ transactionId })).toBe('successful');
  });

  test('that executes what was refused takes it out of the batch that was to pay it again', async () => {
    const batch = await sent();
    const [{ transactionId }] = batch.rows;
    await say(batch, batch.rows[0], 'RJCT');
    const other = await withdrawOne();
    const again = await prepared([transactionId, other]);
    await say(batch, batch.rows[0], 'ACSC');
    expect((await read(again)).rows.map((row: Json) => row.transactionId)).toEqual([other]);
    expect(await rowStates(batch)).toEqual(['held']);
  });

  test('that executes what people had taken back makes the batch wait for the bank again', async () => {
    const batch = await sent(3);
    const [{ endToEndId }, { transactionId }] = batch.rows;
    expectData(await takeBack(batch));
    await service().transition('reject', transactionId, { fields: { reason: 'closed', sequence: '1' } });
    await say(batch, batch.rows[0], 'ACSC');
    expect(await read(batch)).toMatchObject({
      state: 'exported',
      rejectedBy: null,
      rows: [
        { endToEndId, state: 'accepted' },
        { rowNumber: 3, state: 'exported' },
      ],
    });
  });

  test('that executes what people had taken back gives no file out with what was decided since', async () => {
    const batch = await sent(2);
    const [, { transactionId }] = batch.rows;
    expectData(await takeBack(batch));
    await service().transition('reject', transactionId, { fields: { reason: 'closed', sequence: '1' } });
    await say(batch, batch.rows[0], 'ACSC');
    expectInvalid(await service().ask(`/v1/payouts/${batch.payoutId}/file`), 'payoutId');
  });

  const claim = async ({ transactionId }: Json) =>
    expectData(await post(`/v1/transactions/${transactionId}/claim`, {}));

  test('that executes what people had taken back leaves what somebody has claimed to them, and names it', async () => {
    const batch = await sent(2);
    const [one, claimed] = batch.rows;
    expectData(await takeBack(batch));
    await claim(claimed);
    const { payoutReport } = await say(batch, one, 'ACSC');
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: claimed.endToEndId, status: null }]);
    expect(await liveRows(claimed.transactionId)).toEqual([]);
  });

  test('that executes what somebody has claimed since says so, and leaves it to them', async () => {
    const batch = await sent();
    const [claimed] = batch.rows;
    expectData(await takeBack(batch));
    await claim(claimed);
    const { payoutReport } = await say(batch, claimed, 'ACSC');
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: claimed.endToEndId, status: 'ACSC' }]);
    expect(await liveRows(claimed.transactionId)).toEqual([]);
  });

  test('that executes one of those that people have rejected leaves who has rejected the others', async () => {
    const batch = await sent(3);
    const [one, other] = batch.rows;
    for (const row of [one, other]) expectData(await takeBack(batch, undefined, [row.transactionId]));
    await say(batch, one, 'ACSC');
    expect(await read(batch)).toMatchObject({ rejectedBy: 'Demo operator', rejectReason: 'not sent' });
    await say(batch, other, 'ACSC');
    expect(await read(batch)).toMatchObject({ rejectedBy: null, rejectReason: null });
  });

  test.each([
    ['another word', 'ACCC'],
    ['the same word', 'ACSC'],
  ])('that says once more, by %s, that it has executed makes the batch wait again', async (_, status) => {
    const batch = await sent();
    const [{ transactionId, endToEndId }] = batch.rows;
    await say(batch, batch.rows[0], 'ACSC');
    expectData(await takeBack(batch));
    const other = await withdrawOne();
    const again = await prepared([transactionId, other]);
    // Other bytes than the first answer has.
    const { payoutReport } = expectData(await answering(batch, `${transaction(endToEndId, status)} `));
    expect(payoutReport.unmatched).toEqual([]);
    expect((await read(again)).rows.map((row: Json) => row.transactionId)).toEqual([other]);
    expect(await rowStates(batch)).toEqual(['accepted']);
  });

  test('that repeats that it has executed what is in another file says so', async () => {
    const batch = await sent();
    const [{ transactionId, endToEndId }] = batch.rows;
    await say(batch, batch.rows[0], 'ACSC');
    expectData(await takeBack(batch));
    await exported([transactionId]);
    const { payoutReport } = expectData(await answering(batch, `${transaction(endToEndId, 'ACSC')} `));
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: endToEndId, status: 'ACSC' }]);
  });

  test('that executes what is in another file says so, and leaves it to people', async () => {
    const batch = await sent();
    const [{ transactionId, endToEndId }] = batch.rows;
    await say(batch, batch.rows[0], 'RJCT');
    await exported([transactionId]);
    const { payoutReport } = await say(batch, batch.rows[0], 'ACSC');
    expect(payoutReport.unmatched).toContainEqual({
      kind: 'refused_but_executed',
      id: endToEndId,
      status: 'RJCT',
    });
    expect((await read(batch)).state).toBe('refused');
  });

  test.each([
    ['executed', 'ACSC'],
    ['accepted', 'ACSP'],
  ])('that says %s frees nothing by a rejection that was decided before it', async (_, status) => {
    const batch = await sent();
    const { progressHash } = batch;
    const [{ transactionId }] = batch.rows;
    await say(batch, batch.rows[0], status);
    const late = await decide('reject', batch, undefined, { progressHash, reason: 'not sent' });
    expect(expectFailure(late, 'error_stale_sequence').fields).toMatchObject([{ path: 'progressHash' }]);
    expect(await liveRows(transactionId)).toHaveLength(1);
    expectData(await takeBack(batch));
  });

  test('that accepts what people had taken back says that nobody waits for it', async () => {
    const batch = await sent();
    expectData(await takeBack(batch));
    const [{ endToEndId }] = batch.rows;
    const { payoutReport } = await say(batch, batch.rows[0], 'ACSP');
    expect(payoutReport.unmatched).toEqual([{ kind: 'let_go', id: endToEndId, status: 'ACSP' }]);
  });

  test.each([
    ['the code of the bank', reason('AM05').replaceAll('Cd>', 'Prtry>')],
    ['a text', reason('NARR', 'Mükerrer dosya')],
  ])('that refuses a copy, by %s, refuses no payout', async (_, why) => {
    const batch = await sent();
    const [{ endToEndId }] = batch.rows;
    const { payoutReport } = await say(batch, batch.rows[0], 'RJCT', why);
    expect(payoutReport.unmatched).toEqual([{ kind: 'duplicate', id: endToEndId, status: 'RJCT' }]);
    expect(await rowStates(batch)).toEqual(['exported']);
  });

  test('names the payments that it does not match, and changes none of them', async () => {
    const batch = await sent();
    const { endToEndId } = batch.rows[0];
    const said = transaction(endToEndId, 'RJCT', repeated('0.01')) + transaction('P999999999-000001', 'RJCT');
    const { payoutReport } = expectData(await answering(batch, said));
    expect(payoutReport.unmatched).toEqual([
      { kind: 'other_amount', id: endToEndId, status: 'RJCT' },
      { kind: 'unknown_payout', id: 'P999999999-000001', status: 'RJCT' },
    ]);
    expect(await rowStates(batch)).toEqual(['exported']);
  });

  test('about an unknown file is refused with the id that it names', async () => {
    const file = statusFile({ original: 'ANOTHER-SYSTEM-1', payments: payment(transaction(1, 'RJCT')) });
    const { fields } = expectFailure(await upload(service(), Buffer.from(file)), 'error_validation');
    expect(fields[0].message).toContain('ANOTHER-SYSTEM-1');
  });

  test('is refused about a batch that was not exported', async () => {
    const batch = await prepared([await withdrawOne()]);
    expectInvalid(await answering(batch, transaction(batch.rows[0].endToEndId, 'RJCT')), 'file');
  });

  test('is no protocol of an EBICS server, which changes nothing', async () => {
    const file = statusFile({ original: 'EBICS', version: '03', payments: payment('', 'EBICS') });
    const { fields } = expectFailure(await upload(service(), Buffer.from(file)), 'error_validation');
    expect(fields[0].message).toContain('EBICS');
  });

  test('that refuses is imported by another person than who has exported the batch', async () => {
    const batch = await sent();
    const refusal = transaction(batch.rows[0].endToEndId, 'RJCT');
    expectFailure(await answering(batch, refusal, ADMIN), 'not_authorized');
    expect(await rowStates(batch)).toEqual(['exported']);
  });

  test('is imported by no viewer', async () => {
    const viewer = await createClient(service(), { role: 'viewer', name: 'Watching' });
    expectFailure(await upload(service(), Buffer.from(statusFile()), undefined, viewer), 'not_authorized');
  });
});

describe('a booked debit', () => {
  test('with the end-to-end id of a payout settles its withdrawal by itself', async () => {
    const batch = await sent();
    const [row] = batch.rows;
    const { state, transactionId, lineId } = await receive(debitOf(row));
    expect({ state, transactionId }).toEqual({ state: 'matched', transactionId: row.transactionId });
    expect(await statusOf(row)).toBe('successful');
    expect(await read(batch)).toMatchObject({ state: 'paid', rows: [{ state: 'paid', lineId }] });
  });

  test('of a whole payment settles all of its withdrawals', async () => {
    const batch = await sent(3);
    expect(await receive(wholeOf(batch))).toMatchObject({ state: 'matched', transactionId: null });
    expect(await read(batch)).toMatchObject({ state: 'paid' });
    for (const row of batch.rows) expect(await statusOf(row)).toBe('successful');
  });

  test('of a payment with one payout settles it, also without its end-to-end id', async () => {
    const batch = await sent();
    await receive(wholeOf(batch));
    expect(await read(batch)).toMatchObject({ state: 'paid' });
  });

  test.each([
    ['another amount', { amountMinor: -1 }],
    ['a return', { returnReason: 'AC04' }],
    ['no booking yet', { isPending: true }],
  ])('with %s waits for a person', async (_, fields) => {
    const batch = await sent();
    const line = await receive({ ...debitOf(batch.rows[0]), ...fields });
    expect(line.state).not.toBe('matched');
    expect(await rowStates(batch)).toEqual(['exported']);
  });

  test('settles what two people had taken back before', async () => {
    const batch = await sent();
    expectData(await takeBack(batch));
    await receive(debitOf(batch.rows[0]));
    expect(await statusOf(batch.rows[0])).toBe('successful');
  });

  test('of a payment that comes twice in one file settles once, and the second waits', async () => {
    const batch = await sent(2);
    const lines = await desk().receive(wholeOf(batch), wholeOf(batch));
    expect(lines.map(({ state }) => state).sort()).toEqual(['matched', 'payout']);
    expect(await rowStates(batch)).toEqual(['paid', 'paid']);
  });

  test('of several payouts cannot be undone as a whole', async () => {
    const { lineId } = await receive(wholeOf(await sent(2)));
    expectFailure(await desk().decide('undo', lineId, { reason: 'wrong' }), 'error_transition_not_allowed');
  });
});

describe('a credit', () => {
  test('of a second payout of a withdrawal that the first has paid after all reverses nothing', async () => {
    const first = await sent();
    const [row] = first.rows;
    await say(first, row, 'RJCT');
    const [second] = (await exported([row.transactionId])).rows;
    await receive(debitOf(row));
    const [twice, back] = [await receive(debitOf(second)), await receive(backOf(second))];
    expect([twice.state, back.state]).toEqual(['payout', 'payout-back']);
    expect(await statusOf(row)).toBe('successful');
  });

  test('whose payer wrote the id of a payout into the text reverses nothing', async () => {
    const batch = await sent();
    const [row] = batch.rows;
    await receive(debitOf(row));
    await receive({ amountMinor: minorOf(row), text: row.endToEndId });
    expect(await rowStates(batch)).toEqual(['paid']);
  });
});
