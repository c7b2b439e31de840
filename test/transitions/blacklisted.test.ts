import { describe, expect, test } from 'vitest';
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
import type { Receiver } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { SURFACES } from '../support/surfaces.ts';

describe('blacklisted', () => {
  const ask = (service: ManualClockService, target: string, body: Json = {}, as: Credentials = OPERATOR) =>
    service.ask(`/v1/transactions/${target}`, { as, method: 'POST', body });

  const read = async (service: ManualClockService, id: string, as: Credentials = OPERATOR) =>
    expectData(await service.ask(`/v1/transactions/${id}`, { as }));

  /** Adds an entry as an admin. @returns the answer. */
  async function list(service: ManualClockService, kind: string, value: string): Promise<Json> {
    const query = `mutation ($input: AddToBlacklistInput!) {
    addToBlacklist(input: $input) { entry { entryId } added pendingCount } }`;
    return (await service.graphql(ADMIN, query, { input: { kind, value } })).addToBlacklist;
  }

  async function remove(service: ManualClockService, entryId: string): Promise<void> {
    const query = 'mutation ($entryId: String!) { removeFromBlacklist(entryId: $entryId) { entryId } }';
    expect(await service.graphql(ADMIN, query, { entryId })).toEqual({ removeFromBlacklist: { entryId } });
  }

  test('a test key settles no test that is marked', async () => {
    await using service = await startWithoutTimers();
    const key = await createClient(service, { isTest: true });
    const { transactionId } = await service.deposit(key, { name: 'Ali Tester' });
    await list(service, 'convertedName', 'ali-tester');
    const target = `/v1/test/transactions/${transactionId}/settle`;
    expectFailure(
      await service.ask(target, { as: key, method: 'POST', body: {} }),
      'error_transaction_blacklisted',
    );
  });

  test('what is pending when an entry is added is marked, and neither settled nor claimed until it is cleared', async () => {
    await using service = await startWithoutTimers();
    const { transactionId: id } = await service.withdraw(MERCHANT, { accountName: 'Ali Işık Veli' });
    const { transactionId: depositId } = await service.deposit(MERCHANT, { name: 'Ali.Işık.Veli' });
    const { transactionId: otherId } = await service.deposit(MERCHANT, { name: 'Veli Işık' });
    expectData(await ask(service, `${id}/claim`));
    expect(await read(service, id)).toMatchObject({ blacklisted: false });
    expect(await list(service, 'convertedName', 'ALI_ISIK_VELI')).toMatchObject({
      added: true,
      pendingCount: 2,
    });
    for (const marked of [id, depositId])
      expect(await read(service, marked)).toMatchObject({ blacklisted: true });
    expect(await read(service, otherId)).toMatchObject({ blacklisted: false });
    expect(await read(service, id, MERCHANT)).not.toHaveProperty('blacklisted');
    const paid = { sequence: '1', ...(await paymentOf(service)) };
    const refused = 'error_transaction_blacklisted';
    expectFailure(await ask(service, `${id}/settle`, paid), refused);
    expectFailure(await ask(service, `${id}/claim`), refused);
    expectFailure(await ask(service, `${depositId}/settle`, { sequence: '1' }), refused);
    expectData(await ask(service, `${id}/clear`, { reason: 'Another Ali' }));
    expect(await read(service, id)).toMatchObject({
      blacklisted: false,
      notes: [{ text: 'Another Ali', author: 'Demo operator' }],
    });
    expectData(await ask(service, `${id}/settle`, paid));
    const rows = (await readAudit(service.databasePath)).filter(
      ({ operation }) => operation === 'clearBlacklistMark',
    );
    expect(rows.map(({ target_id, actor }) => [target_id, actor])).toEqual([[id, OPERATOR.appKey]]);
    expect(rows[0]?.after_json).not.toContain('Ali');
    await expectAgreement(service.databasePath);
  });

  test('what is stopped is not cleared while a decision about it is planned', async () => {
    await using service = await startWithoutTimers();
    const { transactionId: id, userId } = await service.deposit(MERCHANT);
    await list(service, 'userId', userId);
    expectData(await ask(service, `${id}/reject`, { sequence: '1', holdSeconds: '8' }));
    const refused = await ask(service, `${id}/clear`, { reason: 'known' });
    expect(expectFailure(refused, 'error_transition_not_allowed').fields).toMatchObject([
      { code: 'planned' },
    ]);
    expect(refused.headers.get('retry-after')).toBe('8');
    expect(await read(service, id)).toMatchObject({ blacklisted: true, notes: [] });
    expectData(await ask(service, `${id}/undo`, { sequence: '1' }));
    expectData(await ask(service, `${id}/clear`, { reason: 'known' }));
  });

  testOnce('a line of a bank leaves it waiting', async () => {
    await using service = await startWithoutTimers();
    const { transactionId, userId } = await service.deposit(MERCHANT);
    await list(service, 'userId', userId);
    const outcome = await service.dependencies.transactions.transition({
      transactionId,
      command: { kind: 'settle', sequence: 1 },
      actor: { kind: 'reconciliation', clientId: null },
    });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { type: 'blacklisted' } });
  });

  testOnce('it can be rejected, and then not be corrected', async () => {
    await using service = await startWithoutTimers();
    const { transactionId: id, userId } = await service.deposit(MERCHANT);
    await list(service, 'userId', userId);
    expectData(await ask(service, `${id}/reject`, { sequence: '1' }));
    const late = { sequence: '2', reason: 'late' };
    expectFailure(await ask(service, `${id}/correct`, late), 'error_transaction_blacklisted');
  });

  testOnce('a cleared one is stopped by a later entry, and by no entry that was removed', async () => {
    await using service = await startWithoutTimers();
    const iban = 'NO9386011117947';
    const { transactionId: id, userId } = await service.withdraw(MERCHANT, { iban });
    const { entry } = await list(service, 'userId', userId);
    expectData(await ask(service, `${id}/clear`, { reason: 'known' }));
    const later = await list(service, 'iban', iban);
    expect(later).toMatchObject({ pendingCount: 1 });
    expect(await read(service, id)).toMatchObject({ blacklisted: true });
    await service.dependencies.db.run('removeFromBlacklist', { entryId: later.entry.entryId });
    expect(await read(service, id)).toMatchObject({ blacklisted: false });
    await service.dependencies.db.run('removeFromBlacklist', { entryId: entry.entryId });
    // What was cleared of the entry is cleared of no other one.
    await list(service, 'userId', userId);
    expect(await read(service, id)).toMatchObject({ blacklisted: true });
  });

  testOnce('the desk is shown live what an entry hits, when it comes and when it goes', async () => {
    await using service = await startWithoutTimers();
    const { transactionId, userId } = await service.deposit(MERCHANT);
    const leaving = new AbortController();
    const shown: string[] = [];
    service.dependencies.bus.subscribe('a desk', leaving.signal, {
      matches({ id }, audience) {
        shown.push(`${id} ${audience}`);
        return false;
      },
    });
    const { entry } = await list(service, 'userId', userId);
    await expect.poll(() => shown).toEqual([`${transactionId} desk`]);
    await remove(service, entry.entryId);
    await expect.poll(() => shown).toEqual([`${transactionId} desk`, `${transactionId} desk`]);
    leaving.abort();
  });
});

