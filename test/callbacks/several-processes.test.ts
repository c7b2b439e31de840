import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, call, createClock, temporaryFolder } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import {
  applyTransition,
  startManualClockService,
  storeDeposits,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { hang } from '../support/misbehaving-receivers.ts';
import { namesOf, startReceiver, status } from '../support/receiver.ts';
import { withDatabase } from '../support/rows-of.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { type SeveralServices, startSeveral } from '../support/several-services.ts';
import { dropTestDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

const LEASE_MS = 60_000;
const EVENTS = 40;

/** Several services, or programs, take long to start on a busy machine. */
const SLOW = { timeout: 120_000 };

describe.runIf(onPostgres)('several processes of one database', SLOW, () => {
  let several: SeveralServices;
  beforeAll(async () => {
    several = await startSeveral(3);
  });
  afterAll(() => several[Symbol.asyncDispose]());

  testLong(
    'what a process killed by -9 had claimed is sent by another one when its leases end, each once and in order',
    async () => {
      using folder = temporaryFolder();
      await makeTestDatabase(folder.path);
      await using receiver = await startReceiver({ respond: hang });
      const clock = createClock(Date.now());
      try {
        await using living = await startManualClockService({ folder: folder.path, clock });
        await living.callbackWorker.stop();
        const merchant = await living.merchantOf(receiver);
        const ids = await storeWithdrawals(living, merchant, EVENTS / 2);
        for (const [kind, sequence] of [
          ['settle', 1],
          ['reverse', 2],
        ] as const)
          await Promise.all(ids.map((id) => applyTransition(living, id, { kind, sequence })));
        const claimed = () =>
          withDatabase(living.databasePath, (db) =>
            db.selectFrom('callbacks').select('event_id').where('lease', 'is not', null).execute(),
          );
        const killed = await startServiceProcess(folder.path);
        await receiver.arrivals(1);
        await killed.kill();
        expect((await claimed()).length).toBeGreaterThan(0);

        receiver.respondWith(status(204));
        living.callbackWorker.start();
        await living.callbackWorker.idle();
        const before = receiver.deliveries.length;
        clock.advance(2 * LEASE_MS);
        await living.callbackWorker.idle();
        expect(receiver.deliveries.length).toBeGreaterThan(before);
        const sent = namesOf(receiver).slice(1);
        expect(sent.toSorted()).toEqual(ids.flatMap((id) => [`${id} 2`, `${id} 3`]).toSorted());
        for (const id of ids) expect(sent.indexOf(`${id} 2`)).toBeLessThan(sent.indexOf(`${id} 3`));
        expect(await claimed()).toEqual([]);
      } finally {
        await dropTestDatabase(folder.path);
      }
    },
  );

  testLong(
    'three services deliver from one outbox: each callback once, in the order of its transaction',
    async () => {
      await using receiver = await startReceiver();
      const [one] = several.services;
      const merchant = await createClient(one!, { callbackUrl: receiver.url });
      const ids = await storeWithdrawals(one!, merchant, EVENTS);
      for (const [index, id] of ids.entries()) {
        const service = several.services[index % 3]!;
        await applyTransition(service, id, { kind: 'settle', sequence: 1 });
        await applyTransition(several.services[(index + 1) % 3]!, id, { kind: 'reverse', sequence: 2 });
      }
      await receiver.arrivals(2 * EVENTS);
      await Promise.all(several.services.map((service) => service.callbackWorker.idle()));
      const sent = namesOf(receiver);
      expect(sent.toSorted()).toEqual(ids.flatMap((id) => [`${id} 2`, `${id} 3`]).toSorted());
      for (const id of ids) expect(sent.indexOf(`${id} 2`)).toBeLessThan(sent.indexOf(`${id} 3`));
    },
  );

  test('services that sweep at the same time expire each deposit once', async () => {
    await using receiver = await startReceiver();
    const [one] = several.services;
    const merchant = await createClient(one!, { callbackUrl: receiver.url });
    const ids = await storeDeposits(one!, merchant, EVENTS);
    await several.database.query('update transactions set expires_at_ms = 0');
    await Promise.all(several.services.map((service) => service.sweeper.sweep()));
    const { rows } = await several.database.query("select transaction_id from events where kind = 'expire'");
    expect(rows.map((row) => row.transaction_id).toSorted()).toEqual(ids.toSorted());
    await receiver.arrivals(EVENTS);
    expect(new Set(namesOf(receiver)).size).toBe(receiver.deliveries.length);
  });

  test('one of the services runs the jobs, and another one when its session is cut', async () => {
    const runners = () => several.services.filter(({ engine }) => engine.runsJobs()).length;
    const sessions = async (): Promise<number[]> => {
      const { rows } = await several.database.query(`
        select pid from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and mode = 'ExclusiveLock' and datname = current_database()
          and application_name = 'bank-transfers session'`);
      return rows.map(({ pid }) => pid);
    };
    await expect.poll(runners).toBe(1);
    const [cut] = await sessions();
    expect(cut).toBeDefined();
    await several.cutSessions();
    const state = async () => {
      const held = await sessions();
      return { runners: runners(), holders: held.length, isAnother: !held.includes(cut!) };
    };
    await expect.poll(state).toEqual({ runners: 1, holders: 1, isAnother: true });
  });

  test('a key that one service disables is refused by the others, also while their sessions are cut', async () => {
    const [one, other] = several.services;
    for (const isCut of [false, true]) {
      const merchant = await createClient(one!);
      const read = () => call(other!, '/v1/transactions', { as: merchant, sign: 'timed' });
      expect((await read()).status).toBe(200);
      if (isCut) await several.cutSessions();
      const query = 'mutation ($input: UpdateClientInput!) { updateClient(input: $input) { appKey } }';
      const changed = await call(one!, '/graphql', {
        as: ADMIN,
        sign: 'timed',
        json: {
          query,
          variables: { input: { appKey: merchant.appKey, disabled: true } },
        },
      } as const);
      expect(changed.json.errors).toBeUndefined();
      await expect.poll(async () => (await read()).status).toBe(404);
    }
  });
});
