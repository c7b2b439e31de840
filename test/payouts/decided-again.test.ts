import { describe, expect, test } from 'vitest';
import { ADMIN, type Json } from '../harness.ts';
import {
  backOf,
  booked,
  debitOf,
  fileIdOf,
  groupOf,
  minorOf,
  problemsOf,
  usePayoutDesk,
  wholeOf,
} from '../support/payouts/desk.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

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
  matchNow,
} = usePayoutDesk();

const decisionsOf = async ({ lineId }: Json): Promise<number> => (await desk().line(lineId)).decisions.length;

/** One debit for payouts of a batch as banks book it that do not say how many it is. */
const uncounted = (batch: Json, rows: readonly Json[], more = 0) =>
  booked({ amountMinor: -minorOf(...rows) - more, text: groupOf(batch) });

/** A debit as banks book it that leave ids out. */
const nameless = (row: Json) => booked({ amountMinor: -minorOf(row), text: 'TRANSFER' });

/** Overwrites the texts of a line, as a damaged disk could. */
const overwrite = (lineId: string, remittance: string) =>
  withDatabase(service().databasePath, (db) =>
    db.updateTable('statement_lines').set({ remittance }).where('id', '=', lineId).execute(),
  );

async function stop({ transactionId }: Json): Promise<string> {
  const { userId } = await desk().transaction(transactionId);
  const entry = { kind: 'userId', value: userId, clientId: null, reason: null, createdAtMs: 0 } as const;
  const { id } = await service().dependencies.db.run('addToBlacklist', {
    entry: { ...entry, id: `stop-${userId}` },
  });
  return id;
}

describe('a debit of a whole payment', () => {
  test('that came before the answer of the bank settles what the bank has not refused', async () => {
    const batch = await sent(3);
    const [one, other, refused] = batch.rows;
    const line = await receive(wholeOf(batch, [one, other]));
    expect(line.state).toBe('payout');
    await refuse(batch, [refused]);
    await matchNow();
    expect(await lineState(line)).toBe('matched');
    expect([await statusOf(one), await statusOf(other), await statusOf(refused)]).toEqual([
      'successful',
      'successful',
      'pending',
    ]);
  });

  test('settles the others once a payout of it has its own debit, also in one file', async () => {
    for (const isOneFile of [true, false]) {
      const batch = await sent(3);
      const [one, other, alone] = batch.rows;
      const lines = [wholeOf(batch, [one, other]), debitOf(alone)];
      const received = isOneFile
        ? await desk().receive(...lines)
        : [...(await desk().receive(lines[0]!)), ...(await desk().receive(lines[1]!))];
      for (const line of received) expect(await lineState(line)).toBe('matched');
      expect(await read(batch)).toMatchObject({ state: 'paid' });
    }
  });

  test('settles the others once people have confirmed a debit without an id for one of it', async () => {
    const batch = await sent(3);
    const [one, other, alone] = batch.rows;
    const line = await receive(wholeOf(batch, [one, other]));
    const single = await receive(nameless(alone));
    const { transactionId } = alone;
    expectData(await desk().decide('confirm', single.lineId, { transactionId }));
    await matchNow();
    expect(await lineState(line)).toBe('matched');
    expect(await read(batch)).toMatchObject({ state: 'paid' });
  });

  test('is found by the id of the file alone', async () => {
    const batch = await sent(2);
    const booked = { fileId: fileIdOf(batch), count: 2 };
    const line = await receive({ amountMinor: -minorOf(...batch.rows), batch: booked });
    expect(line.state).toBe('matched');
    expect(await read(batch)).toMatchObject({ state: 'paid' });
  });

  test('is found by the id of a payout that the bank has cut', async () => {
    const batch = await sent(2);
    const cut = batch.rows[0].endToEndId.slice(0, 16);
    const line = await receive({ amountMinor: -minorOf(...batch.rows), endToEndId: cut });
    expect(line.state).toBe('matched');
    expect(await read(batch)).toMatchObject({ state: 'paid' });
  });

  test('that names its file alone and has a charge in it keeps the rows from being rejected', async () => {
    const batch = await sent(2);
    const [{ transactionId }] = batch.rows;
    const amountMinor = -minorOf(...batch.rows) - 150;
    const line = await receive({ amountMinor, batch: { fileId: fileIdOf(batch), count: 2 } });
    expect(line.state).toBe('payout');
    expect(problemsOf(await takeBack(batch, undefined, [transactionId]))).toMatchObject([
      { code: 'paid_again', params: { lineId: line.lineId } },
    ]);
  });

  test('settles all that wait by their sum where the bank says no count', async () => {
    const batch = await sent(2);
    const line = await receive(uncounted(batch, batch.rows));
    expect(line.state).toBe('matched');
    expect(await read(batch)).toMatchObject({ state: 'paid' });
  });

  test('without a count is confirmed by hand for the one whose amount it has', async () => {
    const batch = await sent(2);
    const [one] = batch.rows;
    const line = await receive(uncounted(batch, [one]));
    expect(line.state).toBe('payout');
    expectData(await desk().decide('confirm', line.lineId, { transactionId: one.transactionId }));
    expect((await read(batch)).rows).toMatchObject([{ state: 'paid' }, { state: 'exported' }]);
  });

  test('without a count is confirmed by hand for none of another amount', async () => {
    const batch = await sent(2);
    const [{ transactionId }] = batch.rows;
    const line = await receive(uncounted(batch, batch.rows, 100));
    const response = await desk().decide('confirm', line.lineId, { transactionId, acceptDifference: true });
    expect(problemsOf(response)).toMatchObject([{ path: 'lineId', code: 'line_of_payment' }]);
  });

  test.each([
    ['by its payment alone', undefined],
    ['and has the id of one besides', (row: Json) => row.endToEndId],
  ])('that names several %s is confirmed by hand for no single transaction', async (_, textOf) => {
    const batch = await sent(3);
    const [one, other] = batch.rows;
    const line = await receive({ ...wholeOf(batch, [one, other]), text: textOf?.(one) });
    const { transactionId } = one;
    const response = await desk().decide('confirm', line.lineId, { transactionId, acceptDifference: true });
    const fields = problemsOf(response);
    expect(fields).toMatchObject([{ path: 'lineId', code: 'line_of_payment' }]);
    expect(fields[0].message).toContain(`2 payouts of the payment ${groupOf(batch)}`);
    expect(await statusOf(one)).toBe('pending');
  });
});

