import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import {
  type ManualClockService,
  MINUTE_MS,
  paymentOf,
  SECOND_MS,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { SURFACES } from '../support/surfaces.ts';

let service: ManualClockService;
beforeAll(async () => {
  service = await startWithoutTimers();
});
afterAll(async () => {
  await expectAgreement(service.databasePath);
  await service.stop();
});

describe('blacklisted', () => {
  const ask = (target: string, body: Json = {}, as: Credentials = OPERATOR) =>
    service.ask(`/v1/transactions/${target}`, { as, method: 'POST', body });

  const read = async (id: string, as: Credentials = OPERATOR) =>
    expectData(await service.ask(`/v1/transactions/${id}`, { as }));

  /** Adds an entry as an admin. @returns the answer. */
  async function list(kind: string, value: string): Promise<Json> {
    const query = `mutation ($input: AddToBlacklistInput!) {
    addToBlacklist(input: $input) { entry { entryId } added pendingCount } }`;
    return (await service.graphql(ADMIN, query, { input: { kind, value } })).addToBlacklist;
  }

  async function remove(entryId: string): Promise<void> {
    const query = 'mutation ($entryId: String!) { removeFromBlacklist(entryId: $entryId) { entryId } }';
    expect(await service.graphql(ADMIN, query, { entryId })).toEqual({ removeFromBlacklist: { entryId } });
  }

  test('a test key settles no test that is marked', async () => {
    const key = await createClient(service, { isTest: true });
    const { transactionId } = await service.deposit(key, { name: 'Ali Tester' });
    await list('convertedName', 'ali-tester');
    const target = `/v1/test/transactions/${transactionId}/settle`;
    expectFailure(
      await service.ask(target, { as: key, method: 'POST', body: {} }),
      'error_transaction_blacklisted',
    );
  });

  test('what is pending when an entry is added is marked, and neither settled nor claimed until it is cleared', async () => {
    const { transactionId: id } = await service.withdraw(MERCHANT, { accountName: 'Ali Işık Veli' });
    const { transactionId: depositId } = await service.deposit(MERCHANT, { name: 'Ali.Işık.Veli' });
    const { transactionId: otherId } = await service.deposit(MERCHANT, { name: 'Veli Işık' });
    expectData(await ask(`${id}/claim`));
    expect(await read(id)).toMatchObject({ blacklisted: false });
    expect(await list('convertedName', 'ALI_ISIK_VELI')).toMatchObject({
      added: true,
      pendingCount: 2,
    });
    for (const marked of [id, depositId]) expect(await read(marked)).toMatchObject({ blacklisted: true });
    expect(await read(otherId)).toMatchObject({ blacklisted: false });
    expect(await read(id, MERCHANT)).not.toHaveProperty('blacklisted');
    const paid = { sequence: '1', ...(await paymentOf(service)) };
    const refused = 'error_transaction_blacklisted';
    expectFailure(await ask(`${id}/settle`, paid), refused);
    expectFailure(await ask(`${id}/claim`), refused);
    expectFailure(await ask(`${depositId}/settle`, { sequence: '1' }), refused);
    expectData(await ask(`${id}/clear`, { reason: 'Another Ali' }));
    expect(await read(id)).toMatchObject({
      blacklisted: false,
      notes: [{ text: 'Another Ali', author: 'Demo operator' }],
    });
    expectData(await ask(`${id}/settle`, paid));
    const rows = (await readAudit(service.databasePath)).filter(
      ({ operation }) => operation === 'clearBlacklistMark',
    );
    expect(rows.map(({ target_id, actor }) => [target_id, actor])).toEqual([[id, OPERATOR.appKey]]);
    expect(rows[0]?.after_json).not.toContain('Ali');
  });

  test('what is stopped is not cleared while a decision about it is planned', async () => {
    const { transactionId: id, userId } = await service.deposit(MERCHANT);
    await list('userId', userId);
    expectData(await ask(`${id}/reject`, { sequence: '1', holdSeconds: '8' }));
    const refused = await ask(`${id}/clear`, { reason: 'known' });
    expect(expectFailure(refused, 'error_transition_not_allowed').fields).toMatchObject([
      { code: 'planned' },
    ]);
    expect(refused.headers.get('retry-after')).toBe('8');
    expect(await read(id)).toMatchObject({ blacklisted: true, notes: [] });
    expectData(await ask(`${id}/undo`, { sequence: '1' }));
    expectData(await ask(`${id}/clear`, { reason: 'known' }));
  });

  testOnce('a line of a bank leaves a blacklisted transaction waiting', async () => {
    const { transactionId, userId } = await service.deposit(MERCHANT);
    await list('userId', userId);
    const outcome = await service.dependencies.transactions.transition({
      transactionId,
      command: { kind: 'settle', sequence: 1 },
      actor: { kind: 'reconciliation', clientId: null },
    });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { type: 'blacklisted' } });
  });

  testOnce('a blacklisted transaction can be rejected, and then cannot be corrected', async () => {
    const { transactionId: id, userId } = await service.deposit(MERCHANT);
    await list('userId', userId);
    expectData(await ask(`${id}/reject`, { sequence: '1' }));
    const late = { sequence: '2', reason: 'late' };
    expectFailure(await ask(`${id}/correct`, late), 'error_transaction_blacklisted');
  });

  testOnce(
    'a cleared transaction is stopped by a later entry, and by no entry that was removed',
    async () => {
      const iban = 'NO9386011117947';
      const { transactionId: id, userId } = await service.withdraw(MERCHANT, { iban });
      const { entry } = await list('userId', userId);
      expectData(await ask(`${id}/clear`, { reason: 'known' }));
      const later = await list('iban', iban);
      expect(later).toMatchObject({ pendingCount: 1 });
      expect(await read(id)).toMatchObject({ blacklisted: true });
      await service.dependencies.db.run('removeFromBlacklist', { entryId: later.entry.entryId });
      expect(await read(id)).toMatchObject({ blacklisted: false });
      await service.dependencies.db.run('removeFromBlacklist', { entryId: entry.entryId });
      // What was cleared of the entry is cleared of no other one.
      await list('userId', userId);
      expect(await read(id)).toMatchObject({ blacklisted: true });
    },
  );

  testOnce('the desk is shown live what an entry hits, when it comes and when it goes', async () => {
    const { transactionId, userId } = await service.deposit(MERCHANT);
    const leaving = new AbortController();
    const shown: string[] = [];
    service.dependencies.bus.subscribe('a desk', leaving.signal, {
      matches({ id }, audience) {
        if (id === transactionId) shown.push(audience);
        return false;
      },
    });
    const { entry } = await list('userId', userId);
    await expect.poll(() => shown).toEqual(['desk']);
    await remove(entry.entryId);
    await expect.poll(() => shown).toEqual(['desk', 'desk']);
    leaving.abort();
  });
});

