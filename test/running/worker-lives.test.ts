import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test, vi } from 'vitest';
import { DEPOSIT, depositFields, temporaryFolder, WITHDRAW, withdrawalFields } from '../harness.ts';
import { holdWriteLock, openCommitted } from '../support/committed-rows.ts';
import { freePort } from '../support/free-port.ts';
import { IS_LONG } from '../support/long.ts';
import { openRaw, type RawResponse, signedPost, writeUntilRead } from '../support/raw-connection.ts';
import { expectData } from '../support/responses.ts';
import { launchService, startServiceProcess } from '../support/service-process.ts';
import { callAlone, untilEnded, untilReplaced, workersOf } from '../support/worker-processes.ts';

/** Starting several processes takes long on a busy machine. */
const MANY_PROCESSES_MS = 90_000;
const WORKERS = 2;
const CALLS = 4 * WORKERS;
const SOME_WORKERS = { WORKERS: String(WORKERS), LOG_LEVEL: 'warn' };

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test(
  'a worker that is killed is replaced, and nothing that it acknowledged is lost',
  async () => {
    using folder = temporaryFolder();
    // While none of them runs, nothing else may take their port.
    const PORT = String(await freePort());
    await using service = await startServiceProcess(folder.path, { ...SOME_WORKERS, PORT });
    const created = await times(CALLS, () => callAlone(service, WITHDRAW, { body: withdrawalFields() }));
    const killed = workersOf(service);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    await untilReplaced(service, WORKERS, killed);
    // The same port answers again, once a new worker listens.
    await vi.waitFor(() => fetch(`${service.url}/readyz`), { timeout: 60_000 });
    for (const { transactionId } of created.map(expectData))
      expectData(await callAlone(service, `/v1/transactions/${transactionId}`));
    expectData(await callAlone(service, DEPOSIT, { body: depositFields() }));
  },
  MANY_PROCESSES_MS,
);

test(
  'a worker that is killed while its creates wait leaves nothing half done, and others answer as before',
  async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(folder.path, SOME_WORKERS);
    const fields = Array.from({ length: CALLS }, () => withdrawalFields());
    const connections = await times(CALLS, () => openRaw(service));
    const [first = 0] = workersOf(service);
    const responses: Promise<RawResponse | undefined>[] = [];
    {
      await using lock = await holdWriteLock(service.databasePath);
      await times(CALLS, (index) =>
        writeUntilRead(connections[index]!, signedPost(WITHDRAW, fields[index]!)),
      );
      for (const connection of connections) responses.push(connection.response().catch(() => undefined));
      process.kill(first, 'SIGKILL');
      await Promise.race(connections.map(({ closed }) => closed));
      await lock.release();
    }
    await using committed = openCommitted(service.databasePath);
    const answers = await Promise.all(responses);
    expect(new Set(answers.map((answer) => answer !== undefined))).toEqual(new Set([true, false]));
    for (const [index, answer] of answers.entries()) {
      // If the machine stalls for a second, the wait for the lock can end before the lock is released.
      if (answer) expect([200, 503]).toContain(answer.status);
      const again = expectData(await callAlone(service, WITHDRAW, { body: fields[index]! }));
      if (answer?.status === 200) expect(again.transactionId).toBe(answer.json.data.transactionId);
      expect(await committed.withProcessId(fields[index]!.processId!)).toHaveLength(1);
    }
    for (const connection of connections) connection.socket.destroy();
  },
  MANY_PROCESSES_MS,
);

