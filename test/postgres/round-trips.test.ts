import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GatheringSocket } from '../../db/engines/postgres/gathering-socket.ts';
import { openPools, type Pools } from '../../db/engines/postgres/pools.ts';
import { transact } from '../../db/engines/postgres/transact.ts';
import { inLastTrip } from '../../db/sql/one-trip.ts';
import type { DatabaseTransaction } from '../../db/tables.ts';
import { call, DEPOSIT, depositFields, WITHDRAW, withdrawalFields } from '../harness.ts';
import { watchStatements } from '../support/between-statements.ts';
import { useService } from '../support/shared-service.ts';

const { engine, countTrips } = watchStatements();
const service = useService({ engine });

let pools: Pools;
beforeAll(() => {
  pools = openPools({ url: service().databasePath, lockTimeoutMs: 1000, poolSize: 5 });
});
afterAll(() => pools.close());

test.each([
  ['deposit', DEPOSIT, depositFields],
  ['withdrawal', WITHDRAW, withdrawalFields],
] as const)(
  'a %s is created in two round trips: one reads, one writes and commits',
  async (_, target, fields) => {
    const create = async () => expect((await call(service(), target, { body: fields() })).status).toBe(200);
    await create();
    expect(await countTrips(create)).toBe(2);
  },
);

/** Counts how often it hands bytes to the system. */
class CountingSocket extends GatheringSocket {
  handedOver = 0;

  override _write(...written: Parameters<Socket['_write']>): void {
    this.handedOver += 1;
    super._write(...written);
  }

  override _writev(...written: Parameters<NonNullable<Socket['_writev']>>): void {
    this.handedOver += 1;
    super._writev?.(...written);
  }
}

test('what is written in one turn of the event loop goes out together', async () => {
  const server = createServer((near) => near.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new CountingSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  for (const text of ['first', 'second', 'third']) socket.write(text);
  await new Promise<void>((resolve) => void socket.end(resolve));
  expect(socket).toMatchObject({ handedOver: 1, bytesWritten: 16 });
  server.close();
});

const FAILURES: Readonly<Record<string, { statement: () => RawBuilder<unknown>; message: RegExp }>> = {
  'is refused by the server': { statement: () => sql`select 1 / 0`, message: /division by zero/ },
  'cannot be sent': {
    statement: () => sql`select ${{ toPostgres: cannotBeSent }}::text`,
    message: /^this value cannot be sent$/,
  },
};

function cannotBeSent(): never {
  throw new Error('this value cannot be sent');
}

describe.each(Object.entries(FAILURES))(
  'when one of the last statements of a command %s',
  (title, failure) => {
    const store = (trx: DatabaseTransaction, key: string) => () =>
      trx.insertInto('metadata').values({ key, value: 'stored' }).execute();
    const fail = (trx: DatabaseTransaction) => () => failure.statement().execute(trx);

    test.each(['before', 'behind'])('the commit stores nothing of those %s it', async (place) => {
      const key = `${title} ${place}`;
      const run = transact(pools.commands, async (trx) => {
        const steps = [fail(trx), store(trx, key)];
        await inLastTrip(trx, place === 'behind' ? steps : steps.toReversed());
      });
      await expect(run).rejects.toThrow(failure.message);
      const stored = await pools.reads.selectFrom('metadata').select('key').where('key', '=', key).execute();
      expect(stored).toEqual([]);
      // The connection is as good as new.
      await transact(pools.commands, (trx) => store(trx, key)());
      await transact(pools.commands, (trx) => inLastTrip(trx, [store(trx, `${key}, again`)]));
    });
  },
);
