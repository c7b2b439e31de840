import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADMIN,
  type Credentials,
  call,
  createClock,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { runCli } from '../support/cli.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import {
  type ManualClockService,
  MINUTE_MS,
  paymentOf,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { openStream, STREAM_SURFACES } from '../support/streams.ts';
import { type OpenSubscription, openSubscription } from '../support/subscriptions.ts';

const TTL_MS = 15 * MINUTE_MS;

const ask = (service: ManualClockService, as: Credentials, target: string, body: Json = {}) =>
  service.ask(`/v1/transactions/${target}`, { as, method: 'POST', body });

const read = async (service: ManualClockService, transactionId: string, as = OPERATOR) =>
  expectData(await service.ask(`/v1/transactions/${transactionId}`, { as }));

/** Opens a service with another operator. */
async function open(env: Readonly<Record<string, string>> = {}, clock = createClock()) {
  const service = await startWithoutTimers({ env, clock });
  const ayse = await createClient(service, { role: 'operator', name: 'Ayşe', appKey: 'ayse' });
  return { service, ayse };
}

/** Those of all tests that do not count what others have made. */
let service: ManualClockService;
let ayse: TestClient;
beforeAll(async () => {
  ({ service, ayse } = await open());
});
afterAll(async () => {
  await expectAgreement(service.databasePath);
  await service.stop();
});

/** @returns the id of a new pending withdrawal. */
const withdraw = async (of = service): Promise<string> => (await of.withdraw(MERCHANT)).transactionId;

test('who claims a withdrawal alone settles, rejects or cancels it, and everybody of the desk sees who it is', async () => {
  const id = await withdraw();
  expect(await read(service, id)).toMatchObject({ claim: null, claimHistory: [] });
  const claimedAt = new Date(service.clock.nowMs()).toISOString();
  const expiresAt = new Date(service.clock.nowMs() + TTL_MS).toISOString();
  const claim = { holder: 'Ayşe', holderAppKey: 'ayse', claimedAt, expiresAt, isLive: true, sentAt: null };
  const claimed = expectData(await ask(service, ayse, `${id}/claim`));
  // A claim is no transition.
  expect(claimed).toMatchObject({ status: 'pending', sequence: 1, claim: { ...claim, isMine: true } });
  const viewer = await createClient(service, { role: 'viewer' });
  for (const as of [OPERATOR, ADMIN, viewer])
    expect(await read(service, id, as)).toMatchObject({ claim: { ...claim, isMine: false } });
  for (const [verb, as] of [
    ['settle', OPERATOR],
    ['reject', OPERATOR],
    ['cancel', OPERATOR],
    ['settle', ADMIN],
    ['claim', OPERATOR],
    ['claim', ADMIN],
    ['release', ADMIN],
  ] as const) {
    const { message } = expectFailure(
      await ask(service, as, `${id}/${verb}`, /claim|release/.test(verb) ? {} : { sequence: '1' }),
      'error_claimed',
    );
    expect(message).toContain('Ayşe');
    expect(message).toContain(claimedAt);
  }
  const paid = { sequence: '1', ...(await paymentOf(service)) };
  expect(expectData(await ask(service, ayse, `${id}/settle`, paid))).toMatchObject({
    status: 'successful',
    claim: null,
  });
});

testOnce('the client of a claimed withdrawal can neither cancel it nor see who is paying it', async () => {
  const id = await withdraw();
  expectData(await ask(service, ayse, `${id}/claim`));
  const { message } = expectFailure(await ask(service, MERCHANT, `${id}/cancel`), 'error_claimed');
  expect(message).not.toMatch(/ayşe|ayse/i);
  expect(await read(service, id, MERCHANT)).not.toHaveProperty('claim');
  expectData(await ask(service, ayse, `${id}/release`));
  expectData(await ask(service, MERCHANT, `${id}/cancel`));
});

