import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import {
  type ApiResponse,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { callAlone } from '../support/call-alone.ts';
import { runCli } from '../support/cli.ts';
import { useRealProcesses } from '../support/real-processes.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { openSubscription } from '../support/subscriptions.ts';
import { ENGINE_SETTINGS } from '../support/test-database.ts';
import { expectOneTestKey, expectTriggered } from '../support/test-key-processes.ts';

const LEASE_MS = 60_000;
/** The clock of the server, by which a program measures its leases, is read over a connection. */
const CLOCK_ERROR_MS = 1_000;
const CALLS = 36;
/** Ten deposits of 500. */
const DAILY_LIMIT_MINOR = 500_000;

const [FIRST, SECOND, THIRD] = [0, 1, 2];
const { service, query, folder } = useRealProcesses(
  [FIRST, SECOND, THIRD].map(() => ({ TIME_ZONE: 'Europe/Istanbul' })),
);

/** Sends requests at once, to each service in turn, each over a connection of its own. */
function sendToAll(
  target: string,
  bodies: readonly Readonly<Record<string, string>>[],
): Promise<ApiResponse[]> {
  const send = (body: Readonly<Record<string, string>>, index: number) =>
    callAlone(service(index), target, { body });
  return Promise.all(bodies.map(send));
}

const repeat = <T>(make: () => T): T[] => Array.from({ length: CALLS }, make);

const idsOf = (responses: readonly ApiResponse[]): ReadonlySet<string> =>
  new Set(responses.map((response) => expectData(response).transactionId));

async function storedIds(column: 'process_id' | 'user_id', value: string | undefined): Promise<string[]> {
  const rows = await query(`select id from transactions where ${column} = $1`, [value]);
  return rows.map(({ id }) => id);
}

test('one processId that is sent to three programs at once names one transaction', async () => {
  const fields = withdrawalFields();
  const ids = idsOf(
    await sendToAll(
      WITHDRAW,
      repeat(() => fields),
    ),
  );
  expect(await storedIds('process_id', fields.processId)).toEqual([...ids]);
});

test('a user has one pending deposit, whichever programs are asked for another at once', async () => {
  const { userId = '' } = depositFields();
  const ids = idsOf(
    await sendToAll(
      DEPOSIT,
      repeat(() => depositFields({ userId })),
    ),
  );
  expect(await storedIds('user_id', userId)).toEqual([...ids]);
});

test('the accounts of a bank take deposits up to their daily limits, and no further', async () => {
  await query(
    'update bank_accounts set daily_limit_minor = pending_minor + paid_minor + $1 where bank_id = $2',
    [DAILY_LIMIT_MINOR, DEMO_BANK_ID],
  );
  const responses = await sendToAll(
    DEPOSIT,
    repeat(() => depositFields()),
  );
  expect(idsOf(responses.filter((response) => response.status === 200)).size).toBe(20);
  for (const response of responses)
    if (response.status !== 200) expectFailure(response, 'error_no_account_available');
});

test('a subscriber of any program is notified of what another one stores', async () => {
  const subscriptions = await Promise.all(
    [SECOND, THIRD].map((index) => openSubscription(service(index), 'trpc', { input: {}, as: OPERATOR })),
  );
  const id = expectData(
    await callAlone(service(FIRST), WITHDRAW, { body: withdrawalFields() }),
  ).transactionId;
  for (const subscription of subscriptions) {
    // A change of seconds before can come first.
    while ((await subscription.next()) !== id);
    subscription.close();
  }
});

test('a test key has one secret in all programs', () => expectOneTestKey({ count: 9, service }));

test('a service with another TIME_ZONE does not start beside the others', async () => {
  const start = startTestService({ folder, env: { TIME_ZONE: 'America/New_York' } });
  await expect(start).rejects.toThrow(/^TIME_ZONE: other services run .* Set TIME_ZONE=Europe\/Istanbul, or/);
});

test('a service with another CURRENCY does not start beside the others', async () => {
  const start = startTestService({ folder, env: { TIME_ZONE: 'Europe/Istanbul', CURRENCY: 'EUR' } });
  await expect(start).rejects.toThrow(/^CURRENCY: .* in TRY, .* set to EUR. Set CURRENCY=TRY, or/);
});

test('secrets are not sealed with a key that the running services do not know', async () => {
  const env = { MASTER_KEY: '6f'.repeat(32), MASTER_KEY_PREVIOUS: ENGINE_SETTINGS.MASTER_KEY ?? '' };
  const { databasePath } = service(FIRST);
  const { code, stderr } = await runCli(['secrets', 'reseal'], { databasePath, env });
  expect(code).toBe(1);
  expect(stderr).toContain('The running service does not know the new MASTER_KEY');
  expectData(await callAlone(service(FIRST), WITHDRAW, { body: withdrawalFields() }));
});

test('callbacks of a program that is killed by -9 are taken over: nothing is lost, and nothing is sent twice at once', async () => {
  const killed = service(FIRST);
  const atOnce = new Map<string, number>();
  const twice: string[] = [];
  let waiting: ServerResponse[] | undefined = [];
  await using receiver = await startReceiver({
    respond(request, response, delivery) {
      const { eventId }: Json = JSON.parse(delivery.body);
      const others = atOnce.get(eventId) ?? 0;
      if (others > 0) twice.push(eventId);
      atOnce.set(eventId, others + 1);
      request.socket.once('close', () => atOnce.set(eventId, 0));
      if (waiting) waiting.push(response);
      else {
        atOnce.set(eventId, 0);
        status(204)(request, response, delivery);
      }
    },
  });
  await query('update clients set callback_url = $1 where app_key = $2', [receiver.url, MERCHANT.appKey]);
  await query('update bank_accounts set daily_limit_minor = null');
  const ids = [
    ...idsOf(
      await sendToAll(
        DEPOSIT,
        repeat(() => depositFields()),
      ),
    ),
  ];
  const settle = (id: string) =>
    callAlone(killed, `/v1/transactions/${id}/settle`, { as: OPERATOR, body: { sequence: '1' } });
  for (const response of await Promise.all(ids.map(settle))) expectData(response);
  await receiver.arrivals(1);
  await killed.kill();
  for (const response of waiting) response.writeHead(204).end();
  waiting = undefined;

  const claimed = () => query('select due_at_ms from callbacks where lease is not null');
  const counts = () =>
    query(`select state, lease is not null as leased, count(*)::int from callbacks group by 1, 2`);
  // Others deliver what they have claimed. What is left are the leases of the one that is gone.
  await expect
    .poll(counts, { timeout: 15_000 })
    .not.toContainEqual(expect.objectContaining({ state: 'pending', leased: false }));
  const left = await claimed();
  expect(left.length).toBeGreaterThan(0);
  for (const row of left)
    expect(Number(row.due_at_ms)).toBeLessThanOrEqual(Date.now() + LEASE_MS + CLOCK_ERROR_MS);
  // The time of the leases passes.
  await query('update callbacks set due_at_ms = due_at_ms - $1 where lease is not null', [LEASE_MS]);
  await expect
    .poll(counts, { timeout: 15_000 })
    .toEqual([{ state: 'delivered', leased: false, count: CALLS }]);
  const told = new Set(receiver.deliveries.map(({ body }) => JSON.parse(body).transactionId));
  expect([...told].toSorted()).toEqual(ids.toSorted());
  expect(twice).toEqual([]);
  await expectAgreement(service(SECOND).databasePath);
});

test('what trigger makes in any program, listen prints', () => expectTriggered(service(THIRD)));
