import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPart } from '../../src/payments/view.ts';
import type { LineDecision } from '../../src/reconciliation/domain/matching/decision.ts';
import { type ApiResponse, type Json, OPERATOR } from '../harness.ts';
import { newIban } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { DAY_MS, HOUR_MS } from '../support/manual-clock-service.ts';
import { accountIdOf, payoutCalls } from '../support/payouts/desk.ts';
import { type Desk, openDesk, upload, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import {
  type BankLine,
  type BankStatement,
  camtOf,
  csvOf,
  notificationOf,
} from '../support/statements/bank-files.ts';

/** What speaks against the money of a line, whichever deposit it is to pay. */

const desk = useDesk();

const codesOf = async ({ lineId }: Json, at: Desk = desk): Promise<readonly string[]> =>
  (await at.line(lineId)).decisions[0].evidence.map(({ code }: Json) => code);

/** Which of these deposits the list of unambiguous proposals offers. */
async function offered(...deposits: readonly Json[]): Promise<readonly string[]> {
  const { items } = expectData(await desk.service.ask('/v1/statement-lines/proposals', { as: OPERATOR }));
  const ids: string[] = items.map(({ transactionId }: Json) => transactionId);
  return deposits.map(({ transactionId }) => transactionId).filter((id) => ids.includes(id));
}

/** Imports a notification of lines. @returns the lines that are new. */
const notify = (...lines: readonly BankLine[]) => notifyAt(desk, lines);
const notifyAt = ({ iban, receiveFile }: Desk, lines: readonly BankLine[]) =>
  receiveFile(notificationOf({ iban, lines }));

/** Imports a table of lines, which is a statement too. @returns the lines that are new. */
const importTable = (...lines: readonly BankLine[]) =>
  desk.receiveFile(
    csvOf(
      desk.iban,
      lines.map((line) => ({ ...line, balanceMinor: line.amountMinor })),
    ),
    'name=a.csv&profileId=generic',
  );

/** Expects that a decision about a line is refused for the doubt that another one gives. */
const expectDoubtful = (response: ApiResponse, { lineId }: Json, byLineId: string) =>
  expect(expectFailure(response, 'error_final_amount_unusual').fields).toMatchObject([
    { path: 'lineId', code: 'line_doubtful', params: { lineId, byLineId } },
  ]);

/** Expects that a confirm is refused for the doubt, until the operator accepts it. */
async function expectAsked(line: Json, { transactionId }: Json, byLineId: string): Promise<void> {
  expectDoubtful(await desk.decide('confirm', line.lineId, { transactionId }), line, byLineId);
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending' });
  expectData(await desk.decide('confirm', line.lineId, { transactionId, acceptDifference: true }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
}

async function partOf({ transactionId }: Json) {
  const { dependencies } = desk.service;
  const [deposit] = await dependencies.db.read('findTransactions', [transactionId]);
  return deposit?.type === 'deposit' ? findPart(dependencies, deposit) : undefined;
}

const unnamed = (payer: Json, amountMinor: number, line: Partial<BankLine> = {}): BankLine =>
  desk.payment(payer, { amountMinor, text: 'kira', ...line });

describe('money that has gone back', () => {
  test('by a later file is offered no more, and credited only by who accepts it', async () => {
    const deposit = await desk.deposit({ userId: 'tuna', name: 'Tuna Ilgaz', amount: '811.02' });
    const line = unnamed(deposit, 81_102);
    const [credit] = (await desk.receive(line)) as [Json];
    expect(await offered(deposit)).toEqual([deposit.transactionId]);
    const [debit] = (await desk.receive({ ...line, amountMinor: -81_102 })) as [Json];
    expect(await offered(deposit)).toEqual([]);
    await expectAsked(credit, deposit, debit.lineId);
  });

  test('is offered again once a withdrawal explains the debit', async () => {
    const { service, merchant } = desk;
    const deposit = await desk.deposit({ userId: 'cenk', name: 'Cenk Tarhan', amount: '811.03' });
    const iban = newIban();
    const withdrawal = await service.withdraw(merchant, {
      amount: '811.03',
      accountName: 'Oya Demirci',
      iban,
    });
    const nameless = { amountMinor: -81_103, iban, text: 'EFT', date: desk.today() };
    const [credit, debit] = (await desk.receive(unnamed(deposit, 81_103), nameless)) as [Json, Json];
    expect(await codesOf(credit)).toEqual(['taken-back']);
    expect(await offered(deposit)).toEqual([]);
    const { transactionId } = withdrawal;
    expectData(await desk.decide('confirm', debit.lineId, { transactionId, reason: 'it pays this' }));
    expect(await offered(deposit)).toEqual([deposit.transactionId]);
  });

  test('stays in doubt after an operator has put the debit away, who may have sent it back', async () => {
    const deposit = await desk.deposit({ userId: 'ferit', name: 'Ferit Olgun', amount: '811.05' });
    const line = unnamed(deposit, 81_105);
    const [credit, debit] = (await desk.receive(line, { ...line, amountMinor: -81_105 })) as [Json, Json];
    expectData(await desk.decide('put-away', debit.lineId, { note: 'sent back' }));
    expect(await offered(deposit)).toEqual([]);
    await expectAsked(credit, deposit, debit.lineId);
  });

  test('counts in no sum of the lines of one deposit', async () => {
    const deposit = await desk.deposit({ userId: 'sarp', name: 'Sarp Candan', amount: '1622.04' });
    const part = desk.payment(deposit, { amountMinor: 81_102 });
    const rest = desk.payment(deposit, { amountMinor: 81_102, iban: part.iban! });
    const [first] = (await desk.receive(
      part,
      { ...rest, text: `${rest.text} 2` },
      { ...part, amountMinor: -81_102, text: 'IADE' },
    )) as [Json];
    expect(await codesOf(first)).toEqual(['several-lines', 'taken-back']);
    const [{ detail }] = (await desk.line(first.lineId)).decisions[0].evidence;
    expect(detail).toBe('0.00');
  });

  test('is not said to have arrived, whenever it went back', async () => {
    const deposit = await desk.deposit({ userId: 'irmak', name: 'Irmak Toker', amount: '900' });
    const part = desk.payment(deposit, { amountMinor: 40_000 });
    await desk.receive(part);
    expect(await partOf(deposit)).toEqual({ received: 400, missing: 500 });
    await desk.receive({ ...part, amountMinor: -40_000, text: 'IADE' });
    expect(await partOf(deposit)).toBeNull();
  });
});

describe('money in doubt is given back only by who accepts it', () => {
  const expectGivenBack = async (line: Json, byLineId: string) => {
    const body = { reason: 'nothing was asked for' };
    expectDoubtful(await desk.decide('give-back', line.lineId, body), line, byLineId);
    expect((await desk.line(line.lineId)).line).toMatchObject({ state: line.state });
    expectData(await desk.decide('give-back', line.lineId, { ...body, acceptDifference: true }));
    expect((await desk.line(line.lineId)).line).toMatchObject({ state: 'giving-back' });
  };

  test('after a debit that can have sent it back', async () => {
    const line = unnamed({ name: 'Bora Tunca' }, 81_131);
    const [credit] = (await desk.receive(line)) as [Json];
    const [debit] = (await desk.receive({ ...line, amountMinor: -81_131, text: 'IADE' })) as [Json];
    await expectGivenBack(credit, debit.lineId);
  });

  test('beside the line of another kind of statement that was credited', async () => {
    const deposit = await desk.deposit({ userId: 'ece', name: 'Ece Pamuk', amount: '811.32' });
    const line = desk.payment(deposit, { amountMinor: 81_132 });
    const [credit] = (await notify(line)) as [Json];
    const [again] = (await desk.receive({ ...line, text: '' })) as [Json];
    await expectGivenBack(again, credit.lineId);
  });
});

describe('a payment that another kind of statement has brought', () => {
  const bought = async (userId: string, amount: string) => {
    const payer = { userId, name: 'Zerrin Okan', amount };
    const first = await desk.deposit(payer);
    const line = desk.payment(first, { amountMinor: Math.round(Number(amount) * 100) });
    const [credit] = (await notify(line)) as [Json];
    expect(credit).toMatchObject({ state: 'matched', transactionId: first.transactionId });
    return { credit, line, second: await desk.deposit(payer) };
  };

  test('is no unambiguous proposal for the next deposit of its payer, and credited only by who accepts it', async () => {
    const { credit, line, second } = await bought('zerrin-1', '811.11');
    const [again] = (await desk.receive({ ...line, text: '' })) as [Json];
    expect(again).toMatchObject({ state: 'proposed', transactionId: null });
    expect(await codesOf(again)).toEqual(['same-payment']);
    expect(await offered(second)).toEqual([]);
    await expectAsked(again, second, credit.lineId);
  });

  test('keeps no second payment from settling that names its own deposit', async () => {
    const { line, second } = await bought('zerrin-2', '811.12');
    expect(await desk.receive({ ...line, text: second.reference })).toMatchObject([
      { state: 'matched', transactionId: second.transactionId },
    ]);
  });

  test('is none beside a second one where both are in the statement', async () => {
    const { line, second } = await bought('zerrin-3', '811.13');
    const [again] = (await desk.receive(line, { ...line, text: 'kira' })) as [Json];
    expect(await codesOf(again)).toEqual([]);
    expect(await offered(second)).toEqual([second.transactionId]);
  });

  test('is in doubt too where another format of the statement has cut its text', async () => {
    const payer = { userId: 'zerrin-4', name: 'Zerrin Okan', amount: '811.15' };
    const first = await desk.deposit(payer);
    const line = desk.payment(first, { amountMinor: 81_115 });
    const [credit] = (await desk.receive(line)) as [Json];
    expect(credit).toMatchObject({ state: 'matched', transactionId: first.transactionId });
    const second = await desk.deposit(payer);
    const [cut] = (await importTable({ ...line, text: 'Yatirim' })) as [Json];
    expect(cut).toMatchObject({ state: 'proposed', transactionId: null });
    expect(await offered(second)).toEqual([]);
    await expectAsked(cut, second, credit.lineId);
  });

  test('is none where a second file of the format has a second payment', async () => {
    const payer = { userId: 'zerrin-5', name: 'Zerrin Okan', amount: '811.16' };
    const first = await desk.deposit(payer);
    const line = desk.payment(first, { amountMinor: 81_116 });
    await desk.receive(line);
    const second = await desk.deposit(payer);
    await desk.receive({ ...line, text: 'kira' });
    expect(await offered(second)).toEqual([second.transactionId]);
  });

  test('is not added up with the line of the other kind in one confirm, unless who confirms accepts it', async () => {
    const { transactionId } = await desk.deposit({ userId: 'nihat', name: 'Nihat Sarp', amount: '1622.34' });
    const line = unnamed({ name: 'Nihat Sarp' }, 81_117);
    const [first] = (await notify(line)) as [Json];
    const [again] = (await desk.receive({ ...line, text: '' })) as [Json];
    const lineIds = [first.lineId, again.lineId];
    const together = (more: Json) =>
      desk.service.ask('/v1/statement-lines/confirm', {
        as: OPERATOR,
        json: { lineIds, transactionId, ...more },
      });
    expectDoubtful(await together({}), first, again.lineId);
    expectData(await together({ acceptDifference: true }));
  });

  test('counts once in the sum of the lines of one deposit, and the payer is told nothing', async () => {
    const deposit = await desk.deposit({ userId: 'ufuk', name: 'Ufuk Demiray', amount: '1622.28' });
    const line = desk.payment(deposit, { amountMinor: 81_114 });
    await notify(line);
    expect(await partOf(deposit)).toEqual({ received: 811.14, missing: 811.14 });
    const [again] = (await desk.receive({ ...line, text: `${deposit.reference} FAST` })) as [Json];
    expect(await codesOf(again)).toEqual(['several-lines', 'same-payment']);
    const [{ detail }] = (await desk.line(again.lineId)).decisions[0].evidence;
    expect(detail).toBe('811.14');
    expect(await partOf(deposit)).toBeNull();
  });
});

describe('a booking that another kind of statement has brought', () => {
  const confirm = (line: Json, transactionId: string, more: Json = {}) =>
    desk.decide('confirm', line.lineId, { transactionId, reason: 'it is this', ...more });
  const expectDoubt = async (line: Json, transactionId: string, byLine: Json) => {
    expectDoubtful(await confirm(line, transactionId), line, byLine.lineId);
    expectData(await confirm(line, transactionId, { acceptDifference: true }));
  };
  const payouts = async (at: Desk = desk) => {
    const accountId = await accountIdOf(at);
    return payoutCalls(
      () => at.service,
      () => accountId,
    );
  };
  const rowOf = ({ rows }: Json, id: string) => rows.find((row: Json) => row.transactionId === id);
  const out = ({ endToEndId }: Json, line: Partial<BankLine>): BankLine => ({
    amountMinor: 0,
    date: desk.today(),
    ...line,
    endToEndId,
  });

  /** Two paid withdrawals of an amount to one account, and their return without an id and with that of the first one. */
  async function twoPaidOut(amountMinor: number, at: Desk = desk) {
    const iban = newIban();
    const fields = { amount: String(amountMinor / 100), accountName: 'Levent Oral', iban };
    const ids: string[] = [];
    for (const place of [1, 2])
      ids.push(
        (await at.service.withdraw(at.merchant, { ...fields, userId: `levent-${place}-${amountMinor}` }))
          .transactionId,
      );
    const [first = '', second = ''] = ids;
    const batch = await (await payouts(at)).exported(ids);
    const paid = { amountMinor: -amountMinor, iban, name: 'Levent Oral' };
    await at.receive(...ids.map((id) => out(rowOf(batch, id), paid)));
    const back = { ...paid, amountMinor, date: desk.today() };
    const endToEndIds: readonly string[] = ids.map((id) => rowOf(batch, id).endToEndId);
    const named = { ...back, endToEndId: endToEndIds[0] ?? '', returnReason: 'AC04' };
    return { first, second, back, named, endToEndIds };
  }

  test('of a return reverses no second withdrawal to the account', async () => {
    const { first, second, back, named } = await twoPaidOut(81_161);
    const [known] = (await notify(named)) as [Json];
    expect(known).toMatchObject({ state: 'matched', transactionId: first });
    const [again] = (await desk.receive({ ...back, text: 'IADE' })) as [Json];
    expect(again).toMatchObject({ state: 'payout-back' });
    await expectDoubt(again, second, known);
  });

  test('of a return with the id of a withdrawal reverses no second one by itself', async () => {
    const { first, second, back, named } = await twoPaidOut(81_164);
    const [known] = (await desk.receive({ ...back, text: 'IADE' })) as [Json];
    expectData(await confirm(known, second));
    const [again] = (await notify(named)) as [Json];
    expect(again).toMatchObject({ state: 'payout-back' });
    expect(await codesOf(again)).toContain('same-payment');
    await expectDoubt(again, first, known);
  });

  testLong(
    'of a return is in doubt where more returns of another payout are equal to it than are compared',
    async () => {
      await using crowded = await openDesk();
      const { first, named, endToEndIds } = await twoPaidOut(81_165, crowded);
      const others = Array.from({ length: 101 }, (_, place) => ({
        ...named,
        endToEndId: endToEndIds[1] ?? '',
        text: `${place}`,
      }));
      await notifyAt(crowded, others);
      const [again] = (await crowded.receive({ ...named, text: 'IADE' })) as [Json];
      expect(again).toMatchObject({ state: 'payout-back' });
      expect(await codesOf(again, crowded)).toContain('same-payment');
      expect((await crowded.transaction(first)).status).toBe('successful');
    },
  );

  test('of the return of a refund returns no second refund of the line', async () => {
    const iban = newIban();
    const payer = { name: 'Figen Saka', iban };
    const [line] = (await desk.receive(unnamed(payer, 81_162, { iban }))) as [Json];
    const { exported } = await payouts();
    const giveBack = async () => {
      const { refundId } = expectData(await desk.decide('give-back', line.lineId, { reason: 'x' }));
      const [row] = (await exported([refundId])).rows;
      await desk.receive(out(row, { ...payer, amountMinor: -81_162, text: row.endToEndId }));
      return { refundId, endToEndId: row.endToEndId };
    };
    const back = { ...payer, amountMinor: 81_162, date: '2026-11-25' };
    const first = await giveBack();
    const named = { endToEndId: first.endToEndId, returnReason: 'AC04' };
    const [known] = (await notify({ ...back, ...named })) as [Json];
    expect(known).toMatchObject({ state: 'matched' });
    const second = await giveBack();
    const [again] = (await desk.receive({ ...back, text: 'IADE' })) as [Json];
    const [naming] = (await desk.receiveFile(
      camtOf({ iban: desk.iban, lines: [{ ...back, ...named, text: 'RETOURE' }] }),
    )) as [Json];
    expect(
      expectFailure(await confirm(naming, second.refundId), 'error_transition_not_allowed').fields,
    ).toMatchObject([{ path: 'lineId', code: 'names_other_payout' }]);
    await expectDoubt(again, second.refundId, known);
  });

  test('of a debit reverses no second deposit of the payer', async () => {
    const iban = newIban();
    const of = { name: 'Cihan Yurt', amount: '811.63' };
    const deposits: Json[] = [];
    for (const userId of ['cihan-1', 'cihan-2']) deposits.push(await desk.deposit({ ...of, userId }));
    await desk.receive(...deposits.map((one) => desk.payment(one, { amountMinor: 81_163, iban })));
    const [first, second] = deposits as [Json, Json];
    const back = { amountMinor: -81_163, iban, name: 'Cihan Yurt', date: desk.today() };
    const [known] = (await notify({ ...back, text: 'TERS KAYIT' })) as [Json];
    expectData(await confirm(known, first.transactionId));
    const [again] = (await desk.receive({ ...back, text: 'STORNO' })) as [Json];
    await expectDoubt(again, second.transactionId, known);
  });
});

test('the payer is told what has arrived once the doubt about it is over', async () => {
  const deposit = await desk.deposit({ userId: 'selma', name: 'Selma Yurt', amount: '900' });
  const line = desk.payment(deposit, { amountMinor: 81_118 });
  const [first] = (await notify(line)) as [Json];
  const [again] = (await desk.receive({ ...line, text: `${deposit.reference} FAST` })) as [Json];
  expect(await codesOf(again)).toEqual(['several-lines', 'same-payment']);
  expect(await partOf(deposit)).toBeNull();
  expectData(await desk.decide('put-away', first.lineId, { note: 'the same payment' }));
  expect(await partOf(deposit)).toEqual({ received: 811.18, missing: 88.82 });
});

test('a confirm of money in doubt is asked about its amount at once', async () => {
  const deposit = await desk.deposit({ userId: 'hakan', name: 'Hakan Uslu', amount: '1500' });
  const line = desk.payment(deposit, { amountMinor: 81_133 });
  const [credit] = (await desk.receive(line)) as [Json];
  await desk.receive({ ...line, amountMinor: -81_133, text: 'IADE' });
  const refused = await desk.decide('confirm', credit.lineId, { transactionId: deposit.transactionId });
  const { fields } = expectFailure(refused, 'error_final_amount_unusual');
  expect(fields.map(({ code }: Json) => code)).toEqual(['line_doubtful', 'amount_unusual']);
});

test('a line in doubt is offered with no other line of its deposit', async () => {
  const deposit = await desk.deposit({ userId: 'meral', name: 'Meral Koray', amount: '1622.69' });
  const line = desk.payment(deposit, { amountMinor: 81_134 });
  const [first] = (await notify(line)) as [Json];
  const rest = desk.payment(deposit, { amountMinor: 81_135, iban: line.iban! });
  const [again, other] = (await desk.receive({ ...line, text: `${deposit.reference} FAST` }, rest)) as [
    Json,
    Json,
  ];
  const together = async ({ lineId }: Json) => {
    const [{ otherLineIds, sumWithOthers }] = (await desk.line(lineId)).candidates;
    return { otherLineIds, sumWithOthers };
  };
  expect(await together(first)).toEqual({ otherLineIds: [other.lineId], sumWithOthers: 1622.69 });
  expect(await together(other)).toEqual({ otherLineIds: [first.lineId], sumWithOthers: 1622.69 });
  expect(await together(again)).toEqual({ otherLineIds: [], sumWithOthers: null });
  const [{ lineIds, detail }] = (await desk.line(other.lineId)).decisions[0].evidence;
  expect({ lineIds, detail }).toEqual({ lineIds: [first.lineId, other.lineId], detail: '1622.69' });
});

test('a line is in doubt where more credits of another kind have its amount than are compared', async () => {
  await using crowded = await openDesk();
  const amounts = [81_136, 81_137] as const;
  const credits = await notifyAt(
    crowded,
    amounts.map((amountMinor) => unnamed({ name: 'Mehmet Demir' }, amountMinor)),
  );
  for (const [place, { lineId }] of credits.entries()) await copyLine(crowded.service, lineId, 99 + place);
  const deposit = { name: 'Selin Aksoy' };
  const lines = await crowded.receive(...amounts.map((amountMinor) => unnamed(deposit, amountMinor)));
  const codes = await Promise.all(lines.map((line) => codesOf(line, crowded)));
  expect(codes).toEqual([[], ['same-payment']]);
});

describe('a line that a policy would credit, and whose payment another line has brought since it was decided,', () => {
  beforeAll(() => desk.allow({ underpaidToleranceMinor: 500, late: 'accept' }));
  afterAll(() => desk.allow({}));

  /** Imports a line, and credits the one of its payment between the decision about it and the commit of that. */
  async function creditedMeanwhile(
    line: BankLine,
    decided: Partial<LineDecision>,
    statement: Partial<BankStatement> = {},
  ): Promise<Json> {
    const { service, iban } = desk;
    const { db } = service.dependencies;
    const other = await desk.deposit({ userId: `other-${line.amountMinor}`, amount: '900.01' });
    const [twin] = (await notify({ ...line, text: 'kira' })) as [Json];
    const { file } = expectData(await upload(service, camtOf({ iban, lines: [line], ...statement })));
    const nowMs = service.clock.nowMs();
    const terms = { nowMs, lateGraceMs: DAY_MS, recentMs: DAY_MS };
    const next = await db.query('decideNext', { fileId: file.fileId, limit: 10, terms });
    expect(next.decided).toMatchObject([{ decision: decided }]);
    const { transactionId } = other;
    expectData(await desk.decide('confirm', twin.lineId, { transactionId, acceptDifference: true }));
    const ids = ['a', 'b'].map((digit) => `${line.amountMinor}`.padEnd(24, digit));
    const times = { nowMs, steadyNowMs: nowMs, timeZone: 'UTC' };
    await db.run('matchLines', { fileId: file.fileId, next, ids, ...times });
    return expectData(await service.ask(`/v1/statement-lines?fileId=${file.fileId}`)).items[0];
  }

  test('waits for this alone where its amount differs', async () => {
    const deposit = await desk.deposit({ userId: 'derya', name: 'Derya Aktan', amount: '811.41' });
    const line = await creditedMeanwhile(desk.payment(deposit, { amountMinor: 81_138 }), {
      state: 'matched',
      rule: 'reference-tolerance',
    });
    expect(line).toMatchObject({ state: 'proposed' });
    expect(await codesOf(line)).toEqual(['same-payment']);
    expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'pending' });
  });

  test('stays late where its deposit has expired', async () => {
    const deposit = await desk.deposit({ userId: 'deniz', name: 'Deniz Altay', amount: '811.42' });
    desk.service.clock.advance(HOUR_MS);
    await desk.service.sweeper.sweep();
    const line = await creditedMeanwhile(desk.payment(deposit, { amountMinor: 81_142 }), {
      state: 'matched',
      rule: 'reference-late',
    });
    expect(line).toMatchObject({ state: 'late' });
    expect(await codesOf(line)).toEqual(['ended', 'same-payment']);
  });

  test('stays held where its statement is', async () => {
    const deposit = await desk.deposit({ userId: 'dogan', name: 'Dogan Alpay', amount: '811.44' });
    const decided = { state: 'held', rule: 'reference-tolerance' } as const;
    const held = { closingMinor: 1 };
    const line = await creditedMeanwhile(desk.payment(deposit, { amountMinor: 81_143 }), decided, held);
    expect(line).toMatchObject({ state: 'held' });
  });
});

test('a policy credits money beside a debit whose text names the payer of another deposit, glued to its reference', async () => {
  await desk.allow({ underpaidToleranceMinor: 500 });
  const deposit = await desk.deposit({ userId: 'elif', name: 'Elif Yaman', amount: '811.50' });
  const { reference } = await desk.deposit({ userId: 'mehmet', name: 'Mehmet Guner', amount: '811.45' });
  await desk.receive({ amountMinor: -81_145, date: desk.today(), text: `${reference}MEHMET GUNER` });
  const [line] = await desk.receive(desk.payment(deposit, { amountMinor: 81_145 }));
  expect(line).toMatchObject({ state: 'matched', transactionId: deposit.transactionId });
  await desk.allow({});
});

describe('another line for the deposit of a proposal', () => {
  test.each<[string, string, (deposit: Json) => Partial<BankLine>]>([
    ['names it by its reference', '811.21', ({ reference }) => ({ name: 'AY** YI****', text: reference })],
    [
      'names it with another amount',
      '811.22',
      ({ reference }) => ({ amountMinor: 100, name: 'X', text: reference }),
    ],
    ['has its amount and a hidden name', '811.23', () => ({ name: 'AY** YI****' })],
  ])('keeps it from being unambiguous where it %s', async (_title, amount, other) => {
    const amountMinor = Math.round(Number(amount) * 100);
    const deposit = await desk.deposit({ userId: `ayse-${amount}`, name: 'Ayşe Yılmaz', amount });
    await desk.receive(unnamed(deposit, amountMinor));
    expect(await offered(deposit)).toEqual([deposit.transactionId]);
    await desk.receive(unnamed(deposit, amountMinor, other(deposit)));
    expect(await offered(deposit)).toEqual([]);
  });

  test('keeps it from being unambiguous where it came before the deposit', async () => {
    const before = { name: 'Nalan Gezer' };
    const [unknown] = await desk.receive(unnamed(before, 81_124, { text: 'once' }));
    expect(unknown).toMatchObject({ state: 'unknown' });
    const deposit = await desk.deposit({ userId: 'nalan', ...before, amount: '811.24' });
    await desk.receive(unnamed(deposit, 81_124));
    expect(await offered(deposit)).toEqual([]);
  });
});

/** Stores many copies of a line. */
async function copyLine(
  { databasePath }: { readonly databasePath: string },
  id: string,
  count: number,
): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    const row = db.selectFrom('statement_lines').selectAll().where('id', '=', id);
    const columns = Object.keys(await row.executeTakeFirstOrThrow());
    const values = columns.map((name) =>
      name === 'id' || name === 'line_key' ? sql`l.${sql.ref(name)} || n.i` : sql`l.${sql.ref(name)}`,
    );
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
      insert into statement_lines (${sql.join(columns.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from n cross join statement_lines as l where l.id = ${id}`.execute(db);
  });
}

test('proposals of other amounts are offered beside very many open credits of one amount', async () => {
  await using crowded = await openDesk();
  const { service } = crowded;
  const [unknown] = await crowded.receive(unnamed({ name: 'Nobody Known' }, 50_000));
  const open = await crowded.deposit({ userId: 'open', name: 'Ali Demirel' });
  const own = await crowded.deposit({ userId: 'own', name: 'Zeynep Aslan', amount: '700' });
  await crowded.receive(unnamed(open, 50_000), unnamed(own, 70_000));
  const listed = async () => {
    const { items } = expectData(await service.ask('/v1/statement-lines/proposals'));
    return items.map(({ transactionId }: Json) => transactionId).sort();
  };
  expect(await listed()).toEqual([open.transactionId, own.transactionId].sort());
  await copyLine(service, unknown?.lineId, 5_001);
  expect(await listed()).toEqual([own.transactionId]);
});
