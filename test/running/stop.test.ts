import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Ledger } from '../crash/ledger.ts';
import { runLoad } from '../crash/load.ts';
import { verify } from '../crash/verify.ts';
import { DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { holdWriteLock, openCommitted } from '../support/committed-rows.ts';
import { allRequestsRead } from '../support/grouped-creates.ts';
import { testLong } from '../support/long-test.ts';
import { createRandom } from '../support/random.ts';
import { openRaw, signedPost } from '../support/raw-connection.ts';
import { startServiceProcess } from '../support/service-process.ts';

/** Starting several processes takes long on a busy machine. */
const MANY_PROCESSES_MS = 90_000;

/** Resolves once no process listens on the port. */
async function untilRefused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (let tries = 0; tries < 1000; tries += 1) {
    const socket = connect(Number(port), hostname);
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (refused) return;
    await sleep(5);
  }
  throw new Error('the service still listens');
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: requests in flight get their responses, new ones are refused, and the exit code is 0',
  async (signal) => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(folder.path);
    using idle = await openRaw(service);
    idle.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect((await idle.response()).headers.connection).toBe('keep-alive');
    using silent = await openRaw(service);
    using halfHeaders = await openRaw(service);
    halfHeaders.write('POST /v1/transactions/deposit HT');

    const inFlight = await Promise.all(Array.from({ length: 32 }, () => openRaw(service)));
    const responses = inFlight.map((connection) => connection.response());
    const requests = inFlight.map(() => signedPost(DEPOSIT, depositFields()));
    {
      await using lock = await holdWriteLock(service.databasePath);
      // The lock delays all requests but the first, of which half is not sent yet.
      for (const [index, connection] of inFlight.entries())
        connection.write(index === 0 ? requests[0]!.slice(0, -20) : requests[index]!);
      await allRequestsRead(service);
      service.signal(signal);
      await untilRefused(service.url);
      service.signal(signal);
      await Promise.all([idle.closed, silent.closed, halfHeaders.closed]);
      await lock.release();
    }
    inFlight[0]!.write(requests[0]!.slice(-20));

    await using committed = openCommitted(service.databasePath);
    for (const { status, headers, json } of await Promise.all(responses)) {
      // If the machine stalls for a second, the wait for the lock can end before the lock is released.
      expect([200, 503]).toContain(status);
      expect(headers.connection).toBe('close');
      if (status === 200)
        expect((await committed.withProcessId(json.data.processId)).map((row) => row.id)).toEqual([
          json.data.transactionId,
        ]);
    }
    const { code, stderr, stdout } = await service.exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n').at(-1)).toContain('"msg":"stopped"');
  },
);

testLong(
  'SIGTERM under load: every 200 is stored, and nothing is stored whose response was withheld',
  async () => {
    using folder = temporaryFolder();
    const ledger = new Ledger();
    const random = createRandom(1);
    {
      await using service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
      let responsesLeft = 400;
      await runLoad({
        url: service.url,
        ledger,
        random,
        onAcknowledged() {
          responsesLeft -= 1;
          if (responsesLeft === 0) service.signal('SIGTERM');
        },
      });
      expect(await service.exited).toMatchObject({ code: 0, stderr: '' });
    }
    await using service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
    const verdict = await verify(service, ledger, random);
    expect(verdict.storedUnanswered).toBe(0);
  },
  MANY_PROCESSES_MS,
);

test('a request that never ends delays a stop for a limited time only', async () => {
  const service = await startTestService({ limits: { closeMs: 100 } });
  using endless = await openRaw(service);
  endless.write(signedPost(DEPOSIT, depositFields()).slice(0, -20));
  await allRequestsRead(service);
  await service.stop();
  await endless.closed;
});
