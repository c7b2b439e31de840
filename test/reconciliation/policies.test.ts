import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { DAY_MS, HOUR_MS, type ManualClockService } from '../support/manual-clock-service.ts';
import { depositsOfThree, openDesk, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

const desk = useDesk();

const change = (body: Json, path = '', as = ADMIN) =>
  desk.service.ask(`/v1/match-policies${path}`, { as, json: body });

describe('policies', () => {
  beforeEach(async () => {
    for (const target of [{ appKey: desk.merchant.appKey }, { desk: true }])
      expectData(await change(target, '/remove'));
  });

  /** Sets the policy of the merchant. @returns the answer. */
  async function allow(policy: Json): Promise<Json> {
    return expectData(await change({ appKey: desk.merchant.appKey, ...policy }));
  }

  const paying = (deposit: Json, amountMinor = 50_000) => desk.payment(deposit, { amountMinor });

  /** The outcome of a line, and of its deposit. */
  async function resultOf(lineId: string, { transactionId }: Json): Promise<readonly unknown[]> {
    const { line } = await desk.line(lineId);
    const { status, finalAmount } = await desk.transaction(transactionId);
    return [line.state, status, finalAmount ?? null];
  }

  test.each([
    ['', { underpaidTolerance: 5, overpaidTolerancePerMille: 2 }, 49_500, 50_100],
    [', the other way round', { underpaidTolerancePerMille: 2, overpaidTolerance: 5 }, 49_900, 50_500],
  ])(
    'what is within an amount or thousandths settles with what was received, and one minor unit beyond does not%s',
    async (_title, policy, leastMinor, mostMinor) => {
      await allow(policy);
      const deposits = [...(await depositsOfThree(desk)), await desk.deposit({ name: 'Refik Halit' })];
      const amounts = [leastMinor, mostMinor, leastMinor - 1, mostMinor + 1];
      const lines = await desk.receive(...deposits.map((one, place) => paying(one, amounts[place])));
      const results = await Promise.all(lines.map(({ lineId }, place) => resultOf(lineId, deposits[place])));
      expect(results).toEqual([
        ['matched', 'successful', leastMinor / 100],
        ['matched', 'successful', mostMinor / 100],
        ['underpaid', 'pending', null],
        ['overpaid', 'pending', null],
      ]);
      const [event] = await desk.service.events(deposits[0].transactionId);
      expect(event?.event).toMatchObject({ kind: 'settle', finalAmountMinor: leastMinor });
    },
  );

  test('money that is to be returned is a state of its own, settles nothing, and an operator can still confirm it', async () => {
    await allow({
      underpaidTolerance: 1,
      underpaidBeyond: 'return',
      overpaidBeyond: 'return',
      late: 'return',
    });
    const [less, more, ended] = await depositsOfThree(desk);
    await desk.service.transition('reject', ended.transactionId, { fields: { sequence: '1', reason: 'x' } });
    const lines = await desk.receive(paying(less, 49_899), paying(more, 50_001), paying(ended));
    const deposits = [less, more, ended];
    for (const [index, { lineId }] of lines.entries()) {
      const [state, status] = await resultOf(lineId, deposits[index]);
      expect([state, status]).toEqual(['to-return', index === 2 ? 'unsuccessful' : 'pending']);
      expect((await desk.line(lineId)).candidates[0].transaction.transactionId).toBe(
        deposits[index].transactionId,
      );
    }
    const { transactionId } = less;
    expectData(await desk.decide('confirm', lines[0]?.lineId, { transactionId }));
    expect(await desk.transaction(transactionId)).toMatchObject({
      status: 'successful',
      finalAmount: 498.99,
    });
  });

  test('the exact amount after the expiry corrects the deposit within the grace only, and only where that is allowed', async () => {
    const { service } = desk;
    const expire = async () => {
      const deposit = await desk.deposit();
      service.clock.advance(HOUR_MS);
      await service.sweeper.sweep();
      expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'unsuccessful' });
      return deposit;
    };
    const held = await expire();
    const [waiting] = await desk.receive(paying(held));
    expect(await resultOf(waiting.lineId, held)).toEqual(['late', 'unsuccessful', null]);
    await allow({ late: 'accept' });
    const [late, other, replaced] = [await expire(), await expire(), await expire()];
    const [line, differs] = await desk.receive(paying(late), paying(other, 49_999));
    expect(await resultOf(line.lineId, late)).toEqual(['matched', 'successful', 500]);
    expect(await resultOf(differs.lineId, other)).toEqual(['late', 'unsuccessful', null]);
    const [event] = (await service.events(late.transactionId)).toReversed();
    expect(event?.event).toMatchObject({ kind: 'correct', actor: { kind: 'reconciliation' } });
    service.clock.advance(3 * DAY_MS + HOUR_MS);
    const [tooLate] = await desk.receive(paying(replaced));
    expect(await resultOf(tooLate.lineId, replaced)).toEqual(['late', 'unsuccessful', null]);
  });

  test('a change matches the waiting lines of its merchant again, and leaves what was decided', async () => {
    const [settled, waiting, putAway] = await depositsOfThree(desk);
    const [, line, away, undone] = await desk.receive(
      paying(settled),
      paying(waiting, 49_900),
      paying(putAway, 49_900),
      { amountMinor: 777, name: 'A STRANGER' },
    );
    expectData(await desk.decide('put-away', away.lineId, { note: 'Another purpose' }));
    expectData(await desk.decide('put-away', undone.lineId, { note: 'x' }));
    expectData(await desk.decide('undo', undone.lineId, { reason: 'x' }));
    expect((await allow({ overpaidTolerance: 1 })).rematchedLines).toBeGreaterThan(0);
    await desk.service.statementMatcher.matchNow();
    expect(await resultOf(line.lineId, waiting)).toEqual(['underpaid', 'pending', null]);
    await allow({ underpaidTolerance: 1 });
    await desk.service.statementMatcher.matchNow();
    expect(await resultOf(line.lineId, waiting)).toEqual(['matched', 'successful', 499]);
    expect(await resultOf(away.lineId, putAway)).toEqual(['put-away', 'pending', null]);
    expect((await desk.line(undone.lineId)).line.state).toBe('undone');
    const before = await desk.line(line.lineId);
    expect(await allow({ underpaidTolerance: null })).toMatchObject({
      policy: { underpaidTolerance: null, overpaidTolerance: 1 },
    });
    await desk.service.statementMatcher.matchNow();
    expect(await desk.line(line.lineId)).toEqual(before);
  });

  test('the policy of the desk holds for merchants without their own, and ends with it', async () => {
    const tolerant = { underpaidTolerance: 1 };
    expect(expectData(await change({ desk: true, ...tolerant })).policy).toMatchObject({
      appKey: null,
      isOwn: true,
      ...tolerant,
    });
    const [first, second] = await depositsOfThree(desk);
    const [line] = await desk.receive(paying(first, 49_900));
    expect(await resultOf(line.lineId, first)).toEqual(['matched', 'successful', 499]);
    // The first own choice keeps what has held so far.
    expect((await allow({ late: 'accept' })).policy).toMatchObject({
      isOwn: true,
      late: 'accept',
      ...tolerant,
    });
    await allow({ underpaidTolerance: null });
    const [strict] = await desk.receive(paying(second, 49_900));
    expect(await resultOf(strict.lineId, second)).toEqual(['underpaid', 'pending', null]);
    expect(expectData(await change({ desk: true, overpaidTolerance: 1 })).rematchedLines).toBe(0);
    const { appKey } = desk.merchant;
    const removed = expectData(await change({ appKey }, '/remove'));
    expect(removed.policy).toMatchObject({ isOwn: false, late: 'hold', ...tolerant });
    await desk.service.statementMatcher.matchNow();
    expect(await resultOf(strict.lineId, second)).toEqual(['matched', 'successful', 499]);
  });

  test('the waiting lines of another merchant stay as they are', async () => {
    await using other = await openDesk(undefined, desk.service);
    const deposit = await other.deposit();
    const [line] = await other.receive(paying(deposit, 49_900));
    const before = await other.line(line.lineId);
    expect(before.line).toMatchObject({ state: 'underpaid' });
    await allow({ underpaidTolerance: 1 });
    await desk.service.statementMatcher.matchNow();
    // It is not decided about a second time.
    expect(await other.line(line.lineId)).toEqual(before);
    await desk.takeDeposits();
  });
});