testOnce('a claim ends by time, and claiming again keeps it for longer', async () => {
  const id = await withdraw();
  const { claim } = expectData(await ask(service, ayse, `${id}/claim`));
  service.clock.advance(TTL_MS - 1);
  expectFailure(await ask(service, OPERATOR, `${id}/claim`), 'error_claimed');
  const again = expectData(await ask(service, ayse, `${id}/claim`)).claim;
  expect(again.claimedAt).toBe(claim.claimedAt);
  expect(Date.parse(again.expiresAt)).toBe(service.clock.nowMs() + TTL_MS);
  service.clock.advance(TTL_MS - 1);
  expect(await read(service, id)).toMatchObject({ claim: { holder: 'Ayşe' } });
  service.clock.advance(1);
  // Its holder may have paid: everybody reads who it was, and asks before it is paid again.
  expect(await read(service, id)).toMatchObject({ claim: { holder: 'Ayşe', isLive: false } });
});

testOnce('a withdrawal whose claim has ended is claimed by another one only knowingly', async () => {
  const id = await withdraw();
  expectData(await ask(service, ayse, `${id}/claim`));
  service.clock.advance(TTL_MS);
  const { message } = expectFailure(await ask(service, OPERATOR, `${id}/claim`), 'error_claimed');
  expect(message).toContain('was paid by Ayşe since');
  expect(message).toContain('takeOverFrom ayse');
  expectData(await ask(service, OPERATOR, `${id}/claim`, { takeOverFrom: 'ayse' }));
});

testOnce('the former holder claims it again without a question', async () => {
  const id = await withdraw();
  expectData(await ask(service, ayse, `${id}/claim`));
  service.clock.advance(TTL_MS);
  expect(expectData(await ask(service, ayse, `${id}/claim`)).claim).toMatchObject({
    isLive: true,
    claimedAt: new Date(service.clock.nowMs()).toISOString(),
  });
});

testOnce('nobody settles a withdrawal without a claim, and the error says how to claim it', async () => {
  const id = await withdraw();
  const paid = { sequence: '1', ...(await paymentOf(service)) };
  for (const as of [OPERATOR, ADMIN])
    expect(
      expectFailure(await ask(service, as, `${id}/settle`, paid), 'error_not_claimed').message,
    ).toContain('Claim it, pay it');
  expectData(await ask(service, ayse, `${id}/claim`));
  service.clock.advance(TTL_MS);
  for (const as of [OPERATOR, ayse])
    expect(
      expectFailure(await ask(service, as, `${id}/settle`, paid), 'error_not_claimed').message,
    ).toContain('takeOverFrom ayse');
});

testOnce(
  'an operator who has paid it names the account, and can give the number of the transfer',
  async () => {
    const id = await withdraw();
    expectData(await ask(service, OPERATOR, `${id}/claim`));
    expectInvalid(await ask(service, OPERATOR, `${id}/settle`, { sequence: '1' }), 'paidFromAccountId');
    const unknown = { sequence: '1', paidFromAccountId: 'f'.repeat(24) };
    expectInvalid(await ask(service, OPERATOR, `${id}/settle`, unknown), 'paidFromAccountId');
    const long = { sequence: '1', ...(await paymentOf(service)), bankReference: 'x'.repeat(65) };
    expectInvalid(await ask(service, OPERATOR, `${id}/settle`, long), 'bankReference');
    const paid = await paymentOf(service);
    const settled = expectData(await ask(service, OPERATOR, `${id}/settle`, { sequence: '1', ...paid }));
    const [account] = await service.dependencies.db.read('listEveryAccount');
    const payment = { accountId: account?.id, iban: account?.iban, bankReference: 'FT-1' };
    expect(settled).toMatchObject({ status: 'successful', payment });
    expect(await read(service, id, MERCHANT)).not.toHaveProperty('payment');
    const events = expectData(await service.ask(`/v1/events?transactionId=${id}`, { as: OPERATOR }));
    expect(events.items[0]).toMatchObject({ change: 'settle', payment });
    const row = (await readAudit(service.databasePath)).find(
      ({ operation, target_id }) => operation === 'settleTransaction' && target_id === id,
    );
    expect(JSON.parse(row?.after_json ?? '{}')).toMatchObject(paid);
  },
);