test(
  'requests in flight when the primary is killed get 503 with Retry-After, its workers end, and the next start has all',
  async () => {
    using folder = temporaryFolder();
    const service = await startServiceProcess(folder.path, SOME_WORKERS);
    const workers = workersOf(service);
    const created = expectData(await callAlone(service, WITHDRAW, { body: withdrawalFields() }));
    await using lock = await holdWriteLock(service.databasePath);
    const connections = await times(CALLS, () => openRaw(service));
    // A process that has not read its requests yet would close their connections.
    await times(CALLS, (index) =>
      writeUntilRead(connections[index]!, signedPost(WITHDRAW, withdrawalFields())),
    );
    const responses = Promise.all(connections.map((connection) => connection.response()));
    await service.kill();
    for (const { status, headers, json } of await responses) {
      expect([status, json.error.type]).toEqual([503, 'error_unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await lock.release();
    await untilEnded(workers);
    await using next = await startServiceProcess(folder.path, SOME_WORKERS);
    expectData(await callAlone(next, `/v1/transactions/${created.transactionId}`));
  },
  MANY_PROCESSES_MS,
);

/** A single process is stopped by each of them: see stop.test.ts. */
test.each(IS_LONG ? (['SIGTERM', 'SIGINT'] as const) : (['SIGINT'] as const))(
  '%s to the whole process group: requests in flight at every worker are answered, and all processes end once',
  async (signal) => {
    using folder = temporaryFolder();
    const service = await startServiceProcess(folder.path, { WORKERS: String(WORKERS) });
    const workers = workersOf(service);
    const connections = await times(CALLS, () => openRaw(service));
    const responses: Promise<RawResponse>[] = [];
    {
      await using lock = await holdWriteLock(service.databasePath);
      await times(CALLS, (index) =>
        writeUntilRead(connections[index]!, signedPost(WITHDRAW, withdrawalFields())),
      );
      for (const connection of connections) responses.push(connection.response());
      for (const pid of [service.pid, ...workers]) process.kill(pid, signal);
      await untilNoneListens(service.url);
      await lock.release();
    }
    await using committed = openCommitted(service.databasePath);
    for (const { status, headers, json } of await Promise.all(responses)) {
      expect([200, 503]).toContain(status);
      expect(headers.connection).toBe('close');
      if (status === 200) expect(await committed.withProcessId(json.data.processId)).toHaveLength(1);
    }
    const { code, stderr, stdout } = await service.exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/"msg":"stopping"/g)).toHaveLength(1);
    expect(stdout.trimEnd().split('\n').at(-1)).toContain('"msg":"stopped"');
    await untilEnded(workers);
  },
  MANY_PROCESSES_MS,
);

/** Resolves once no process listens on the port. */
async function untilNoneListens(url: string): Promise<void> {
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), { timeout: 60_000 });
}

test(
  'a port in use ends the service with one line, although several workers meet it',
  async () => {
    using folder = temporaryFolder();
    await using other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await launchService(folder.path, { ...SOME_WORKERS, PORT: String(port) })
      .exited;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^bank-transfers cannot start: HOST and PORT: .*EADDRINUSE[^\n]*\n$/);
  },
  MANY_PROCESSES_MS,
);

/** So low that some of 60 calls are refused even when a busy machine takes half a minute for them. */
const LIMIT = 2;

test(
  'the rate limit holds over all workers together, and one line of the log names each worker',
  async () => {
    using folder = temporaryFolder();
    await using service = await startServiceProcess(folder.path, {
      WORKERS: '3',
      RATE_LIMIT_PER_SECOND: String(LIMIT),
    });
    const before = Date.now();
    const responses = await times(60, () => callAlone(service, '/v1/available-banks'));
    const seconds = Math.ceil((Date.now() - before) / 1000) + 1;
    const accepted = responses.filter(({ status }) => status === 200).length;
    expect(accepted).toBeGreaterThanOrEqual(LIMIT);
    expect(accepted).toBeLessThanOrEqual(LIMIT * seconds);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    service.signal('SIGTERM');
    const { stdout } = await service.exited;
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    const workers = lines
      .map((line) => JSON.parse(line))
      .flatMap(({ route, worker }) => (route ? worker : []));
    expect(new Set(workers)).toEqual(new Set([1, 2, 3]));
    expect(lines.filter((line) => line.includes('"workers":3'))).toHaveLength(1);
  },
  MANY_PROCESSES_MS,
);
