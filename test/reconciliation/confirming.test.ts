import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  createClock,
  DEMO_BANK_ID,
  type Json,
  OPERATOR,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, newIban } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { accountIdOf } from '../support/payouts/desk.ts';
import { HOLD_SECONDS } from '../support/plan-desk.ts';
import { openDesk, upload, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

const desk = useDesk();

describe('proposals', () => {
  test('the right name with another amount is proposed, with the difference', async () => {
    const { transactionId } = await desk.deposit({ name: 'Gülşah Öztürk', amount: '812.34' });
    const [line] = await desk.receive({ amountMinor: 40_000, name: 'OZTURK GULSAH', iban: newIban() });
    expect(line).toMatchObject({ state: 'proposed', transactionId: null });
    const { candidates } = await desk.line(line.lineId);
    const own = candidates.find((one: Json) => one.transaction.transactionId === transactionId);
    expect(own.reasons).toContainEqual(expect.objectContaining({ code: 'name', detail: 'fits' }));
    expect(own.reasons).toContainEqual(
      expect.objectContaining({ code: 'amount-differs', detail: '-412.34' }),
    );
    await desk.service.transition('reject', transactionId, { fields: { sequence: '1', reason: 'x' } });
  });

  test('reasons name the account, the lines and the deposit that they are about', async () => {
    const elsewhere = await desk.deposit();
    const { db } = desk.service.dependencies;
    await using other = await openDesk(undefined, desk.service);
    const [wrong] = await other.receive({ amountMinor: 50_000, text: elsewhere.reference });
    const account = (await db.read('listEveryAccount')).find(({ iban }) => iban === desk.iban);
    expect(wrong.state).toBe('wrong-account');
    expect((await desk.line(wrong.lineId)).decisions[0].evidence).toContainEqual(
      expect.objectContaining({ code: 'other-account', detail: `${account?.accountName}, ${account?.iban}` }),
    );
    await desk.takeDeposits();
    const twice = { amountMinor: 50_000, text: (await desk.deposit()).reference };
    const lines = await desk.receive(twice, twice);
    const lineIds = lines.map(({ lineId }) => lineId);
    expect((await desk.line(lineIds[0])).decisions[0].evidence).toContainEqual(
      expect.objectContaining({ code: 'several-lines', detail: '1000.00', lineIds }),
    );
    const named = await desk.deposit({ name: 'Somebody Else', amount: '655' });
    const fitting = await desk.deposit({ name: 'Nuri Bilge', amount: '655' });
    const [doubtful] = await desk.receive({ amountMinor: 65_500, name: 'NURI BILGE', text: named.reference });
    const { line, decisions, candidates } = await desk.line(doubtful.lineId);
    expect(line.state).toBe('other-payer');
    expect(decisions[0].evidence).toContainEqual(
      expect.objectContaining({ code: 'other-payer', detail: 'differs' }),
    );
    // Who typed the reference of somebody else, and who paid for somebody else, look the same.
    expect(candidates).toMatchObject([
      { transaction: { transactionId: named.transactionId }, rank: 1 },
      { transaction: { transactionId: fitting.transactionId }, rank: 1 },
    ]);
  });

  test('a table of a bank that writes the payer into the text settles no deposit of another user by its reference', async () => {
    const named = await desk.deposit({ userId: 'named', name: 'Selin Aksoy', amount: '731' });
    const own = await desk.deposit({ userId: 'payer', name: 'Tarık Bulut', amount: '731' });
    const header = 'Tarih;Saat;İşlem;Kanal;Referans No;Açıklama;İşlem Tutarı;Bakiye';
    const [year, month, day] = desk.today().split('-');
    const row = `${day}.${month}.${year};10:00;FAST;Mobil;900001;TARIK BULUT ${named.reference};731,00;731,00`;
    const query = `name=a.csv&accountId=${await accountIdOf(desk)}`;
    const [{ lineId }] = (await desk.receiveFile(Buffer.from(`${header}\n${row}\n`), query)) as [Json];
    const { line, decisions, candidates } = await desk.line(lineId);
    expect(line).toMatchObject({ state: 'other-payer', counterpartyName: null });
    expect(decisions[0].evidence).toEqual([
      expect.objectContaining({ code: 'other-payer', detail: 'differs' }),
      expect.objectContaining({ code: 'matches-other-deposit', detail: own.transactionId }),
    ]);
    expect(candidates.map((one: Json) => one.transaction.transactionId).sort()).toEqual(
      [named.transactionId, own.transactionId].sort(),
    );
    expect(await desk.transaction(named.transactionId)).toMatchObject({ status: 'pending' });
  });

  test('the same bytes for another account are refused with the name of the account that they were imported for', async () => {
    const { service } = desk;
    const own = (await service.dependencies.db.read('listEveryAccount')).find(
      ({ iban }) => iban === desk.iban,
    );
    const other = await createAccount(service, { bankId: DEMO_BANK_ID, iban: newIban() });
    await service.dependencies.db.run('updateAccount', { accountId: other.id, changes: { active: false } });
    // It names no account.
    const file = Buffer.from('Tarih;Açıklama;Tutar;Döviz Cinsi\n20.11.2026;bir şey;12,34;TRY\n');
    const query = (accountId?: string) =>
      `name=a.csv&profileId=generic${accountId === undefined ? '' : `&accountId=${accountId}`}`;
    const name = `${own?.accountName}, ${own?.iban}`;
    expect(expectData(await upload(service, file, query(own?.id)))).toMatchObject({
      isRepeat: false,
      accounts: [name],
    });
    const failure = expectFailure(await upload(service, file, query(other.id)), 'error_validation');
    expect(failure.message).toContain('imported for before');
    expect(failure.message).toContain(name);
    for (const accountId of [own?.id, undefined])
      expect(expectData(await upload(service, file, query(accountId)))).toMatchObject({
        isRepeat: true,
        accounts: [name],
      });
  });

  test('where the reference of an earlier deposit was typed, the one that waits is proposed first', async () => {
    const earlier = await desk.deposit({ userId: 'again', name: 'Nergis Soylu', amount: '655.10' });
    const line = { amountMinor: 65_510, name: 'NERGIS SOYLU', text: earlier.reference };
    expect(await desk.receive({ ...line, iban: newIban() })).toMatchObject([{ state: 'matched' }]);
    const waiting = await desk.deposit({ userId: 'again', name: 'Nergis Soylu', amount: '655.10' });
    const [second] = await desk.receive({ ...line, iban: newIban() });
    expect(second.state).toBe('double-payment');
    const { candidates } = await desk.line(second.lineId);
    expect(candidates).toMatchObject([
      { transaction: { transactionId: waiting.transactionId }, rank: 1 },
      { transaction: { transactionId: earlier.transactionId }, rank: 2 },
    ]);
    expect(candidates[0].reasons).toContainEqual(expect.objectContaining({ code: 'waiting-deposit' }));
  });

  test('unambiguous proposals are confirmed together by the guards of each, and each line says its outcome', async () => {
    await using own = await openDesk();
    const { service } = own;
    const deposits: Json[] = [];
    for (const [name, amount] of [
      ['Volkan Taşçı', '640.25'],
      ['Hatice Kaya', '500'],
      ['Salih Güneş', '120'],
      ['Emine Demir', '300'],
    ] as const)
      deposits.push(await own.deposit({ name, amount }));
    const [volkan, hatice, salih] = deposits;
    await own.receive(
      { amountMinor: 64_025, name: 'VOLKAN TASCI', text: 'kira' },
      { amountMinor: 50_000, name: 'HATICE KAYA', text: 'bakiye' },
      { amountMinor: 12_000, name: 'SALIH GUNES', text: 'oyun' },
      // More than was asked for, and by somebody else.
      { amountMinor: 30_100, name: 'EMINE DEMIR', text: 'oyun' },
      { amountMinor: 77_000, name: 'A STRANGER', text: 'kira' },
    );
    const proposals = '/v1/statement-lines/proposals';
    const { items, count } = expectData(await service.ask(proposals, { as: OPERATOR }));
    expect(count).toBe(3);
    expect(items.map(({ name }: Json) => name)).toEqual(['Salih Güneş', 'Hatice Kaya', 'Volkan Taşçı']);
    await service.transition('settle', hatice.transactionId, { fields: { sequence: '1' } });
    const body = items.map(({ lineId, transactionId, sequence }: Json) => ({
      lineId,
      transactionId,
      sequence,
    }));
    const confirm = async () =>
      expectData(await service.ask(`${proposals}/confirm`, { as: OPERATOR, json: { items: body } }));
    const types = (results: Json[]) => results.map(({ error }) => error?.code ?? null);
    expect(types(await confirm())).toEqual([null, 'proposal_unclear', null]);
    expect(types(await confirm())).toEqual(Array(3).fill('proposal_unclear'));
    for (const { transactionId } of [volkan, salih])
      expect(await own.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 2 });
    await expectAgreement(service.databasePath);
  });

  test('a proposal is dropped once another deposit that waits, or a line that was undone, fits as well', async () => {
    await using own = await openDesk();
    const { service } = own;
    const offered = async () => {
      const { items } = expectData(await service.ask('/v1/statement-lines/proposals', { as: OPERATOR }));
      return items.map(({ name }: Json) => name).sort();
    };
    await own.deposit({ userId: 'a', name: 'Volkan Taşçı', amount: '640.25' });
    await own.deposit({ userId: 'b', name: 'Hatice Kaya', amount: '500' });
    await own.receive(
      { amountMinor: 64_025, name: 'VOLKAN TASCI', text: 'kira' },
      { amountMinor: 50_000, name: 'HATICE KAYA', text: 'bakiye' },
      { amountMinor: 50_000, name: 'A STRANGER', text: 'kira' },
    );
    expect(await offered()).toEqual(['Hatice Kaya', 'Volkan Taşçı']);
    await own.deposit({ userId: 'c', name: 'Volkan Taşçı', amount: '640.25' });
    expect(await offered()).toEqual(['Hatice Kaya']);
    const [{ lineId }] = await own.receive({ amountMinor: 50_000, name: 'HATICE KAYA', text: 'again' });
    expectData(await own.decide('put-away', lineId, { note: 'x' }));
    expect(await offered()).toEqual(['Hatice Kaya']);
    expectData(await own.decide('undo', lineId, { reason: 'x' }));
    expect(await offered()).toEqual([]);
  });
});

