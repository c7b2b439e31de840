import type { Kysely, Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as takenCredits from '../../db/migrations/taken-credits.ts';
import type { Tables } from '../../db/tables.ts';
import { partIn, partsOfRound } from '../../src/reconciliation/domain/payment-rounds.ts';
import type { Json } from '../harness.ts';
import { newIban } from '../support/entities.ts';
import { useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import type { BankLine } from '../support/statements/bank-files.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

/** A debit that has returned a deposit has taken the money of a credit: that is used only by who accepts it. */

const desk = useDesk();

let count = 0;
/** A deposit of an amount that no other test has. */
const deposit = () => {
  count += 1;
  return desk.deposit({ userId: `user-${count}`, name: 'Zerrin Okan', amount: `${600 + count}` });
};
const minorOf = ({ amount }: Json) => Math.round(amount * 100);
/** The credit of a deposit by its user, from an account of its own. */
const payment = (of: Json, line: Partial<BankLine> = {}): BankLine => ({
  amountMinor: minorOf(of),
  name: 'ZERRIN OKAN',
  iban: newIban(),
  text: of.reference,
  date: '2026-11-20',
  ...line,
});
const back = (line: BankLine, more: Partial<BankLine> = {}): BankLine => ({
  ...line,
  amountMinor: -line.amountMinor,
  text: 'TERS KAYIT',
  ...more,
});
const receive = async (line: BankLine): Promise<Json> => (await desk.receive(line))[0] as Json;
const confirm = (line: Json, { transactionId }: Json, more: Json = {}) =>
  desk.decide('confirm', line.lineId, { transactionId, reason: 'x', ...more });
const undo = (line: Json) => desk.decide('undo', line.lineId, { reason: 'x' });
const giveBack = (line: Json, more: Json = {}) =>
  desk.decide('give-back', line.lineId, { reason: 'x', ...more });
const byHand = async (kind: 'settle' | 'correct' | 'reverse', { transactionId }: Json) => {
  const { sequence } = await desk.transaction(transactionId);
  const fields = { sequence: String(sequence), ...(kind === 'settle' ? {} : { reason: 'x' }) };
  await desk.service.transition(kind, transactionId, { fields });
};
const statusOf = async ({ transactionId }: Json) => (await desk.transaction(transactionId)).status;
const expectDoubt = (response: Parameters<typeof expectFailure>[0], line: Json, byLine: Json) =>
  expect(expectFailure(response, 'error_final_amount_unusual').fields).toMatchObject([
    { code: 'line_doubtful', params: { lineId: line.lineId, byLineId: byLine.lineId } },
  ]);

/** A deposit that its line has paid, and the debit that has returned it. */
async function returned() {
  const of = await deposit();
  const paid = payment(of);
  const line = await receive(paid);
  const taking = await receive(back(paid));
  expectData(await confirm(taking, of));
  return { of, paid, line, taking };
}

describe('a debit that has returned a deposit', () => {
  /** A deposit that was credited by hand, its credit by somebody else, and the debit that has taken that back. */
  async function takenByHand() {
    const of = await deposit();
    const paid = payment(of, { name: 'SOMEBODY ELSE' });
    const line = await receive(paid);
    expect(line.state).toBe('other-payer');
    await byHand('settle', of);
    const taking = await receive(back(paid));
    expectData(await confirm(taking, of));
    expect(await statusOf(of)).toBe('unsuccessful');
    return { of, line, taking, paid };
  }

  test('keeps the credit that it can have taken from being given back', async () => {
    const { line, taking } = await takenByHand();
    expectDoubt(await giveBack(line), line, taking);
    expectData(await giveBack(line, { acceptDifference: true }));
  });

  test('keeps that credit from crediting the deposit again', async () => {
    const { of, line, taking } = await takenByHand();
    expectDoubt(await confirm(line, of), line, taking);
    expect(await statusOf(of)).toBe('unsuccessful');
  });

  test('keeps the credit in doubt that has paid the deposit, once that match is undone', async () => {
    const { line, taking } = await returned();
    expectData(await undo(line));
    expectDoubt(await giveBack(line), line, taking);
  });

  test('keeps no other credit of its amount and payer in doubt while its own is matched', async () => {
    const of = await deposit();
    const paid = payment(of);
    await receive(paid);
    const taking = await receive(back(paid));
    const second = await receive({ ...paid, text: 'again' });
    expectDoubt(await giveBack(second), second, taking);
    expectData(await confirm(taking, of));
    expectData(await giveBack(second));
  });

  test('leaves its deposit to the next payment, with no match to undo', async () => {
    const { of, paid, line: first } = await returned();
    const second = await receive({ ...paid, text: `${of.reference} 2`, date: '2026-11-21' });
    expectData(await confirm(second, of));
    expect(await desk.transaction(of.transactionId)).toMatchObject({ status: 'successful', sequence: 4 });
    expect((await desk.line(first.lineId)).line).toMatchObject({ state: 'matched' });
    expectFailure(await confirm(await receive(payment(of)), of), 'error_transition_not_allowed');
    const again = await receive(back(paid, { date: '2026-11-21', text: 'TERS KAYIT 2' }));
    expectData(await confirm(again, of));
    expectData(await undo(second));
    expect((await desk.line(first.lineId)).line).toMatchObject({ state: 'matched' });
    expectDoubt(await giveBack(second), second, again);
  });

  test('keeps a larger credit that names the deposit from being given back whole', async () => {
    const of = await deposit();
    const line = await receive(payment(of, { amountMinor: minorOf(of) + 10_000 }));
    await byHand('settle', of);
    const taking = await receive(back(payment(of), { text: of.reference }));
    expectData(await confirm(taking, of));
    expectDoubt(await giveBack(line), line, taking);
  });

  test('lets both of two returned credits be decided about', async () => {
    const of = await deposit();
    const paid = payment(of);
    const first = await receive(paid);
    const second = await receive({ ...paid, text: `${of.reference} 2` });
    expect([first.state, second.state]).toEqual(['matched', 'double-payment']);
    const taking = [await receive(back(paid)), await receive(back(paid, { text: 'TERS KAYIT 2' }))] as const;
    expectData(await confirm(taking[0], of));
    expectDoubt(await giveBack(second), second, taking[1]);
    expectData(await desk.decide('put-away', taking[1].lineId, { note: 'of the second one' }));
    expectDoubt(await giveBack(second), second, taking[1]);
    expectData(await giveBack(second, { acceptDifference: true }));
  });
});

describe('the undo of a debit', () => {
  test('credits no deposit again that was credited by hand and whose noted line pays another one by now', async () => {
    const of = await deposit();
    const other = await desk.deposit({ userId: 'other', name: 'Zerrin Okan', amount: String(of.amount) });
    await byHand('settle', of);
    const paid = payment(of);
    const line = await receive(paid);
    expect(line).toMatchObject({ state: 'matched', transactionId: of.transactionId });
    const taking = await receive(back(paid));
    expectData(await confirm(taking, of));
    expectData(await undo(line));
    expectData(await confirm(line, other, { acceptDifference: true }));
    expectData(await undo(taking));
    expect(await statusOf(of)).toBe('unsuccessful');
  });

  test('credits a deposit again that no line has paid', async () => {
    const of = await deposit();
    await byHand('settle', of);
    const taking = await receive(back(payment(of), { text: of.reference }));
    expectData(await confirm(taking, of));
    expectData(await undo(taking));
    expect(await statusOf(of)).toBe('successful');
  });

  test('lets the undo of the payment reverse the deposit, as before the debit', async () => {
    const { of, line, taking } = await returned();
    expectData(await undo(taking));
    expect(await statusOf(of)).toBe('successful');
    expectData(await undo(line));
    expect(await statusOf(of)).toBe('unsuccessful');
  });

  /** A deposit that its line has paid, that a debit has returned, and that was credited by hand since. */
  async function creditedByHandSince() {
    const made = await returned();
    await byHand('correct', made.of);
    return made;
  }

  test('lets the undo of the payment reverse no deposit that was credited by hand since', async () => {
    const { of, line, taking } = await creditedByHandSince();
    expectData(await undo(taking));
    expectData(await undo(line));
    expect(await statusOf(of)).toBe('successful');
  });

  test('credits a deposit again that was credited by hand since its payment was returned', async () => {
    const { of, paid, line } = await creditedByHandSince();
    expectData(await undo(line));
    const again = await receive(back(paid, { text: `TERS KAYIT ${of.reference}` }));
    expectData(await confirm(again, of));
    expectData(await undo(again));
    expect(await statusOf(of)).toBe('successful');
  });

  /** A deposit whose payment was returned by a debit, and that another line has paid since. */
  async function paidAgain() {
    const { of, paid, line: first, taking } = await returned();
    const second = await receive({ ...paid, text: `${of.reference} 2`, date: '2026-11-21' });
    expectData(await confirm(second, of));
    return { of, first, second, taking };
  }
  const stateOf = async ({ lineId }: Json) => (await desk.line(lineId)).line.state;

  test('opens the payment that it had returned where another one has paid the deposit', async () => {
    const { of, first, second, taking } = await paidAgain();
    expectData(await undo(taking));
    expect(await statusOf(of)).toBe('successful');
    expect([await stateOf(first), await stateOf(second)]).toEqual(['undone', 'matched']);
  });

  test('opens the payment that it had returned where the deposit is not credited again', async () => {
    const { of, first, second, taking } = await paidAgain();
    expectData(await undo(second));
    expectData(await undo(taking));
    expect(await statusOf(of)).toBe('unsuccessful');
    expect(await stateOf(first)).toBe('undone');
  });

  test('leaves no two payments of one deposit: verify finds them', async () => {
    const { of } = await paidAgain();
    const { databasePath } = desk.service;
    const moveReturn = (parts: number) =>
      withDatabase(databasePath, (db) =>
        db
          .updateTable('line_decisions')
          .set((eb) => ({ part: eb('part', '+', parts) }))
          .where('transaction_id', '=', of.transactionId)
          .where('settles', '=', 0)
          .execute(),
      );
    await moveReturn(partsOfRound(0)[1] * 9);
    const { disagreements } = await verifyDatabaseAt(databasePath);
    await moveReturn(-partsOfRound(0)[1] * 9);
    expect(disagreements.map(({ kind }) => kind)).toEqual(['line-settlement']);
  });
});

test('a second payment of a deposit that was credited by hand after a debit waits', async () => {
  const of = await deposit();
  const paid = payment(of);
  await receive(paid);
  expectData(await confirm(await receive(back(paid)), of));
  await byHand('correct', of);
  const second = await receive({ ...paid, text: `${of.reference} 2`, date: '2026-11-21' });
  expect(second).toMatchObject({ state: 'proposed' });
  expectData(await confirm(second, of));
});

/** Takes the migration back, prepares rows, migrates again and reads them, and keeps nothing of that. */
async function migrateAgain<T>(
  prepare: (trx: Transaction<Tables>) => Promise<unknown>,
  read: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T | undefined> {
  let found: T | undefined;
  const migrated = withDatabase(desk.service.databasePath, (db) =>
    db.transaction().execute(async (trx) => {
      await prepare(trx);
      await trx.schema.dropIndex('line_decisions_noting').execute();
      await trx.schema.alterTable('line_decisions').dropColumn('undo_event_id').execute();
      await takenCredits.up(trx as unknown as Kysely<never>);
      found = await read(trx);
      throw new Error('rolled back');
    }),
  );
  await expect(migrated).rejects.toThrow('rolled back');
  return found;
}

test('a migration finds the events of the undos before it', async () => {
  const { of, taking } = await returned();
  expectData(await undo(taking));
  const read = (trx: Transaction<Tables>) =>
    trx
      .selectFrom('line_decisions')
      .select(['id', 'undo_event_id'])
      .where('undo_event_id', 'is not', null)
      .where('transaction_id', '=', of.transactionId)
      .execute();
  let before: unknown;
  const after = await migrateAgain(async (trx) => {
    before = await read(trx);
  }, read);
  expect(before).toHaveLength(1);
  expect(after).toEqual(before);
});

test('a migration gives each payment since a debit a round of its own', async () => {
  const { of, paid, line: first, taking } = await returned();
  expectData(await undo(first));
  const second = await receive({ ...paid, text: `${of.reference} 2`, date: '2026-11-21' });
  expectData(await confirm(second, of, { acceptDifference: true }));
  const again = await receive(back(paid, { date: '2026-11-21', text: 'TERS KAYIT 2' }));
  expectData(await confirm(again, of));
  const lines = [taking, second, again];
  const decisionOf = (trx: Transaction<Tables>, { lineId }: Json) =>
    trx.selectFrom('statement_lines').select('decision_id').where('id', '=', lineId);
  const parts = await migrateAgain(
    async (trx) => {
      for (const [place, line] of lines.entries())
        await trx
          .updateTable('line_decisions')
          .set({ part: 0, decided_at_ms: place })
          .where('id', '=', decisionOf(trx, line))
          .execute();
    },
    async (trx) => {
      const found: number[] = [];
      for (const line of lines) {
        const row = trx.selectFrom('line_decisions').select('part').where('id', '=', decisionOf(trx, line));
        found.push((await row.executeTakeFirstOrThrow()).part);
      }
      return found;
    },
  );
  expect(parts).toEqual([0, 1, 1].map((round) => partIn(round, 0)));
});