describe('test keys', () => {
  function testKey(service: ManualClockService, receiver?: Receiver) {
    return createClient(service, { isTest: true, callbackUrl: receiver?.url ?? null });
  }

  interface Asked {
    readonly fields?: Readonly<Record<string, string>>;
    readonly as: Credentials;
  }

  const ask = (service: ManualClockService, path: string, { fields = {}, as }: Asked) =>
    service.ask(`/v1/test/${path}`, { body: fields, as });

  const tell = async (service: ManualClockService, path: string, asked: Asked): Promise<Json> =>
    expectData(await ask(service, path, asked));

  const read = async (service: ManualClockService, as: Credentials, id: string): Promise<Json> =>
    expectData(await service.ask(`/v1/transactions/${id}`, { as }));

  const eventsOf = async (service: ManualClockService, as: Credentials, id: string): Promise<Json[]> =>
    expectData(await service.ask(`/v1/events?transactionId=${id}`, { as })).items;

  test.each([
    ['settle', {}, { status: 'successful', finalAmount: 500, statusReason: null }],
    ['settle', { finalAmount: '12.34' }, { status: 'successful', finalAmount: 12.34 }],
    ['reject', {}, { status: 'unsuccessful', endedAs: 'rejected', statusReason: 'rejected_by_operator' }],
    ['reject', { reason: 'wrong sender' }, { status: 'unsuccessful', statusReason: 'wrong sender' }],
    ['expire', {}, { status: 'unsuccessful', endedAs: 'expired', statusReason: 'expired' }],
  ] as const)('a merchant with a test key %ss a deposit with %o itself', async (verb, fields, expected) => {
    await using service = await startWithoutTimers();
    const as = await testKey(service);
    const { transactionId } = await service.deposit(as);
    const after = await tell(service, `transactions/${transactionId}/${verb}`, { fields, as });
    expect(after).toMatchObject({ ...expected, sequence: 2, test: true });
    expect(await read(service, as, transactionId)).toEqual(after);
    const [event, ...more] = await eventsOf(service, as, transactionId);
    expect([event, more]).toMatchObject([{ change: verb, actor: 'test', test: true }, []]);
    await expectAgreement(service.databasePath);
  });

  test('a successful test is reversed, and a withdrawal is settled and never expires', async () => {
    await using service = await startWithoutTimers();
    const as = await testKey(service);
    const { transactionId } = await service.withdraw(as);
    const path = `transactions/${transactionId}`;
    expectFailure(await ask(service, `${path}/expire`, { as }), 'error_transition_not_allowed');
    expectFailure(await ask(service, `${path}/reverse`, { as }), 'error_transition_not_allowed');
    expect(await tell(service, `${path}/settle`, { as })).toMatchObject({ status: 'successful' });
    expectFailure(await ask(service, `${path}/settle`, { as }), 'error_transition_not_allowed');
    const reversed = { status: 'unsuccessful', statusReason: 'reversed', endedAs: 'reversed' };
    expect(await tell(service, `${path}/reverse`, { as })).toMatchObject(reversed);
  });

  test('live keys are refused every test operation with the reason, and other test keys find nothing', async () => {
    await using service = await startWithoutTimers();
    const [as, stranger] = [await testKey(service), await testKey(service)];
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
    await using service = await startWithoutTimers();
    const as = await testKey(service);
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
    await using service = await startWithoutTimers();
    const as = await testKey(service);
    const before = await service.dependencies.db.read('listEveryAccount');
    const { transactionId } = await service.deposit(as);
    await tell(service, `transactions/${transactionId}/settle`, { as });
    expect(await service.dependencies.db.read('listEveryAccount')).toEqual(before);
  });
});

