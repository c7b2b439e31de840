import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/context/context.ts';
import { MAX_HOLD_SECONDS } from '../../src/domain/undo.ts';
import { nodePlatform } from '../../src/platform.ts';
import { setCallbackUrl } from '../crash/callback-load.ts';
import { call, DEPOSIT, depositFields, type Json, MERCHANT, OPERATOR, temporaryFolder } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { type HeldDesk, HOLD_SECONDS, openHeldDesk } from '../support/held-back.ts';
import { IS_LONG } from '../support/long.ts';
import { MINUTE_MS, SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { openStream, type StreamSurface } from '../support/streams.ts';
import { ENGINE_SETTINGS, onPostgres } from '../support/test-database.ts';

const SELECTION = 'transactionId status statusReason finalAmount sequence updatedAt endedAs';

/**
 * Streams are signed by the clock of this machine. That of the service is behind: on PostgreSQL a subscriber may be told
 * of what was created in the seconds before.
 */
const openNow = () => openHeldDesk(Date.now() - MINUTE_MS);

const follow = (
  service: { readonly url: string },
  surface: StreamSurface,
  options: Parameters<typeof openStream>[2] = {},
) => openStream(service, surface, { selection: SELECTION, ...options });

/** Creates a transaction that tells the end of what a stream was told before. */
async function expectNothingBefore(
  { service, merchant }: HeldDesk,
  ...streams: readonly { payload(): Promise<Json> }[]
): Promise<void> {
  const { transactionId } = await service.deposit(merchant);
  for (const stream of streams) expect(await stream.payload()).toMatchObject({ transactionId });
}

/** What a stream is told is the same on both surfaces: the short form asks over one of them on PostgreSQL. */
const SURFACES: readonly StreamSurface[] = onPostgres && !IS_LONG ? ['trpc'] : ['graphql', 'trpc'];

describe.each(SURFACES)('over %s', (surface) => {
  test('a merchant is told at the release, nothing of what is undone, and the desk at once', async () => {
    await using desk = await openNow();
    const { service, merchant } = desk;
    const { transactionId } = await service.deposit(merchant);
    using ofMerchant = await follow(service, surface, { as: merchant });
    using ofDesk = await follow(service, surface);
    using settledOnly = await follow(service, surface, { as: merchant, filter: { status: 'successful' } });

    await desk.hold('reject', transactionId, { sequence: '1' });
    expect(await ofDesk.payload()).toMatchObject({ status: 'unsuccessful', sequence: 2 });
    await desk.undo(transactionId, 2);
    expect(await ofDesk.payload()).toMatchObject({ status: 'pending', sequence: 3 });
    await desk.release();
    await expectNothingBefore(desk, ofMerchant, ofDesk);

    const settled = await desk.hold('settle', transactionId, { sequence: '3', finalAmount: '480' });
    expect(await ofDesk.payload()).toMatchObject({ status: 'successful', sequence: 4 });
    await expectNothingBefore(desk, ofMerchant, ofDesk);
    await desk.release();
    const { status, statusReason, finalAmount, sequence, updatedAt, endedAs } = settled;
    const told = { transactionId, status, statusReason, finalAmount, sequence, updatedAt, endedAs };
    expect(await ofMerchant.payload()).toMatchObject(told);
    expect(await settledOnly.payload()).toMatchObject(told);
    // The desk knows it already.
    await expectNothingBefore(desk, ofMerchant, ofDesk);
  });

  test('of several that are held back at once a merchant is told in turn, and never of one behind another', async () => {
    await using desk = await openNow();
    const { service, merchant } = desk;
    const other = await createClient(service, { role: 'operator' });
    using stream = await follow(service, surface, { as: merchant });
    const { transactionId } = await service.deposit(merchant);
    // A change that it was told of is not told again.
    expect(await stream.payload()).toMatchObject({ transactionId, status: 'pending' });
    const reverse = (fields: Readonly<Record<string, string>>) =>
      service.transition('reverse', transactionId, { as: other, fields: { reason: 'no', ...fields } });
    const pass = async (seconds: number) => {
      service.clock.advance(seconds * SECOND_MS);
      await service.callbackWorker.idle();
    };
    // The second one is held back for less time than the first.
    await desk.hold('settle', transactionId, { sequence: '1', holdSeconds: '20' });
    await reverse({ sequence: '2', holdSeconds: '5' });
    await pass(5);
    await expectNothingBefore(desk, stream);
    await pass(15);
    expect(await stream.payload()).toMatchObject({ status: 'unsuccessful', sequence: 3 });
    // The second one is held back for longer.
    await desk.hold('correct', transactionId, { sequence: '3', reason: 'it was', holdSeconds: '5' });
    await reverse({ sequence: '4', holdSeconds: '20' });
    await pass(5);
    expect(await stream.payload()).toMatchObject({ status: 'successful', sequence: 4 });
    await pass(15);
    expect(await stream.payload()).toMatchObject({ status: 'unsuccessful', sequence: 5 });
    // One that is not held back waits for the one before it, as its callback does.
    await desk.hold('correct', transactionId, { sequence: '5', reason: 'it was' });
    await reverse({ sequence: '6' });
    await expectNothingBefore(desk, stream);
    expect(desk.receiver.deliveries.map(({ body }) => JSON.parse(body).sequence)).toEqual([2, 3, 4, 5]);
    await desk.release();
    expect(await stream.payload()).toMatchObject({ status: 'unsuccessful', sequence: 7 });
    await expectNothingBefore(desk, stream);
  });

  test('after a restart during the hold, the release is told to those who have subscribed again', async () => {
    using folder = temporaryFolder();
    await using desk = await openNow();
    const { clock } = desk.service;
    const first = await startWithoutTimers({ clock, folder: folder.path });
    const merchant = await first.merchantOf(undefined);
    const { transactionId } = await first.deposit(merchant);
    const fields = { sequence: '1', holdSeconds: String(HOLD_SECONDS) };
    await first.transition('settle', transactionId, { fields });
    await first.stop();
    await using second = await startWithoutTimers({ clock, folder: folder.path });
    using stream = await follow(second, surface, { as: merchant });
    await second.callbackWorker.idle();
    const read = await second.ask(`/v1/transactions/${transactionId}`, { as: merchant });
    expect(expectData(read)).toMatchObject({ status: 'pending', sequence: 1 });
    clock.advance(HOLD_SECONDS * SECOND_MS);
    await second.callbackWorker.idle();
    expect(await stream.payload()).toMatchObject({ transactionId, status: 'successful', sequence: 2 });
  });
});

test('what a program beside the service holds back, the service tells at the release', async () => {
  await using desk = await openNow();
  const { service, merchant } = desk;
  const { transactionId } = await service.deposit(merchant);
  const actor = {
    kind: 'operator',
    clientId: (await createClient(service, { role: 'operator' })).id,
  } as const;
  using stream = await follow(service, 'trpc', { as: merchant });
  const beside = await openAppContext({
    config: readConfig({ DATABASE_URL: service.databasePath, ...ENGINE_SETTINGS }),
    platform: { ...nodePlatform, ...service.clock },
    migrate: false,
  });
  const command = { kind: 'settle', sequence: 1 } as const;
  await beside.dependencies.transactions.transition({ transactionId, command, actor, holdMs: 8000 });
  await beside.close();
  await expectNothingBefore(desk, stream);
  await desk.release();
  expect(await stream.payload()).toMatchObject({ transactionId, status: 'successful', sequence: 2 });
});

/** Makes what is held back end at another time. */
async function endHoldsAt(databasePath: string, endsAtMs: number): Promise<void> {
  await withDatabase(databasePath, (db) => db.updateTable('holds').set({ ends_at_ms: endsAtMs }).execute());
}

// It starts two processes, which on PostgreSQL sees little that it does not see on SQLite.
test.skipIf(onPostgres && !IS_LONG)(
  'a service that is killed during a hold tells subscribers of the release after it has started again',
  async () => {
    using folder = temporaryFolder();
    await using receiver = await startReceiver();
    const start = async () => {
      const service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
      await setCallbackUrl(service, receiver.url);
      return service;
    };
    await using killed = await start();
    const ask = async (service: { url: string }, target: string, as = MERCHANT, body?: Json) =>
      expectData(await call(service, target, { as, body, sign: 'timed' }));
    const { transactionId } = await ask(killed, DEPOSIT, MERCHANT, depositFields());
    const target = `/v1/transactions/${transactionId}`;
    await ask(killed, `${target}/settle`, OPERATOR, { sequence: '1', holdSeconds: String(MAX_HOLD_SECONDS) });
    expect(await ask(killed, target)).toMatchObject({ status: 'pending', sequence: 1 });
    killed.signal('SIGKILL');
    await killed.exited;
    // A busy machine takes long to start a process.
    await endHoldsAt(killed.databasePath, Date.now() + (MAX_HOLD_SECONDS - 1) * SECOND_MS);
    await using service = await start();
    using graphql = await follow(service, 'graphql', { as: MERCHANT });
    using trpc = await follow(service, 'trpc', { as: MERCHANT });
    expect(await ask(service, target)).toMatchObject({ status: 'pending', sequence: 1 });
    expect(receiver.deliveries).toEqual([]);
    await endHoldsAt(service.databasePath, Date.now());
    for (const stream of [graphql, trpc]) {
      let told = await stream.payload();
      // On PostgreSQL a subscriber may be told what was created in the seconds before: clocks of processes differ.
      if (onPostgres && told.sequence === 1) {
        expect(told).toMatchObject({ transactionId, status: 'pending' });
        told = await stream.payload();
      }
      expect(told).toMatchObject({ transactionId, status: 'successful', sequence: 2 });
    }
    expect(await ask(service, target)).toMatchObject({ status: 'successful', sequence: 2 });
  },
  90_000,
);