describe('a debit of a whole payment of a file that was taken back', () => {
  test('settles nothing by a guess where a withdrawal of it was paid by another file', async () => {
    const batch = await sent(3);
    const [one, other, again] = batch.rows;
    expectData(await takeBack(batch));
    const { transactionId } = again;
    const [paid] = (await exported([transactionId])).rows;
    await receive(debitOf(paid));
    const line = await receive(wholeOf(batch, [one, other]));
    expect(await lineState(line)).toBe('payout');
    expect(await statusOf(one)).toBe('pending');
  });
});

describe('a return', () => {
  test('that stands in the same file as its debit reverses the withdrawal', async () => {
    const [row] = (await sent()).rows;
    const lines = await desk().receive(backOf(row), debitOf(row));
    for (const line of lines) expect(await lineState(line)).toBe('matched');
    expect(await statusOf(row)).toBe('unsuccessful');
  });

  test('of an earlier file than its debit reverses the withdrawal, and is decided twice', async () => {
    const batch = await sent();
    const [row] = batch.rows;
    const returned = await receive(backOf(row));
    expect(returned.state).toBe('payout-back');
    await receive(debitOf(row));
    expect(await lineState(returned)).toBe('matched');
    expect(await decisionsOf(returned)).toBe(2);
    expect((await read(batch)).rows).toMatchObject([{ state: 'returned' }]);
  });

  test('is decided about again also where the matching fails at another that waits', async () => {
    const [damaged, batch] = [await sent(), await sent()];
    const [row] = batch.rows;
    const failing = await receive(backOf(damaged.rows[0]));
    const returned = await receive(backOf(row));
    await overwrite(failing.lineId, '{');
    await receive(debitOf(row));
    expect(await lineState(returned)).toBe('matched');
    await overwrite(failing.lineId, '[]');
  });

  test('that was put away stays so when its debit comes', async () => {
    const [row] = (await sent()).rows;
    const returned = await receive(backOf(row));
    expectData(await desk().decide('put-away', returned.lineId, { note: 'Somebody asks the bank' }));
    await receive(debitOf(row));
    expect(await lineState(returned)).toBe('put-away');
    expect(await statusOf(row)).toBe('successful');
  });

  test('of another amount waits, and is decided once', async () => {
    const [row] = (await sent()).rows;
    const returned = await receive({ ...backOf(row), amountMinor: 1 });
    await receive(debitOf(row));
    await matchNow();
    expect(await lineState(returned)).toBe('payout-back');
    expect(await decisionsOf(returned)).toBe(1);
  });
});

describe('a debit of a payout', () => {
  test('that the blacklist has stopped settles once the withdrawal is cleared', async () => {
    const [row] = (await sent()).rows;
    await stop(row);
    const line = await receive(debitOf(row));
    expect(line.state).toBe('payout');
    expectData(await post(`/v1/transactions/${row.transactionId}/clear`, { reason: 'it is paid' }));
    await matchNow();
    expect(await lineState(line)).toBe('matched');
  });

  test('that the blacklist has stopped settles once the entry is gone', async () => {
    const batch = await sent(2);
    const entryId = await stop(batch.rows[0]);
    const line = await receive(wholeOf(batch));
    expect(line.state).toBe('payout');
    await service().dependencies.db.run('removeFromBlacklist', { entryId });
    await matchNow();
    expect(await lineState(line)).toBe('matched');
  });

  test('without an id still waits when another line has paid the withdrawal: it may be paid twice', async () => {
    const [row] = (await sent()).rows;
    const line = await receive(nameless(row));
    await receive(debitOf(row));
    await matchNow();
    expect(await lineState(line)).toBe('payout');
    expect(await decisionsOf(line)).toBe(1);
  });

  test('that was paid before waits, also after a reversal by an admin, and is then decided once more', async () => {
    const [row] = (await sent()).rows;
    await receive(debitOf(row));
    const again = await receive(debitOf(row));
    expect(again.state).toBe('payout');
    const { transactionId } = row;
    const { sequence } = await desk().transaction(transactionId);
    const reversal = { sequence, reason: 'paid to the wrong person', acceptStillOut: true };
    expectData(await post(`/v1/transactions/${transactionId}/reverse`, reversal, ADMIN));
    await matchNow();
    await matchNow();
    expect(await lineState(again)).toBe('payout');
    expect(await decisionsOf(again)).toBe(2);
  });
});
