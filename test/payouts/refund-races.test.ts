import { describe, expect, test } from 'vitest';
import { lockCredits } from '../../db/engines/statements.ts';
import type { DatabaseTransaction } from '../../db/tables.ts';
import { forgetAll } from '../../src/admin/people.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { ADMIN, type ApiResponse, type Json } from '../harness.ts';
import { connectionOf, inOrder, untilLocked } from '../support/locked-sessions.ts';
import { IS_LONG } from '../support/long.ts';
import { backOf, booked, debitOf, minorOf, usePayoutDesk } from '../support/payouts/desk.ts';
import { upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';
import { onPostgres } from '../support/test-database.ts';

const {
  desk,
  service,
  accountId,
  post,
  preparing,
  prepared,
  exported,
  read,
  takeBack,
  liveRows,
  receive,
  lineState,
  strange,
  giveBack,
  sent,
  matchNow,
  statusOf,
} = usePayoutDesk();

const BY_KEY: Omit<AuditOrigin, 'operation'> = {
  occurredAtMs: 0,
  actorKind: 'key',
  actor: 'a-person',
  address: null,
  requestId: 'r',
};

describe('refund races', () => {
  // Without HTTP, who is asked first comes first.
  const TURNS = IS_LONG ? 8 : 2;
  /** Of races whose other order is no other case, or has no row to wait for. */
  const ALIKE_TURNS = IS_LONG ? 8 : 1;
  const MERCAN = { name: 'MERCAN DALGIC', iban: 'BE71096123456769' };

  const stateOf = (lineId: string) => lineState({ lineId });

  const refundsOf = async (lineId: string) =>
    expectData(await service().ask(`/v1/statement-lines/${lineId}/refunds`));

  const reason = 'Nobody knows it';
  const wins = (responses: readonly ApiResponse[]) => responses.filter(({ status }) => status === 200).length;

  async function eachTurn(race: (turn: number) => Promise<void>, turns = TURNS): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await race(turn);
  }

  /** A row that all of a race lock. */
  type Contested = readonly ['refunds' | 'statement_lines' | 'payout_batches', string];

  /**
   * Asks for all at once, where the first one, in every other turn the last one, is the first to wait for a row. Who is
   * asked first by itself need not be: some read much before they lock.
   * @returns the answers in the order given.
   */
  async function atOnce<T extends readonly unknown[]>(
    turn: number,
    row: Contested,
    ...asks: { readonly [K in keyof T]: () => Promise<T[K]> }
  ): Promise<T>;
  async function atOnce(turn: number, row: Contested, ...asks: readonly (() => Promise<unknown>)[]) {
    const isTurned = turn % 2 === 1;
    const inTurn = isTurned ? asks.toReversed() : asks;
    // On SQLite commands run one after another.
    const answers = onPostgres ? await inTurnFor(row, inTurn) : await Promise.all(inTurn.map((ask) => ask()));
    return isTurned ? answers.toReversed() : answers;
  }

  async function inTurnFor([table, id]: Contested, asks: readonly (() => Promise<unknown>)[]) {
    const { answers } = await withDatabase(service().databasePath, (db) =>
      db.transaction().execute(async (trx) => {
        await trx
          .selectFrom(table as 'refunds')
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .execute();
        const answers: Promise<unknown>[] = [];
        for (const ask of asks) {
          answers.push(ask());
          if (answers.length === 1) await untilLocked(connectionOf(trx), 1);
        }
        return { answers };
      }),
    );
    return Promise.all(answers);
  }

  describe('the money of a line', () => {
    test('is taken by one of eight batches', () =>
      eachTurn(async () => {
        const { refundId } = expectData(await giveBack(await strange()));
        expect(wins(await Promise.all(Array.from({ length: 8 }, () => preparing([refundId]))))).toBe(1);
        expect(await liveRows(refundId)).toHaveLength(1);
      }, ALIKE_TURNS));

    test('is given back, settles a deposit, or is put away', () =>
      eachTurn(async (turn) => {
        const line = await strange();
        const { transactionId } = await desk().deposit({ userId: `racing-${turn}` });
        const responses = await atOnce(
          turn,
          ['statement_lines', line.lineId],
          () => giveBack(line),
          () => desk().decide('confirm', line.lineId, { transactionId, acceptDifference: true }),
          () => desk().decide('put-away', line.lineId, { note: 'Rent' }),
        );
        expect(wins(responses)).toBe(1);
      }));

    /** Two deposits, and a line that names both. */
    async function naming(userIds: readonly [string, string], amountMinor: number) {
      const named: Json[] = [];
      for (const userId of userIds) named.push(await desk().deposit({ userId }));
      const text = named.map(({ reference }) => reference).join(' ');
      return { named, line: await receive({ ...MERCAN, amountMinor, text }) };
    }

    describe.runIf(onPostgres)('is given back, or credited by hand to a deposit that it names', () => {
      // Over HTTP, which alone leads to the audit log.
      const ask = (target: string, json: Json) => service().ask(target, { as: ADMIN, json, headers: {} });

      async function contenders(turn: string) {
        const { named, line } = await naming([`credit-${turn}`, `too-${turn}`], 50_000);
        return {
          back: () => ask(`/v1/statement-lines/${line.lineId}/give-back`, { reason }),
          credit: () => ask(`/v1/transactions/${named[1]?.transactionId}/settle`, { sequence: 1 }),
        };
      }

      test('where it is given back first', async () => {
        const { back, credit } = await contenders('later');
        const [given, credited] = await inOrder(service().databasePath, back, credit);
        expect([given.status, credited.status]).toEqual([200, 409]);
      });

      test('where it is credited first', async () => {
        const { back, credit } = await contenders('first');
        const [credited, given] = await inOrder(service().databasePath, credit, back);
        expect([credited.status, given.status]).toEqual([200, 409]);
      });
    });

    test.runIf(onPostgres)(
      'is credited to one of two deposits, where a refund leaves enough for one',
      async () => {
        const { named, line } = await naming(['rest', 'of-it'], 60_000);
        expectData(await giveBack(line, { amount: 100 }));
        const { runtime, timeZone } = service().dependencies;
        // By itself each is a transaction: a group of the service would be one.
        const credit =
          ({ transactionId }: Json) =>
          () =>
            service().engine.run('applyTransitions', {
              timeZone,
              nowMs: runtime.nowMs(),
              steadyNowMs: runtime.steadyNowMs(),
              requests: [
                {
                  eventId: runtime.newId(),
                  transactionId,
                  command: { kind: 'settle', sequence: 1 },
                  actor: { kind: 'operator', clientId: null },
                  audit: { ...BY_KEY, operation: 'settleTransaction' },
                },
              ],
            });
        const [first, second] = await inOrder(
          service().databasePath,
          credit(named[0] as Json),
          credit(named[1] as Json),
        );
        expect([...first, ...second].map(({ kind }) => kind)).toEqual(['stored', 'refused']);
      },
    );

    test('is taken by a batch, or its refund is undone', () =>
      eachTurn(async (turn) => {
        const line = await strange();
        const { refundId } = expectData(await giveBack(line));
        const [batch, undone] = await atOnce(
          turn,
          ['refunds', refundId],
          () => preparing([refundId]),
          () => desk().decide('undo', line.lineId, { reason }),
        );
        expect(wins([batch, undone])).toBe(1);
        expect(await liveRows(refundId)).toHaveLength(batch.status === 200 ? 1 : 0);
      }));
  });

  /** A refund in a file for the bank, beside another one, with a debit of its amount that has no id. */
  async function refundIn(credit: Json) {
    const refund = expectData(await giveBack(credit));
    const { refundId } = refund;
    const batch = await exported([refundId, expectData(await giveBack(await strange())).refundId]);
    return {
      refundId,
      row: ['refunds', refundId] as Contested,
      batchId: batch.payoutId as string,
      creditId: credit.lineId as string,
      debit: async (): Promise<string> =>
        (await receive(booked({ ...MERCAN, amountMinor: -minorOf(refund), text: 'TRANSFER' }))).lineId,
      back: async (): Promise<string> =>
        (await receive(booked({ amountMinor: minorOf(refund), text: 'IADE' }))).lineId,
      confirm: (lineId: string) => desk().decide('confirm', lineId, { transactionId: refundId }),
      undo: (lineId: string) => desk().decide('undo', lineId, { reason }),
      reject: () => takeBack(batch),
      rows: async () => (await read(batch)).rows as Json[],
      state: async () => (await refundsOf(credit.lineId))[0].state as string,
    };
  }

  type Exported = Awaited<ReturnType<typeof refundIn>>;

  /** Expects that one line alone has paid a refund. */
  async function expectPaidBy({ creditId, refundId, rows, state }: Exported, debitIds: readonly string[]) {
    expect(await state()).toBe('paid');
    expect(await stateOf(creditId)).toBe('given-back');
    const states = await Promise.all(debitIds.map(stateOf));
    expect(states.filter((one) => one === 'matched')).toHaveLength(1);
    const paidBy = debitIds[states.indexOf('matched')];
    // A rejected batch still shows what was paid of it.
    expect((await rows()).filter(({ transactionId }) => transactionId === refundId)).toMatchObject([
      { state: 'paid', lineId: paidBy },
    ]);
  }

  describe('a refund', () => {
    /** Holds the credits of the account while work is done. */
    const holdingCredits = <T>(work: (trx: DatabaseTransaction) => Promise<T>) =>
      withDatabase(service().databasePath, (db) =>
        db.transaction().execute(async (trx) => {
          await lockCredits(trx, [accountId()]);
          return work(trx);
        }),
      );
    const lineOf = async ({ refundId, rows }: Exported, line: Partial<BankLine>): Promise<Json> => {
      const row = (await rows()).find(({ transactionId }) => transactionId === refundId);
      return receive({ ...MERCAN, ...debitOf(row as Json), ...line });
    };

    test.runIf(onPostgres)(
      'is paid by its debit while others decide about credits of the account',
      async () => {
        const refund = await refundIn(await strange());
        expect(await holdingCredits(() => lineOf(refund, {}))).toMatchObject({ state: 'matched' });
      },
    );

    test.runIf(onPostgres)('that comes back is locked after the credits of the account', async () => {
      const refund = await refundIn(await strange());
      const back = { amountMinor: minorOf(await lineOf(refund, {})), returnReason: 'AC04' };
      const { coming, locked } = await holdingCredits(async (trx) => {
        const coming = lineOf(refund, back);
        await untilLocked(connectionOf(trx), 1);
        const row = trx.selectFrom('refunds').select('id').where('id', '=', refund.refundId).forUpdate();
        return { coming, locked: await row.skipLocked().execute() };
      });
      await coming;
      expect(locked).toEqual([{ id: refund.refundId }]);
    });

    test('is paid once by eight confirms of two debits', () =>
      eachTurn(async () => {
        const refund = await refundIn(await strange());
        const debits = [await refund.debit(), await refund.debit()];
        const confirms = Array.from({ length: 8 }, (_, place) => refund.confirm(debits[place % 2] ?? ''));
        expect(wins(await Promise.all(confirms))).toBe(1);
        await expectPaidBy(refund, debits);
      }, ALIKE_TURNS));

    test('is paid also where its batch is rejected meanwhile, and an undo then lets it go', () =>
      eachTurn(async (turn) => {
        const refund = await refundIn(await strange());
        const debitId = await refund.debit();
        const [confirmed, rejected] = await atOnce(
          turn,
          ['payout_batches', refund.batchId],
          () => refund.confirm(debitId),
          refund.reject,
        );
        expectData(confirmed);
        if (rejected.status !== 200) {
          expectFailure(rejected, 'error_stale_sequence');
          // Who read the batch before the debit reads it again.
          expectData(await refund.reject());
        }
        await expectPaidBy(refund, [debitId]);
        expectData(await refund.undo(debitId));
        expect(await refund.state()).toBe('open');
        expect(await liveRows(refund.refundId)).toEqual([]);
        await prepared([refund.refundId]);
      }));

    test('waits again once, or has come back, after undos of its debit and a confirm of its return', () =>
      eachTurn(async (turn) => {
        const refund = await refundIn(await strange());
        const [debitId, backId] = [await refund.debit(), await refund.back()];
        expectData(await refund.confirm(debitId));
        const undos = Array.from({ length: 4 }, () => () => refund.undo(debitId));
        const responses = await atOnce(turn, refund.row, () => refund.confirm(backId), ...undos);
        expect(wins(responses)).toBe(1);
        const hasComeBack = responses[0]?.status === 200;
        expect(await refund.state()).toBe(hasComeBack ? 'returned' : 'open');
        expect(await stateOf(refund.creditId)).toBe(hasComeBack ? 'to-return' : 'giving-back');
        if (hasComeBack) expectData(await giveBack({ lineId: refund.creditId }));
        else expectData(await refund.confirm(await refund.debit()));
      }));

    test('is paid by the undone debit or by another one', () =>
      eachTurn(async (turn) => {
        const refund = await refundIn(await strange());
        const debits = [await refund.debit(), await refund.debit()] as const;
        expectData(await refund.confirm(debits[0]));
        const [undone, other] = await atOnce(
          turn,
          refund.row,
          () => refund.undo(debits[0]),
          () => refund.confirm(debits[1]),
        );
        expect(undone.status).toBe(200);
        if (other.status !== 200) expectData(await refund.confirm(debits[1]));
        await expectPaidBy(refund, debits);
      }));
  });

  describe('while a person is forgotten, a refund to them', () => {
    const forget = (userId: string) =>
      forgetAll(
        service().dependencies,
        { clientId: desk().merchant.id, userId },
        { appKey: desk().merchant.appKey, audit: { ...BY_KEY, operation: 'forgetPerson' } },
      );
    /** A second payment of a deposit, on its way back. */
    async function twice(userId: string) {
      const { reference } = await desk().deposit({ userId, name: 'Mercan Dalgıç' });
      const pays = () => booked({ ...MERCAN, amountMinor: 50_000, text: reference });
      await receive(pays());
      return refundIn(await receive(pays()));
    }
    const nameIn = async (lineId: string) => (await desk().line(lineId)).line.counterpartyName;

    test('is paid, and names them until the next time at most', () =>
      eachTurn(async (turn) => {
        const userId = `paid-${turn}`;
        const refund = await twice(userId);
        const debitId = await refund.debit();
        const [confirmed] = await Promise.all([refund.confirm(debitId), forget(userId)]);
        expectData(confirmed);
        await expectPaidBy(refund, [debitId]);
        await forget(userId);
        for (const lineId of [refund.creditId, debitId]) expect(await nameIn(lineId)).toBeNull();
      }, ALIKE_TURNS));

    test('is undone with its payee, or not at all', () =>
      eachTurn(async (turn) => {
        const userId = `undone-${turn}`;
        const refund = await twice(userId);
        const debitId = await refund.debit();
        expectData(await refund.confirm(debitId));
        const [undone] = await atOnce(
          turn,
          ['statement_lines', debitId],
          () => refund.undo(debitId),
          () => forget(userId),
        );
        if (undone.status !== 200) {
          expect(undone.json.error.fields).toMatchObject([{ code: 'refund_forgotten' }]);
          return expectPaidBy(refund, [debitId]);
        }
        expect(await refund.state()).toBe('open');
        expect(await nameIn(refund.creditId)).toBe(MERCAN.name);
        expect((await refundsOf(refund.creditId))[0].iban).toBe(MERCAN.iban);
        expectData(await refund.confirm(debitId));
      }));

    test.runIf(onPostgres)(
      'has its debit locked before its credit, as an undo does: neither meets a deadlock',
      async () => {
        const refund = await twice('waiting');
        const debitId = await refund.debit();
        expectData(await refund.confirm(debitId));
        await withDatabase(service().databasePath, (db) =>
          db.transaction().execute(async (trx) => {
            const lock = (lineId: string) =>
              trx.selectFrom('statement_lines').select('id').where('id', '=', lineId).forUpdate();
            await lock(debitId).execute();
            const forgotten = forget('waiting');
            await untilLocked(connectionOf(trx), 1);
            expect(await lock(refund.creditId).skipLocked().execute()).toEqual([{ id: refund.creditId }]);
            return { forgotten };
          }),
        ).then(({ forgotten }) => forgotten);
        expect(await nameIn(debitId)).toBeNull();
      },
    );
  });
});

test.runIf(onPostgres).each(['a return', 'a reversal by hand'])(
  'a second debit that is imported while %s waits for its withdrawal keeps it from being reversed',
  async (what) => {
    const [row] = (await sent()).rows;
    await receive(debitOf(row));
    const send = (line: BankLine) => upload(service(), camtOf({ iban: desk().iban, lines: [line] }));
    const isByHand = what === 'a reversal by hand';
    const reversal = { sequence: 2, reason: 'It is back' };
    if (!isByHand) expectData(await send(backOf(row)));
    const { waiting } = await withDatabase(service().databasePath, (db) =>
      db.transaction().execute(async (trx) => {
        const { transactionId } = row;
        await trx
          .selectFrom('transactions')
          .select('id')
          .where('id', '=', transactionId)
          .forUpdate()
          .execute();
        const waiting = isByHand ? post(`/v1/transactions/${transactionId}/reverse`, reversal) : matchNow();
        await untilLocked(connectionOf(trx), 1);
        expectData(await send(debitOf(row)));
        return { waiting };
      }),
    );
    await waiting;
    await matchNow();
    expect(await statusOf(row)).toBe('successful');
  },
);
