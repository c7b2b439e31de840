import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEPOSIT, depositFields, type Json, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import { type HeldDesk, MOVES, openHeldDesk, readAtDesk, readEverywhere } from '../support/held-back.ts';
import { IS_LONG } from '../support/long.ts';
import { SECOND_MS, type Verb } from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { SURFACES } from '../support/surfaces.ts';
import { onPostgres } from '../support/test-database.ts';

const fieldsOf = (verb: Verb, sequence: number) => ({
  sequence: String(sequence),
  ...(verb === 'settle' || verb === 'correct' ? { finalAmount: '480' } : {}),
  ...(verb === 'settle' ? {} : { reason: `words of the ${verb}` }),
});

/** What merchants do not read. */
const OF_DESK = new Set([...['appKey', 'payer', 'claim', 'payment', 'claimHistory', 'blacklisted', 'notes']]);

const TYPES = ['deposit', 'withdraw'] as const;
/** On PostgreSQL the short form has every move with one of the types, since the rules are the same on both engines. */
const typesOf = (move: number) => (onPostgres && !IS_LONG ? [TYPES[move % 2]!] : TYPES);

describe('of one desk', () => {
  let desk: HeldDesk;
  beforeAll(async () => {
    desk = await openHeldDesk();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  describe.each(MOVES.map((move, index) => [...move, index] as const))(
    '%s after %j, held back,',
    (verb, before, move) => {
      test.each(typesOf(move))(
        'has not happened for the merchant of a %s on any surface until it is released, and never if it is undone',
        async (type) => {
          const { service, merchant } = desk;
          for (const isUndone of [true, false]) {
            const { transactionId } = await service[type](merchant);
            for (const [index, one] of before.entries())
              await service.transition(one, transactionId, { fields: fieldsOf(one, index + 1) });
            await service.callbackWorker.idle();
            const known = await readEverywhere(service, transactionId, merchant);
            expect(known.size).toBe(9);
            service.clock.advance(SECOND_MS);
            const decided = await desk.hold(verb, transactionId, fieldsOf(verb, before.length + 1));
            expect(decided.sequence).toBe(before.length + 2);
            expect(await readAtDesk(service, transactionId)).toEqual(decided);
            expect(await readEverywhere(service, transactionId, merchant)).toEqual(known);
            if (isUndone) {
              await desk.undo(transactionId, before.length + 2);
              const undone = await readEverywhere(service, transactionId, merchant);
              for (const [reader, view] of known)
                expect(undone.get(reader), reader).toEqual({ ...view, sequence: before.length + 3 });
            }
            await desk.release();
            if (isUndone) continue;
            const shown = Object.fromEntries(Object.entries(decided).filter(([key]) => !OF_DESK.has(key)));
            for (const [reader, view] of await readEverywhere(service, transactionId, merchant))
              expect(view, reader).toEqual(shown);
          }
          await expectAgreement(service.databasePath);
        },
      );
    },
  );
});

describe('a create', () => {
  test.each([
    ['deposit', DEPOSIT, depositFields],
    ['withdrawal', WITHDRAW, withdrawalFields],
  ])('of a %s that is repeated is answered from what the merchant knows', async (type, target, fields) => {
    await using desk = await openHeldDesk();
    const { service, merchant } = desk;
    const body = fields({});
    const create = async (as = merchant, more = {}) =>
      expectData(await service.ask(target, { as, body: { ...body, ...more } }));
    const created = await create();
    const isPending = type === 'deposit' ? { alreadyPending: true } : {};
    await desk.hold('settle', created.transactionId, fieldsOf('settle', 1));
    expect(await create()).toEqual({ ...created, ...isPending });
    expect(await create(OPERATOR as typeof merchant, { onBehalfOf: merchant.appKey })).toEqual({
      ...{ ...created, ...isPending },
    });
    await desk.release();
    expect(await create()).toEqual({ ...created, status: 'successful' });
    await expectAgreement(service.databasePath);
  });

  test('for a user whose deposit is pending as far as the merchant knows returns that one, alone and in a group', async () => {
    await using desk = await openHeldDesk();
    const { service, merchant } = desk;
    const created = await service.deposit(merchant, { userId: 'u' });
    await desk.hold('settle', created.transactionId, fieldsOf('settle', 1));
    const other = await createClient(service);
    const [again, third, ofOther, ofSecond] = await Promise.all([
      service.deposit(merchant, { userId: 'u' }),
      service.deposit(merchant, { userId: 'u' }),
      service.deposit(other, { userId: 'u' }),
      service.deposit(merchant, { userId: 'second' }),
    ]);
    for (const answer of [again, third]) expect(answer).toEqual({ ...created, alreadyPending: true });
    for (const answer of [ofOther, ofSecond]) expect(answer).not.toHaveProperty('alreadyPending');
    // So an undo leads back to a deposit that is the only pending one of its user.
    await desk.undo(created.transactionId, 2);
    expect(await service.deposit(merchant, { userId: 'u' })).toEqual({ ...created, alreadyPending: true });
    await desk.hold('reject', created.transactionId, fieldsOf('reject', 3));
    await desk.release();
    expect(await service.deposit(merchant, { userId: 'u' })).not.toHaveProperty('alreadyPending');
    await expectAgreement(service.databasePath);
  });
});

describe('a cancel of the merchant', () => {
  test.each(SURFACES.map((surface) => [surface.name, surface] as const))(
    'over %s is refused while the desk can still undo, with the time until it is known, and says no more',
    async (_name, surface) => {
      await using desk = await openHeldDesk();
      const { service, merchant } = desk;
      const { transactionId } = await service.deposit(merchant);
      await desk.hold('settle', transactionId, fieldsOf('settle', 1));
      service.clock.advance(2500);
      const cancel = (input: Json) =>
        surface.run(service, {
          ...{ operation: 'cancelTransaction', input: { transactionId, ...input } },
          ...{ as: merchant, nowMs: service.clock.nowMs() },
        });
      for (const input of [{}, { sequence: 1 }])
        expect((await cancel(input)).error).toMatchObject({
          type: 'error_transition_not_allowed',
          message: `The desk is deciding about transaction ${transactionId}. Try again in 6 seconds.`,
        });
      const stale = await cancel({ sequence: 2 });
      expect(stale.error?.type).toBe('error_stale_sequence');
      expect(stale.text).toContain('is pending with sequence 1');
      await desk.undo(transactionId, 2);
      expect((await cancel({})).data).toMatchObject({ statusReason: 'cancelled_by_client', sequence: 4 });
    },
  );

  test('tells over HTTP when to come back', async () => {
    await using desk = await openHeldDesk();
    const { service, merchant } = desk;
    const { transactionId } = await service.withdraw(merchant);
    await desk.hold('reject', transactionId, fieldsOf('reject', 1));
    const cancel = () => service.ask(`/v1/transactions/${transactionId}/cancel`, { as: merchant, body: {} });
    const refused = await cancel();
    expectFailure(refused, 'error_transition_not_allowed');
    expect(refused.headers.get('retry-after')).toBe('8');
    service.clock.advance(60 * SECOND_MS);
    // Time alone releases nothing: the worker does, and then everybody is told.
    expect((await cancel()).headers.get('retry-after')).toBe('1');
    await service.callbackWorker.idle();
    const { message } = expectFailure(await cancel(), 'error_transition_not_allowed');
    expect(message).toContain('is unsuccessful');
  });

  test('that was made before a held correction is still made', async () => {
    await using desk = await openHeldDesk();
    const { service, merchant } = desk;
    const { transactionId } = await service.withdraw(merchant);
    const cancel = async () =>
      expectData(await service.ask(`/v1/transactions/${transactionId}/cancel`, { as: merchant, body: {} }));
    const cancelled = await cancel();
    await desk.hold('correct', transactionId, fieldsOf('correct', 2));
    expect(await cancel()).toEqual(cancelled);
    expect((await readAtDesk(service, transactionId)).status).toBe('successful');
  });
});