testOnce(
  'a rejected withdrawal becomes successful only with the account and the number of the transfer',
  async () => {
    const id = await withdraw();
    expectData(await ask(service, OPERATOR, `${id}/reject`, { sequence: '1' }));
    const { paidFromAccountId, bankReference } = await paymentOf(service);
    const correct = (more: Json) =>
      ask(service, OPERATOR, `${id}/correct`, { sequence: '2', reason: 'paid', ...more });
    expectInvalid(await correct({}), 'paidFromAccountId', 'bankReference');
    expectInvalid(await correct({ paidFromAccountId }), 'bankReference');
    expect(expectData(await correct({ paidFromAccountId, bankReference }))).toMatchObject({
      status: 'successful',
      payment: { bankReference },
    });
  },
);

testOnce(
  'a withdrawal that was sent to the bank stays claimed until its holder releases it, and is then taken over knowingly',
  async () => {
    const id = await withdraw();
    expectFailure(await ask(service, ayse, `${id}/sent`), 'error_not_claimed');
    expectData(await ask(service, ayse, `${id}/claim`));
    expectFailure(await ask(service, OPERATOR, `${id}/sent`), 'error_claimed');
    const sentAt = new Date(service.clock.nowMs()).toISOString();
    const sent = { sentAt, expiresAt: null, isLive: true };
    expect(expectData(await ask(service, ayse, `${id}/sent`)).claim).toMatchObject(sent);
    service.clock.advance(100 * TTL_MS);
    expect((await read(service, id)).claim).toMatchObject(sent);
    expectFailure(await ask(service, OPERATOR, `${id}/claim`), 'error_claimed');
    expectData(await ask(service, ayse, `${id}/release`));
    expect((await read(service, id)).claim).toMatchObject({ sentAt, isLive: false });
    const { message } = expectFailure(await ask(service, OPERATOR, `${id}/claim`), 'error_claimed');
    expect(message).toContain(`sent to the bank at ${sentAt}`);
    const taken = expectData(await ask(service, OPERATOR, `${id}/claim`, { takeOverFrom: 'ayse' }));
    expect(taken.claim).toMatchObject({ ...sent, holderAppKey: OPERATOR.appKey });
  },
);

testOnce('the history tells who was paying it, until when, and how that ended', async () => {
  const id = await withdraw();
  const now = () => new Date(service.clock.nowMs()).toISOString();
  const times: string[] = [];
  const pass = async (as: Credentials, target: string, body: Json = {}) => {
    times.push(now());
    expectData(await ask(service, as, `${id}/${target}`, body));
    service.clock.advance(MINUTE_MS);
  };
  await pass(ayse, 'claim');
  await pass(ayse, 'claim');
  await pass(OPERATOR, 'claim', { takeOverFrom: 'ayse' });
  await pass(OPERATOR, 'release');
  await pass(ayse, 'claim', { takeOverFrom: OPERATOR.appKey });
  service.clock.advance(TTL_MS);
  const ended = new Date(Date.parse(times[4] ?? '') + TTL_MS).toISOString();
  await pass(ayse, 'claim');
  await pass(ayse, 'sent');
  const { claimHistory } = await read(service, id);
  expect(claimHistory).toEqual([
    { holder: 'Ayşe', claimedAt: times[0], endedAt: times[2], end: 'takenOver', sentAt: null },
    { holder: 'Demo operator', claimedAt: times[2], endedAt: times[3], end: 'released', sentAt: null },
    { holder: 'Ayşe', claimedAt: times[4], endedAt: ended, end: 'time', sentAt: null },
    { holder: 'Ayşe', claimedAt: times[5], endedAt: null, end: null, sentAt: times[6] },
  ]);
  expect(await read(service, id, MERCHANT)).not.toHaveProperty('claimHistory');
});