describe('policy settings', () => {
  let service: ManualClockService;
  let merchant: TestClient;

  beforeAll(async () => {
    ({ service } = desk);
    merchant = await createClient(service);
  });

  beforeEach(async () => {
    expectData(await change({ appKey: merchant.appKey }, '/remove'));
  });

  const allow = async (policy: Json) => expectData(await change({ appKey: merchant.appKey, ...policy }));

  test('a wrong value is refused with a sentence that names the field', async () => {
    for (const [policy, words] of [
      [{ underpaidTolerance: 1000.01 }, 'underpaidTolerance must be a number from 0.01 to 1000, or null'],
      [{ overpaidTolerancePerMille: 101 }, 'overpaidTolerancePerMille must be a whole'],
      [{ late: 'maybe' }, 'late must be one of hold, accept, return'],
      [{}, 'The request changes nothing'],
    ] as const) {
      const failure = expectFailure(await change({ appKey: merchant.appKey, ...policy }), 'error_validation');
      expect(failure.message).toContain(words);
    }
  });

  test('a policy is of a merchant: an unknown key and the key of an operator are refused', async () => {
    expectFailure(await change({ appKey: 'nobody', late: 'hold' }), 'error_site_not_found');
    const failure = expectFailure(
      await change({ appKey: OPERATOR.appKey, late: 'hold' }),
      'error_validation',
    );
    expect(failure.message).toContain('appKey is not the key of a merchant');
    for (const as of [OPERATOR, MERCHANT])
      expectFailure(await change({ desk: true, late: 'hold' }, '', as), 'not_authorized');
  });

  test.each([
    ['no target', {}],
    ['a merchant and the desk', { appKey: 'nobody', desk: true }],
    ['neither', { desk: false }],
  ])('%s is refused, because a missing appKey does not mean all merchants', async (_title, target) => {
    for (const [body, path] of [
      [{ late: 'accept' }, ''],
      [{}, '/remove'],
    ] as const) {
      const failure = expectFailure(await change({ ...target, ...body }, path), 'error_validation');
      expect(failure.message).toContain('Give either appKey, or desk: true');
    }
    const listed = await service.ask('/v1/match-policies', { as: ADMIN });
    expect(expectData(listed)[0]).toMatchObject({ appKey: null, isOwn: false });
  });

  test('the audit log tells the desk from a merchant that is named so', async () => {
    const named = await createClient(service, { appKey: 'desk' });
    expectData(await change({ appKey: named.appKey, late: 'return' }));
    expectData(await change({ desk: true, late: 'accept' }));
    const rows = await withDatabase(service.databasePath, (db) =>
      db
        .selectFrom('audit')
        .select('target_id')
        .where('target_kind', '=', 'matchPolicy')
        .orderBy('position')
        .execute(),
    );
    expect(rows.slice(-2)).toEqual([{ target_id: 'desk' }, { target_id: '(desk)' }]);
    expectData(await change({ desk: true }, '/remove'));
  });

  test('each change has one row in the audit log with the policy before and after it', async () => {
    const { databasePath } = service;
    const rows = (): Promise<Json[]> =>
      withDatabase(databasePath, (db) =>
        db
          .selectFrom('audit')
          .selectAll()
          .where('target_kind', '=', 'matchPolicy')
          .orderBy('position')
          .execute(),
      );
    const before = (await rows()).length;
    await allow({ late: 'accept' });
    await allow({ late: 'accept' });
    await allow({ late: 'return' });
    await change({ appKey: merchant.appKey }, '/remove');
    const added = (await rows()).slice(before);
    const valuesOf = (json: string | null) => json && JSON.parse(json).late;
    expect(added.map((row) => [row.operation, valuesOf(row.before_json), valuesOf(row.after_json)])).toEqual([
      ['updateMatchPolicy', null, 'accept'],
      ['updateMatchPolicy', 'accept', 'return'],
      ['removeMatchPolicy', 'return', null],
    ]);
    expect(added.every((row) => row.target_id === merchant.appKey && row.actor === ADMIN.appKey)).toBe(true);
  });
});