describe('test keys', () => {
  const testKey = () => createClient(service, { isTest: true });

  interface Asked {
    readonly fields?: Readonly<Record<string, string>>;
    readonly as: Credentials;
  }

  const ask = (path: string, { fields = {}, as }: Asked) =>
    service.ask(`/v1/test/${path}`, { body: fields, as });

  const tell = async (path: string, asked: Asked): Promise<Json> => expectData(await ask(path, asked));

  const read = async (as: Credentials, id: string): Promise<Json> =>
    expectData(await service.ask(`/v1/transactions/${id}`, { as }));

  const eventsOf = async (as: Credentials, id: string): Promise<Json[]> =>
    expectData(await service.ask(`/v1/events?transactionId=${id}`, { as })).items;

  test.each([
    ['settle', {}, { status: 'successful', finalAmount: 500, statusReason: null }],
    ['settle', { finalAmount: '12.34' }, { status: 'successful', finalAmount: 12.34 }],
    ['reject', {}, { status: 'unsuccessful', endedAs: 'rejected', statusReason: 'rejected_by_operator' }],
    ['reject', { reason: 'wrong sender' }, { status: 'unsuccessful', statusReason: 'wrong sender' }],
    ['expire', {}, { status: 'unsuccessful', endedAs: 'expired', statusReason: 'expired' }],
  ] as const)('a merchant with a test key %ss a deposit with %o itself', async (verb, fields, expected) => {
    const as = await testKey();
    const { transactionId } = await service.deposit(as);
    const after = await tell(`transactions/${transactionId}/${verb}`, { fields, as });
    expect(after).toMatchObject({ ...expected, sequence: 2, test: true });
    expect(await read(as, transactionId)).toEqual(after);
    const [event, ...more] = await eventsOf(as, transactionId);
    expect([event, more]).toMatchObject([{ change: verb, actor: 'test', test: true }, []]);
  });

  test('a successful test is reversed, and a withdrawal is settled and never expires', async () => {
    const as = await testKey();
    const { transactionId } = await service.withdraw(as);
    const path = `transactions/${transactionId}`;
    expectFailure(await ask(`${path}/expire`, { as }), 'error_transition_not_allowed');
    expectFailure(await ask(`${path}/reverse`, { as }), 'error_transition_not_allowed');
    expect(await tell(`${path}/settle`, { as })).toMatchObject({ status: 'successful' });
    expectFailure(await ask(`${path}/settle`, { as }), 'error_transition_not_allowed');
    const reversed = { status: 'unsuccessful', statusReason: 'reversed', endedAs: 'reversed' };
    expect(await tell(`${path}/reverse`, { as })).toMatchObject(reversed);
  });

  test('live keys are refused every test operation with the reason, and other test keys find nothing', async () => {
    const [as, stranger] = [await testKey(), await testKey()];
    const { transactionId } = await service.deposit(as);
    const calls = [
      ['settleTestTransaction', { transactionId }],
      ['rejectTestTransaction', { transactionId }],
      ['reverseTestTransaction', { transactionId }],
      ['expireTestTransaction', { transactionId }],
    ] as const;
    for (const [operation, input] of calls)
      for (const surface of SURFACES.filter((one) => one.offers(operation))) {
        const nowMs = service.clock.nowMs() + Math.floor(Math.random() * 200_000);
        const live = await surface.run(service, { operation, input, as: MERCHANT, nowMs });
        expect(live.error).toMatchObject({
          type: 'not_authorized',
          message: expect.stringContaining('test key'),
        });
        const desk = await surface.run(service, { operation, input, as: OPERATOR, nowMs });
        expect(desk.error?.type).toBe('not_authorized');
        const other = await surface.run(service, { operation, input, as: stranger, nowMs });
        expect(other.error?.type).toBe('error_transaction_not_found' satisfies ErrorType);
      }
  });

  test.each(['trpc', 'graphql'])('over %s a merchant has the same controls', async (name) => {
    const as = await testKey();
    const surface = SURFACES.find((one) => one.name === name) ?? expect.fail(name);
    const run = async (operation: string, input: Input): Promise<Json> => {
      service.clock.advance(SECOND_MS);
      return (await surface.run(service, { operation, input, as, nowMs: service.clock.nowMs() })).data;
    };
    const { transactionId } = await service.deposit(as);
    expect(await run('settleTestTransaction', { transactionId, finalAmount: 12.34 })).toMatchObject({
      status: 'successful',
      finalAmount: 12.34,
      test: true,
    });
    expect(await run('reverseTestTransaction', { transactionId, reason: 'sent back' })).toMatchObject({
      status: 'unsuccessful',
      endedAs: 'reversed',
      statusReason: 'sent back',
    });
    const rejected = (await service.deposit(as)).transactionId;
    expect(await run('rejectTestTransaction', { transactionId: rejected })).toMatchObject({
      endedAs: 'rejected',
      statusReason: 'rejected_by_operator',
    });
    const expired = (await service.deposit(as)).transactionId;
    expect(await run('expireTestTransaction', { transactionId: expired })).toMatchObject({
      endedAs: 'expired',
    });
  });

  test('no daily limit counts a test deposit, and no account has a place in it', async () => {
    const as = await testKey();
    const before = await service.dependencies.db.read('listEveryAccount');
    const { transactionId } = await service.deposit(as);
    await tell(`transactions/${transactionId}/settle`, { as });
    expect(await service.dependencies.db.read('listEveryAccount')).toEqual(before);
  });
});