describe('confirm guards', () => {
  /** A deposit, and a line of somebody with an amount that does not name it. */
  async function receiveFor(amountMinor: number, amount = '500', of = desk) {
    const { transactionId } = await of.deposit({ amount });
    const [line] = (await of.receive({ amountMinor, name: 'SOMEBODY', text: `for ${transactionId}` })) as [
      Json,
    ];
    return { transactionId, lineId: line.lineId as string };
  }

  // The bounds are those of an operator who settles by hand.
  test.each([
    [40_000, '500', 'a fifth less is taken', true],
    [60_001, '500', 'more than a fifth more is asked about', false],
    [10_000_001, '100000', 'more than the bank takes is asked about', false],
  ])('of a line of %i minor units for %s, %s', async (amountMinor, amount, _, isTaken) => {
    const { transactionId, lineId } = await receiveFor(amountMinor, amount);
    const confirmed = await desk.decide('confirm', lineId, { transactionId });
    if (isTaken) return void expectData(confirmed);
    expectFailure(confirmed, 'error_final_amount_unusual');
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending' });
    expect((await desk.line(lineId)).line.state).not.toBe('matched');
    expectData(await desk.decide('confirm', lineId, { transactionId, acceptDifference: true }));
    expect(await desk.transaction(transactionId)).toMatchObject({ finalAmount: amountMinor / 100 });
  });

  test('a correction by a line asks about an unusual amount too', async () => {
    const { transactionId, lineId } = await receiveFor(20_000);
    await desk.service.transition('reject', transactionId, { fields: { sequence: '1' } });
    const confirm = (more: Json) => desk.decide('confirm', lineId, { transactionId, reason: 'x', ...more });
    expectFailure(await confirm({}), 'error_final_amount_unusual');
    expectData(await confirm({ acceptDifference: true }));
  });

  test('a reversal by a line asks about an unusual amount too', async () => {
    const { transactionId, reference } = await desk.deposit();
    await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
    const [line] = (await desk.receive({ amountMinor: -100, text: reference })) as [Json];
    const confirm = (more: Json) =>
      desk.decide('confirm', line.lineId, { transactionId, reason: 'x', ...more });
    expectFailure(await confirm({}), 'error_final_amount_unusual');
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
    expectData(await confirm({ acceptDifference: true }));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful' });
  });

  describe('of a line that names a deposit which was settled by hand', () => {
    /** The line, of another payer, and a deposit that it could be of. */
    async function receiveNaming(isSettledBefore: boolean) {
      const { transactionId, reference } = await desk.deposit({ userId: `by-hand-${isSettledBefore}` });
      const settle = async () => {
        desk.service.clock.advance(SECOND_MS);
        await desk.service.transition('settle', transactionId, { fields: { sequence: '1' } });
        desk.service.clock.advance(SECOND_MS);
      };
      if (isSettledBefore) await settle();
      const [line] = await desk.receive({ amountMinor: 50_100, name: 'SOMEBODY', text: reference });
      if (!isSettledBefore) await settle();
      const other = await desk.deposit({ userId: 'other', amount: '501' });
      const confirm = () =>
        desk.decide('confirm', line?.lineId, { transactionId: other.transactionId, reason: 'x' });
      return { transactionId, other, confirm };
    }

    test('refuses another one where it has waited since before', async () => {
      const { transactionId, other, confirm } = await receiveNaming(false);
      expect(expectFailure(await confirm(), 'error_transition_not_allowed').fields).toMatchObject([
        { path: 'lineId', code: 'deposit_credited', params: { transactionId, maximum: 1 } },
      ]);
      expect(await desk.transaction(other.transactionId)).toMatchObject({ status: 'pending' });
      await desk.service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
      expectData(await confirm());
    });

    test('takes another one where it came later: the payer has typed an old reference', async () => {
      const { confirm } = await receiveNaming(true);
      expectData(await confirm());
    });
  });

  test('no line settles with more than 10,000,000,000.00, whatever is accepted', async () => {
    const { transactionId, lineId } = await receiveFor(50_000);
    // No reader takes such a line: it was stored by an earlier version.
    const { databasePath } = desk.service;
    const store = (amount: number) =>
      withDatabase(databasePath, (db) =>
        db.updateTable('statement_lines').set({ amount_minor: amount }).where('id', '=', lineId).execute(),
      );
    await store(1_000_000_000_001);
    const refused = await desk.decide('confirm', lineId, { transactionId, acceptDifference: true });
    expect(expectFailure(refused, 'error_transition_not_allowed').message).toContain('10000000000');
    await store(50_000);
  });

  testLong('a restart keeps the plan of a confirm', async () => {
    using folder = temporaryFolder();
    const options = { folder: folder.path, clock: createClock() };
    const before = await startWithoutTimers(options);
    const old = await openDesk(undefined, before);
    const { transactionId, lineId } = await receiveFor(50_000, '500', old);
    expectData(await old.decide('confirm', lineId, { transactionId, holdSeconds: HOLD_SECONDS }));
    await before.stop();
    options.clock.advance(HOLD_SECONDS * SECOND_MS);
    await using after = await startWithoutTimers(options);
    const now = await openDesk(undefined, after);
    await after.planRunner.runNow();
    expect((await now.line(lineId)).line).toMatchObject({ state: 'matched', transactionId });
    expect(await now.transaction(transactionId)).toMatchObject({ status: 'successful' });
    await expectAgreement(after.databasePath);
  });
});