describe('take over', () => {
  const ask = (service: ManualClockService, as: Credentials, target: string, body: Json = {}) =>
    service.ask(`/v1/transactions/${target}`, { as, method: 'POST', body });

  const read = async (service: ManualClockService, transactionId: string) =>
    expectData(await service.ask(`/v1/transactions/${transactionId}`, { as: OPERATOR }));

  /** Opens a service with a pending withdrawal and two more operators. */
  async function open() {
    const service = await startWithoutTimers();
    const ayse = await createClient(service, { role: 'operator', name: 'Ayşe', appKey: 'ayse' });
    const mehmet = await createClient(service, { role: 'operator', name: 'Mehmet', appKey: 'mehmet' });
    const { transactionId } = await service.withdraw(MERCHANT);
    return { service, ayse, mehmet, id: transactionId as string };
  }

  test('another one takes it over knowingly; then the first one is refused', async () => {
    const { service, ayse, id } = await open();
    await using _service = service;
    expectData(await ask(service, ayse, `${id}/claim`));
    service.clock.advance(MINUTE_MS);
    const taken = expectData(await ask(service, OPERATOR, `${id}/claim`, { takeOverFrom: 'ayse' }));
    expect(taken.claim).toMatchObject({ holderAppKey: OPERATOR.appKey, isMine: true });
    expect(Date.parse(taken.claim.claimedAt)).toBe(service.clock.nowMs());
    expectFailure(await ask(service, ayse, `${id}/settle`, { sequence: '1' }), 'error_claimed');
    for (const verb of ['claim', 'release'])
      expectFailure(await ask(service, ayse, `${id}/${verb}`), 'error_claimed');
    expectData(await ask(service, OPERATOR, `${id}/release`));
    // There is nothing to release any more.
    expect(expectData(await ask(service, ayse, `${id}/release`))).toMatchObject({ claim: { isLive: false } });
    const rows = (await readAudit(service.databasePath)).filter((row) => row.target_id === id);
    const holder = (json: string | null) => JSON.parse(json ?? '{}').claimedBy;
    expect(
      rows.map((row) => [row.operation, row.actor, holder(row.before_json), holder(row.after_json)]),
    ).toEqual([
      ['claimWithdrawal', 'ayse', null, 'ayse'],
      ['claimWithdrawal', OPERATOR.appKey, 'ayse', OPERATOR.appKey],
      ['releaseWithdrawal', OPERATOR.appKey, OPERATOR.appKey, OPERATOR.appKey],
    ]);
    await expectAgreement(service.databasePath);
  });

  test('who agreed to take it over from one operator does not take it from another, and is told who holds it', async () => {
    const { service, ayse, mehmet, id } = await open();
    await using _service = service;
    const takeOver = (as: Credentials, takeOverFrom: string) =>
      ask(service, as, `${id}/claim`, { takeOverFrom });
    expectData(await ask(service, mehmet, `${id}/claim`));
    expectData(await takeOver(ayse, 'mehmet'));
    for (const from of ['mehmet', OPERATOR.appKey, 'nobody']) {
      const { message } = expectFailure(await takeOver(OPERATOR, from), 'error_claimed');
      expect(message).toContain('is being paid by Ayşe since');
      expect(message).toContain('takeOverFrom ayse');
    }
    expect(await read(service, id)).toMatchObject({ claim: { holderAppKey: 'ayse' } });
    // A withdrawal with the claim of the caller needs no question.
    expectData(await takeOver(ayse, 'mehmet'));
    expectData(await ask(service, ayse, `${id}/release`));
    expectFailure(await takeOver(OPERATOR, 'mehmet'), 'error_claimed');
    expectData(await takeOver(OPERATOR, 'ayse'));
    await expectAgreement(service.databasePath);
  });

  test('of two who take it over at once one wins, and the other is told who did', async () => {
    const { service, ayse, mehmet } = await open();
    await using _service = service;
    for (let round = 0; round < 10; round += 1) {
      const { transactionId } = await service.withdraw(MERCHANT);
      expectData(await ask(service, mehmet, `${transactionId}/claim`));
      const answers = await Promise.all(
        [ayse, OPERATOR].map((as) => ask(service, as, `${transactionId}/claim`, { takeOverFrom: 'mehmet' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [refused] = answers.filter(({ status }) => status === 409);
      const { claim } = await read(service, transactionId);
      expect(['ayse', OPERATOR.appKey]).toContain(claim.holderAppKey);
      expect(refused?.json.error).toMatchObject({
        type: 'error_claimed',
        message: expect.stringContaining(`is being paid by ${claim.holder} since`),
      });
    }
  });
});