describe('take over', () => {
  const ask = (as: Credentials, target: string, body: Json = {}) =>
    service.ask(`/v1/transactions/${target}`, { as, method: 'POST', body });

  const read = async (transactionId: string) =>
    expectData(await service.ask(`/v1/transactions/${transactionId}`, { as: OPERATOR }));

  let ayse: Credentials;
  let mehmet: Credentials;
  beforeAll(async () => {
    ayse = await createClient(service, { role: 'operator', name: 'Ayşe', appKey: 'ayse' });
    mehmet = await createClient(service, { role: 'operator', name: 'Mehmet', appKey: 'mehmet' });
  });

  test('another one takes it over knowingly, and then the first one is refused', async () => {
    const { transactionId: id } = await service.withdraw(MERCHANT);
    expectData(await ask(ayse, `${id}/claim`));
    service.clock.advance(MINUTE_MS);
    const taken = expectData(await ask(OPERATOR, `${id}/claim`, { takeOverFrom: 'ayse' }));
    expect(taken.claim).toMatchObject({ holderAppKey: OPERATOR.appKey, isMine: true });
    expect(Date.parse(taken.claim.claimedAt)).toBe(service.clock.nowMs());
    expectFailure(await ask(ayse, `${id}/settle`, { sequence: '1' }), 'error_claimed');
    for (const verb of ['claim', 'release']) expectFailure(await ask(ayse, `${id}/${verb}`), 'error_claimed');
    expectData(await ask(OPERATOR, `${id}/release`));
    // There is nothing to release any more.
    expect(expectData(await ask(ayse, `${id}/release`))).toMatchObject({ claim: { isLive: false } });
    const rows = (await readAudit(service.databasePath)).filter((row) => row.target_id === id);
    const holder = (json: string | null) => JSON.parse(json ?? '{}').claimedBy;
    expect(
      rows.map((row) => [row.operation, row.actor, holder(row.before_json), holder(row.after_json)]),
    ).toEqual([
      ['claimWithdrawal', 'ayse', null, 'ayse'],
      ['claimWithdrawal', OPERATOR.appKey, 'ayse', OPERATOR.appKey],
      ['releaseWithdrawal', OPERATOR.appKey, OPERATOR.appKey, OPERATOR.appKey],
    ]);
  });

  test('who agreed to take it over from one operator does not take it from another, and is told who holds it', async () => {
    const { transactionId: id } = await service.withdraw(MERCHANT);
    const takeOver = (as: Credentials, takeOverFrom: string) => ask(as, `${id}/claim`, { takeOverFrom });
    expectData(await ask(mehmet, `${id}/claim`));
    expectData(await takeOver(ayse, 'mehmet'));
    for (const from of ['mehmet', OPERATOR.appKey, 'nobody']) {
      const { message } = expectFailure(await takeOver(OPERATOR, from), 'error_claimed');
      expect(message).toContain('is being paid by Ayşe since');
      expect(message).toContain('takeOverFrom ayse');
    }
    expect(await read(id)).toMatchObject({ claim: { holderAppKey: 'ayse' } });
    // A withdrawal with the claim of the caller needs no question.
    expectData(await takeOver(ayse, 'mehmet'));
    expectData(await ask(ayse, `${id}/release`));
    expectFailure(await takeOver(OPERATOR, 'mehmet'), 'error_claimed');
    expectData(await takeOver(OPERATOR, 'ayse'));
  });

  test('of two who take it over at once one wins, and the other is told who did', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { transactionId } = await service.withdraw(MERCHANT);
      expectData(await ask(mehmet, `${transactionId}/claim`));
      const answers = await Promise.all(
        [ayse, OPERATOR].map((as) => ask(as, `${transactionId}/claim`, { takeOverFrom: 'mehmet' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [refused] = answers.filter(({ status }) => status === 409);
      const { claim } = await read(transactionId);
      expect(['ayse', OPERATOR.appKey]).toContain(claim.holderAppKey);
      expect(refused?.json.error).toMatchObject({
        type: 'error_claimed',
        message: expect.stringContaining(`is being paid by ${claim.holder} since`),
      });
    }
  });
});