describe('lines together', () => {
  function confirmTogether(body: Json): Promise<ApiResponse> {
    return desk.service.ask('/v1/statement-lines/confirm', { as: OPERATOR, json: body });
  }

  const undoSettle = (transactionId: string) =>
    desk.service.ask(`/v1/transactions/${transactionId}/undo`, { body: { sequence: '1' } });

  /** A deposit of 500, and lines that name it. */
  async function receiveParts(...amounts: readonly number[]) {
    const { transactionId, reference } = await desk.deposit();
    const lines = await desk.receive(
      ...amounts.map((amountMinor) => ({ amountMinor, name: 'TEST USER', text: reference })),
    );
    return { transactionId, reference, lineIds: lines.map(({ lineId }) => lineId as string) };
  }

  async function statesOf(lineIds: readonly string[]): Promise<string[]> {
    const details = await Promise.all(lineIds.map((lineId) => desk.line(lineId)));
    return details.map(({ line }) => line.state);
  }

  test('lines settle a deposit together, once, with their sum', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 15_000, 10_000);
    const { line, together } = expectData(await confirmTogether({ lineIds, transactionId, sequence: 1 }));
    expect(line).toMatchObject({ lineId: lineIds[0], state: 'matched', transactionId });
    expect(together.map((one: Json) => one.lineId)).toEqual(lineIds.slice(1));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
    expect(await desk.service.events(transactionId)).toHaveLength(1);
    expect(await statesOf(lineIds)).toEqual(['matched', 'matched', 'matched']);
    const { transactionId: other } = await desk.deposit();
    const again = await confirmTogether({ lineIds, transactionId: other });
    expectFailure(again, 'error_transition_not_allowed');
  });

  test('each of several lines offers to be confirmed with the others, and says their sum', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    for (const [index, lineId] of lineIds.entries()) {
      const [candidate] = (await desk.line(lineId)).candidates;
      expect(candidate).toMatchObject({
        transaction: { transactionId },
        paidByLineIds: [],
        otherLineIds: [lineIds[1 - index]],
        sumWithOthers: 500,
      });
    }
  });

  test('a line that came in a later file is offered to the one that waited', async () => {
    const { lineIds, reference } = await receiveParts(25_000);
    const [later] = (await desk.receive({ amountMinor: 25_000, text: reference })) as [Json];
    const [candidate] = (await desk.line(lineIds[0]!)).candidates;
    expect(candidate).toMatchObject({ otherLineIds: [later.lineId], sumWithOthers: 500 });
  });

  test('the rest of what another line has paid offers nothing, and says which line it was', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    const [first, second] = lineIds as [string, string];
    expectData(await desk.decide('confirm', first, { transactionId, acceptDifference: true }));
    const [candidate] = (await desk.line(second)).candidates;
    expect(candidate).toMatchObject({ paidByLineIds: [first], otherLineIds: [], sumWithOthers: null });
    expectData(await desk.decide('undo', first, { reason: 'It was a half' }));
    expectData(await confirmTogether({ lineIds, transactionId, reason: 'Both halves' }));
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
  });

  test('an unusual sum is asked about', async () => {
    const { transactionId, lineIds } = await receiveParts(30_000, 31_000);
    expectFailure(await confirmTogether({ lineIds, transactionId }), 'error_final_amount_unusual');
    expectData(await confirmTogether({ lineIds, transactionId, acceptDifference: true }));
    expect(await desk.transaction(transactionId)).toMatchObject({ finalAmount: 610 });
  });

  test('to take one of them back takes all back', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    expectData(await confirmTogether({ lineIds, transactionId }));
    const { together } = await desk.line(lineIds[1]!);
    expect(together.map((one: Json) => one.lineId)).toEqual([lineIds[0]]);
    expectData(await desk.decide('undo', lineIds[1]!, { reason: 'x' }));
    expect(await statesOf(lineIds)).toEqual(['undone', 'undone']);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
    expect((await desk.line(lineIds[0]!)).together).toEqual([]);
  });

  test('their planned confirm is undone for all of them', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    const before = await statesOf(lineIds);
    expectData(await confirmTogether({ lineIds, transactionId, holdSeconds: HOLD_SECONDS }));
    expectData(await undoSettle(transactionId));
    expect(await statesOf(lineIds)).toEqual(before);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending', sequence: 1 });
  });

  test('their planned confirm settles the transaction with their sum when it is due', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    expectData(await confirmTogether({ lineIds, transactionId, holdSeconds: HOLD_SECONDS }));
    desk.service.clock.advance(HOLD_SECONDS * 1000);
    await desk.service.planRunner.runNow();
    expect(await statesOf(lineIds)).toEqual(['matched', 'matched']);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
  });

  test('lines are noted together as the payment of what was settled by hand with their sum', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    await desk.service.transition('settle', transactionId, { fields: { sequence: '1' } });
    expectData(await confirmTogether({ lineIds, transactionId }));
    expect(await desk.service.events(transactionId)).toHaveLength(1);
    expectData(await desk.decide('undo', lineIds[0]!, { reason: 'x' }));
    expect(await statesOf(lineIds)).toEqual(['undone', 'undone']);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
  });

  test('the days of the account count each of them as paying, and agree with what was settled', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    const { accountId, bookingDate } = (await desk.line(lineIds[0]!)).line;
    const query = new URLSearchParams({ accountId, fromDay: bookingDate, toDay: bookingDate });
    const read = async () => expectData(await desk.service.ask(`/v1/statements/days?${query}`)).days[0];
    const before = await read();
    expectData(await confirmTogether({ lineIds, transactionId }));
    const after = await read();
    expect(after.deposits - before.deposits).toBe(500);
    expect(after.believedDeposits - before.believedDeposits).toBe(500);
    // What had come is now what the service says came.
    expect(before.drift - after.drift).toBe(500);
  });

  test('a line that is decided, not booked or of another direction keeps all of them open', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    const [out, away] = await desk.receive(
      { amountMinor: -100, text: 'out' },
      { amountMinor: 100, text: 'a' },
    );
    await desk.decide('put-away', away.lineId, { note: 'x' });
    const [soon] = await desk.receive({ amountMinor: 300, text: 'soon', isPending: true });
    for (const lineId of [out.lineId, away.lineId, soon.lineId]) {
      const refused = await confirmTogether({ lineIds: [...lineIds, lineId], transactionId });
      expectFailure(refused, 'error_transition_not_allowed');
    }
    const unknown = await confirmTogether({ lineIds: [...lineIds, transactionId], transactionId });
    expectFailure(unknown, 'error_validation');
    expect(await statesOf(lineIds)).toEqual(['several-lines', 'several-lines']);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending' });
  });

  test('together and alone at once settle the deposit once', { timeout: 120_000 }, async () => {
    for (let turn = 0; turn < (IS_LONG ? 8 : 1); turn += 1) {
      const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
      const answers = await Promise.all([
        confirmTogether({ lineIds, transactionId, reason: 'x' }),
        confirmTogether({ lineIds: lineIds.toReversed(), transactionId, reason: 'x' }),
        desk.decide('confirm', lineIds[1]!, { transactionId, acceptDifference: true, reason: 'x' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(await desk.service.events(transactionId)).toHaveLength(1);
    }
  });

  test('verify names lines whose sum is not what they have settled', async () => {
    const { transactionId, lineIds } = await receiveParts(25_000, 25_000);
    expectData(await confirmTogether({ lineIds, transactionId }));
    const { databasePath } = desk.service;
    const store = (amount: number) =>
      withDatabase(databasePath, (db) =>
        sql`update statement_lines set amount_minor = ${amount} where id = ${lineIds[1]}`.execute(db),
      );
    await store(24_000);
    const { disagreements } = await verifyDatabaseAt(databasePath);
    expect(new Set(disagreements.map(({ kind }) => kind))).toEqual(new Set(['line-settlement']));
    await store(25_000);
  });
});