testOnce('a line of a bank settles it, whoever is paying it', async () => {
  const id = await withdraw();
  expectData(await ask(service, ayse, `${id}/claim`));
  const outcome = await service.dependencies.transactions.transition({
    transactionId: id,
    command: { kind: 'settle', sequence: 1 },
    actor: { kind: 'reconciliation', clientId: null },
  });
  expect(outcome).toMatchObject({ kind: 'stored', transaction: { status: 'successful' } });
});

testOnce('a stream shows the end of a claim that ended since the stream began', async () => {
  // Streams are signed by the clock of this machine.
  const { service, ayse } = await open({}, createClock(Date.now()));
  await using _service = service;
  const id = await withdraw(service);
  expectData(await ask(service, ayse, `${id}/claim`));
  const selection = 'claimHistory { end }';
  using overGraphql = await openStream(service, 'graphql', { selection });
  using overTrpc = await openStream(service, 'trpc', { selection });
  service.clock.advance(TTL_MS + 1);
  expectData(await ask(service, OPERATOR, `${id}/notes`, { text: 'nobody is paying it' }));
  for (const stream of [overGraphql, overTrpc])
    expect((await stream.payload()).claimHistory).toMatchObject([{ end: 'time' }]);
});

testOnce('CLAIM_TTL is the time, and a wall clock that was set does not change it', async () => {
  const own = await open({ CLAIM_TTL: '90s' });
  await using service = own.service;
  const id = await withdraw(service);
  const { claim } = expectData(await ask(service, own.ayse, `${id}/claim`));
  expect(Date.parse(claim.expiresAt)).toBe(service.clock.nowMs() + 90_000);
  service.clock.jump(-3600_000);
  service.clock.advance(89_999);
  expect(await read(service, id)).toMatchObject({ claim: { holder: 'Ayşe' } });
  service.clock.advance(1);
  expect(await read(service, id)).toMatchObject({ claim: { isLive: false } });
});

test('an operator lists the pending withdrawals that they have claimed, apart from all others', async () => {
  const { service, ayse } = await open();
  await using _service = service;
  const id = await withdraw(service);
  const { transactionId: others } = await service.withdraw(MERCHANT);
  const { transactionId: free } = await service.withdraw(MERCHANT);
  const { transactionId: settled } = await service.withdraw(MERCHANT);
  for (const mine of [id, settled]) expectData(await ask(service, ayse, `${mine}/claim`));
  expectData(await ask(service, ayse, `${settled}/settle`, { sequence: '1', ...(await paymentOf(service)) }));
  expectData(await ask(service, OPERATOR, `${others}/claim`));
  const list = async (isClaimedByMe: boolean) => {
    const found = await service.ask(`/v1/transactions?isClaimedByMe=${isClaimedByMe}`, { as: ayse });
    return expectData(found).items.map(({ transactionId }: Json) => transactionId);
  };
  expect(await list(true)).toEqual([id]);
  expect(new Set(await list(false))).toEqual(new Set([others, free, settled]));
});

testOnce('a merchant is not told by a filter that a withdrawal is claimed', async () => {
  const asked = await service.ask('/v1/transactions?isClaimedByMe=false', { as: MERCHANT });
  expectInvalid(asked, 'isClaimedByMe');
});

