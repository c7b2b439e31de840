import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Json, MERCHANT } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import type { ManualClockService } from '../support/manual-clock-service.ts';
import { accountIdOf, fileIdOf, groupOf, payoutCalls } from '../support/payouts/desk.ts';
import { payment, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

describe('decided again', () => {
  let desk: Desk;
  let accountId: string;
  const service = (): ManualClockService => desk.service;

  beforeAll(async () => {
    desk = await openDesk();
    accountId = await accountIdOf(desk);
  });

  afterAll(async () => {
    await expectAgreement(service().databasePath);
    await desk[Symbol.asyncDispose]();
  });

  const { post, read, takeBack, exported: sent } = payoutCalls(service, () => accountId);
  const stateOf = async (line: Json | undefined) => (await desk.line(line?.lineId)).line.state as string;
  const statusOf = async ({ transactionId }: Json) =>
    (await desk.transaction(transactionId)).status as string;
  const matchNow = () => service().statementMatcher.matchNow();

  const decisionsOf = async (line: Json | undefined): Promise<number> =>
    (await desk.line(line?.lineId)).decisions.length;

  /** So that no line has the amount of another withdrawal. */
  let amounts = 100;

  /** A batch whose file was made. */
  async function exported(count: number): Promise<Json> {
    const transactionIds: string[] = [];
    for (let index = 0; index < count; index += 1) {
      amounts += 1;
      transactionIds.push((await service().withdraw(MERCHANT, { amount: `${amounts}.50` })).transactionId);
    }
    return sent(transactionIds);
  }

  const refuse = async (batch: Json, { endToEndId }: Json) => {
    const payments = payment(transaction(endToEndId, 'RJCT'), groupOf(batch));
    const file = statusFile({ original: fileIdOf(batch), payments });
    expectData(await upload(service(), Buffer.from(file), 'name=answer.xml'));
  };

  const minorOf = (rows: readonly Json[]) =>
    rows.reduce((sum, { amount }) => sum + Math.round(100 * amount), 0);

  const debit = (row: Json) => ({ endToEndId: row.endToEndId, amountMinor: -minorOf([row]) });

  const back = (row: Json) => ({
    endToEndId: row.endToEndId,
    amountMinor: minorOf([row]),
    returnReason: 'AC04',
  });

  /** One debit for some payouts of a batch. */
  const whole = (batch: Json, rows: readonly Json[]) => ({
    amountMinor: -minorOf(rows),
    batch: { paymentId: groupOf(batch), count: rows.length },
  });

  /** The same as banks book it that do not say how many it is. */
  const uncounted = (batch: Json, rows: readonly Json[], more = 0) => ({
    amountMinor: -minorOf(rows) - more,
    text: groupOf(batch),
  });

  /** A debit as banks book it that leave ids out. */
  const nameless = (row: Json) => ({ amountMinor: -minorOf([row]), text: 'TRANSFER' });

  /** Overwrites the texts of a line, as a damaged disk could. */
  const overwrite = (lineId: string, remittance: string) =>
    withDatabase(service().databasePath, (db) =>
      db.updateTable('statement_lines').set({ remittance }).where('id', '=', lineId).execute(),
    );

  async function stop({ transactionId }: Json): Promise<string> {
    const { userId } = await desk.transaction(transactionId);
    const entry = { kind: 'userId', value: userId, clientId: null, reason: null, createdAtMs: 0 } as const;
    const { id } = await service().dependencies.db.run('addToBlacklist', {
      entry: { ...entry, id: `stop-${userId}` },
    });
    return id;
  }

  describe('a debit of a whole payment', () => {
    test('that came before the answer of the bank settles what the bank has not refused', async () => {
      const batch = await exported(3);
      const [one, other, refused] = batch.rows;
      const [line] = await desk.receive(whole(batch, [one, other]));
      expect(line?.state).toBe('payout');
      await refuse(batch, refused);
      await matchNow();
      expect(await stateOf(line)).toBe('matched');
      expect([await statusOf(one), await statusOf(other), await statusOf(refused)]).toEqual([
        'successful',
        'successful',
        'pending',
      ]);
    });

    test('settles the others once a payout of it has its own debit, also in one file', async () => {
      for (const isOneFile of [true, false]) {
        const batch = await exported(3);
        const [one, other, alone] = batch.rows;
        const lines = [whole(batch, [one, other]), debit(alone)];
        const received = isOneFile
          ? await desk.receive(...lines)
          : [...(await desk.receive(lines[0]!)), ...(await desk.receive(lines[1]!))];
        for (const line of received) expect(await stateOf(line)).toBe('matched');
        expect(await read(batch)).toMatchObject({ state: 'paid' });
      }
    });

    test('settles the others once people have confirmed a debit without an id for one of it', async () => {
      const batch = await exported(3);
      const [one, other, alone] = batch.rows;
      const [line] = await desk.receive(whole(batch, [one, other]));
      const [single] = await desk.receive(nameless(alone));
      const { transactionId } = alone;
      expectData(await desk.decide('confirm', single?.lineId, { transactionId }));
      await matchNow();
      expect(await stateOf(line)).toBe('matched');
      expect(await read(batch)).toMatchObject({ state: 'paid' });
    });

    test('is found by the id of the file alone', async () => {
      const batch = await exported(2);
      const booked = { fileId: fileIdOf(batch), count: 2 };
      const [line] = await desk.receive({ amountMinor: -minorOf(batch.rows), batch: booked });
      expect(line?.state).toBe('matched');
      expect(await read(batch)).toMatchObject({ state: 'paid' });
    });

    test('is found by the id of a payout that the bank has cut', async () => {
      const batch = await exported(2);
      const cut = batch.rows[0].endToEndId.slice(0, 16);
      const [line] = await desk.receive({ amountMinor: -minorOf(batch.rows), endToEndId: cut });
      expect(line?.state).toBe('matched');
      expect(await read(batch)).toMatchObject({ state: 'paid' });
    });

    test('that names its file alone and has a charge in it keeps the rows from being rejected', async () => {
      const batch = await exported(2);
      const [{ transactionId }] = batch.rows;
      const amountMinor = -minorOf(batch.rows) - 150;
      const [line] = await desk.receive({ amountMinor, batch: { fileId: fileIdOf(batch), count: 2 } });
      expect(line?.state).toBe('payout');
      const { fields } = expectFailure(
        await takeBack(batch, undefined, [transactionId]),
        'error_transition_not_allowed',
      );
      expect(fields).toMatchObject([{ code: 'paid_again', params: { lineId: line?.lineId } }]);
    });

    test('settles all that wait by their sum where the bank says no count', async () => {
      const batch = await exported(2);
      const [line] = await desk.receive(uncounted(batch, batch.rows));
      expect(line?.state).toBe('matched');
      expect(await read(batch)).toMatchObject({ state: 'paid' });
    });

    test('without a count is confirmed by hand for the one whose amount it has', async () => {
      const batch = await exported(2);
      const [one] = batch.rows;
      const [line] = await desk.receive(uncounted(batch, [one]));
      expect(line?.state).toBe('payout');
      expectData(await desk.decide('confirm', line?.lineId, { transactionId: one.transactionId }));
      expect((await read(batch)).rows).toMatchObject([{ state: 'paid' }, { state: 'exported' }]);
    });

    test('without a count is confirmed by hand for none of another amount', async () => {
      const batch = await exported(2);
      const [{ transactionId }] = batch.rows;
      const [line] = await desk.receive(uncounted(batch, batch.rows, 100));
      const response = await desk.decide('confirm', line?.lineId, { transactionId, acceptDifference: true });
      const { fields } = expectFailure(response, 'error_transition_not_allowed');
      expect(fields).toMatchObject([{ path: 'lineId', code: 'line_of_payment' }]);
    });

    test.each([
      ['by its payment alone', undefined],
      ['and has the id of one besides', (row: Json) => row.endToEndId],
    ])('that names several %s is confirmed by hand for no single transaction', async (_, textOf) => {
      const batch = await exported(3);
      const [one, other] = batch.rows;
      const [line] = await desk.receive({ ...whole(batch, [one, other]), text: textOf?.(one) });
      const { transactionId } = one;
      const response = await desk.decide('confirm', line?.lineId, { transactionId, acceptDifference: true });
      const { fields } = expectFailure(response, 'error_transition_not_allowed');
      expect(fields).toMatchObject([{ path: 'lineId', code: 'line_of_payment' }]);
      expect(fields[0].message).toContain(`2 payouts of the payment ${groupOf(batch)}`);
      expect(await statusOf(one)).toBe('pending');
    });
  });

  describe('a debit of a whole payment of a file that was taken back', () => {
    test('settles nothing by a guess where a withdrawal of it was paid by another file', async () => {
      const batch = await exported(3);
      const [one, other, again] = batch.rows;
      expectData(await takeBack(batch));
      const { transactionId } = again;
      const next = expectData(await post('/v1/payouts', { transactionIds: [transactionId], accountId }));
      for (const step of ['approve', 'export'])
        expectData(
          await post(`/v1/payouts/${next.payoutId}/${step}`, { contentHash: next.contentHash }, ADMIN),
        );
      const [paid] = (await read(next)).rows;
      await desk.receive(debit(paid));
      const [line] = await desk.receive(whole(batch, [one, other]));
      expect(await stateOf(line)).toBe('payout');
      expect(await statusOf(one)).toBe('pending');
    });
  });

  describe('a return', () => {
    test('that stands in the same file as its debit reverses the withdrawal', async () => {
      const batch = await exported(1);
      const [row] = batch.rows;
      const lines = await desk.receive(back(row), debit(row));
      for (const line of lines) expect(await stateOf(line)).toBe('matched');
      expect(await statusOf(row)).toBe('unsuccessful');
    });

    test('of an earlier file than its debit reverses the withdrawal, and is decided twice', async () => {
      const batch = await exported(1);
      const [row] = batch.rows;
      const [returned] = await desk.receive(back(row));
      expect(returned?.state).toBe('payout-back');
      await desk.receive(debit(row));
      expect(await stateOf(returned)).toBe('matched');
      expect(await decisionsOf(returned)).toBe(2);
      expect((await read(batch)).rows).toMatchObject([{ state: 'returned' }]);
    });

    test('is decided about again also where the matching fails at another that waits', async () => {
      const [damaged, batch] = [await exported(1), await exported(1)];
      const [row] = batch.rows;
      const [failing] = await desk.receive(back(damaged.rows[0]));
      const [returned] = await desk.receive(back(row));
      await overwrite(failing?.lineId, '{');
      await desk.receive(debit(row));
      expect(await stateOf(returned)).toBe('matched');
      await overwrite(failing?.lineId, '[]');
    });

    test('that was put away stays so when its debit comes', async () => {
      const batch = await exported(1);
      const [row] = batch.rows;
      const [returned] = await desk.receive(back(row));
      expectData(await desk.decide('put-away', returned?.lineId, { note: 'Somebody asks the bank' }));
      await desk.receive(debit(row));
      expect(await stateOf(returned)).toBe('put-away');
      expect(await statusOf(row)).toBe('successful');
    });

    test('of another amount waits, and is decided once', async () => {
      const batch = await exported(1);
      const [row] = batch.rows;
      const [returned] = await desk.receive({ ...back(row), amountMinor: 1 });
      await desk.receive(debit(row));
      await matchNow();
      expect(await stateOf(returned)).toBe('payout-back');
      expect(await decisionsOf(returned)).toBe(1);
    });
  });

  describe('a debit of a payout', () => {
    test('that the blacklist has stopped settles once the withdrawal is cleared', async () => {
      const batch = await exported(1);
      const [row] = batch.rows;
      await stop(row);
      const [line] = await desk.receive(debit(row));
      expect(line?.state).toBe('payout');
      expectData(await post(`/v1/transactions/${row.transactionId}/clear`, { reason: 'it is paid' }));
      await matchNow();
      expect(await stateOf(line)).toBe('matched');
    });

    test('that the blacklist has stopped settles once the entry is gone', async () => {
      const batch = await exported(2);
      const entryId = await stop(batch.rows[0]);
      const [line] = await desk.receive(whole(batch, batch.rows));
      expect(line?.state).toBe('payout');
      await service().dependencies.db.run('removeFromBlacklist', { entryId });
      await matchNow();
      expect(await stateOf(line)).toBe('matched');
    });

    test('without an id still waits when another line has paid the withdrawal: it may be paid twice', async () => {
      const batch = await exported(1);
      const [row] = batch.rows;
      const [line] = await desk.receive(nameless(row));
      await desk.receive(debit(row));
      await matchNow();
      expect(await stateOf(line)).toBe('payout');
      expect(await decisionsOf(line)).toBe(1);
    });

    test('that was paid before waits, also after a reversal by an admin, and is then decided once more', async () => {
      const batch = await exported(1);
      const [row] = batch.rows;
      await desk.receive({ ...debit(row), bankReference: 'A1' });
      const [again] = await desk.receive({ ...debit(row), bankReference: 'A2' });
      expect(again?.state).toBe('payout');
      const { transactionId } = row;
      const { sequence } = await desk.transaction(transactionId);
      const reversal = { sequence, reason: 'paid to the wrong person', acceptStillOut: true };
      expectData(await post(`/v1/transactions/${transactionId}/reverse`, reversal, ADMIN));
      await matchNow();
      await matchNow();
      expect(await stateOf(again)).toBe('payout');
      expect(await decisionsOf(again)).toBe(2);
    });
  });
});