test('of operators who claim at once exactly one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const transactionId = await withdraw();
    const answers = await Promise.all(
      [ayse, OPERATOR, ADMIN].map((as) => ask(service, as, `${transactionId}/claim`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { claim } = await read(service, transactionId);
    const winner = answers.find(({ status }) => status === 200);
    expect(winner?.json.data.claim.holderAppKey).toBe(claim.holderAppKey);
  }
});

testOnce('only a pending withdrawal is claimed', async () => {
  const id = await withdraw();
  const { transactionId } = await service.deposit(MERCHANT);
  const refused = await ask(service, OPERATOR, `${transactionId}/claim`);
  expect(expectFailure(refused, 'error_transition_not_allowed').fields).toMatchObject([
    { path: 'transactionId', code: 'not_claimable' },
  ]);
  expectData(await ask(service, OPERATOR, `${id}/reject`, { sequence: '1' }));
  expectFailure(await ask(service, OPERATOR, `${id}/claim`), 'error_transition_not_allowed');
  expectFailure(await ask(service, OPERATOR, `${'f'.repeat(24)}/claim`), 'error_transaction_not_found');
  expectFailure(await ask(service, OPERATOR, 'x/claim'), 'error_transaction_not_found');
});

testOnce('an operator who undoes a planned settle of a claimed withdrawal is still paying it', async () => {
  const id = await withdraw();
  expectData(await ask(service, ayse, `${id}/claim`));
  const paid = { sequence: '1', holdSeconds: '8', ...(await paymentOf(service)) };
  expectData(await ask(service, ayse, `${id}/settle`, paid));
  const undone = expectData(await ask(service, ayse, `${id}/undo`, { sequence: '1' }));
  expect(undone).toMatchObject({ status: 'pending', claim: { holder: 'Ayşe', isMine: true } });
  expectFailure(await ask(service, OPERATOR, `${id}/settle`, { sequence: '1' }), 'error_claimed');
});

test('on every stream the desk sees claims and notes live, and merchants nothing of them', async () => {
  await using service = await startTestService();
  const post = (target: string, body: Json, as = OPERATOR) =>
    call(service, target, { as, body, sign: 'timed' });
  const withdraw = async () =>
    expectData(await post(WITHDRAW, withdrawalFields(), MERCHANT)).transactionId as string;
  const follow = async (as: Credentials) => {
    const opened: OpenSubscription[] = [];
    for (const surface of STREAM_SURFACES)
      opened.push(await openSubscription(service, surface, { input: {}, as }));
    return opened;
  };
  const [desks, merchants] = [await follow(OPERATOR), await follow(MERCHANT)];
  // On PostgreSQL they may be told of what was created in the seconds before.
  const created = [await withdraw(), await withdraw(), await withdraw()] as const;
  for (const told of [...desks, ...merchants])
    expect([await told.next(), await told.next(), await told.next()]).toEqual(created);
  const [claimed, noted, settled] = created;
  expectData(await post(`/v1/transactions/${claimed}/claim`, {}));
  expectData(await post(`/v1/transactions/${claimed}/release`, {}));
  expectData(await post(`/v1/transactions/${noted}/notes`, { text: 'Called the bank' }));
  expectData(await post(`/v1/transactions/${settled}/reject`, { sequence: '1' }));
  for (const desk of desks) {
    const seen = [await desk.next(), await desk.next(), await desk.next(), await desk.next()];
    expect(seen).toEqual([claimed, claimed, noted, settled]);
  }
  for (const merchant of merchants) expect(await merchant.next()).toBe(settled);
  for (const stream of [...desks, ...merchants]) stream.close();
});

testOnce(
  'two users of the command line are two holders, and the second names the first to take over',
  async () => {
    const id = await withdraw();
    const claim = (user: string, ...more: readonly string[]) =>
      runCli(['transactions', 'claim', id, ...more], { databasePath: service.databasePath, user });
    expect(await claim('ada')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/HOLDER\n.* cli:ada\n$/),
    });
    const refused = await claim('grace');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('claim it with --take-over-from cli:ada');
    expect(await claim('ada')).toMatchObject({ code: 0 });
    expect(await claim('grace', '--take-over-from', 'cli:ada')).toMatchObject({ code: 0 });
    expect((await read(service, id)).claim).toMatchObject({ holderAppKey: 'cli:grace' });
  },
);

testOnce('a claim of the command line of an older version is taken over by its name', async () => {
  const id = await withdraw();
  const { databasePath } = service;
  expect(await runCli(['transactions', 'claim', id], { databasePath, user: 'ada' })).toMatchObject({
    code: 0,
  });
  await withDatabase(databasePath, (db) =>
    sql`update transactions set claim_holder_id = 'cli' where id = ${id}`.execute(db),
  );
  const words = ['transactions', 'claim', id, '--take-over-from', 'cli'];
  expect(await runCli(words, { databasePath, user: 'ada' })).toMatchObject({ code: 0 });
});
