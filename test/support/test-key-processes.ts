import { expect, vi } from 'vitest';
import { ADMIN, type ApiResponse, type Credentials, DEPOSIT, depositFields } from '../harness.ts';
import { callAlone } from './call-alone.ts';
import { runCliProcess } from './cli.ts';
import { startListener } from './listener.ts';
import { expectData } from './responses.ts';
import type { ServiceProcess } from './service-process.ts';
import { onPostgres } from './test-database.ts';

const BANKS = '/v1/available-banks';

/** PostgreSQL tells other processes after a commit; on SQLite they look before each request. */
const soon = (check: () => Promise<void>) => (onPostgres ? vi.waitFor(check, { timeout: 10_000 }) : check());

/** Processes that share a database. */
export interface TestKeyProcesses {
  readonly count: number;
  /** The service that a request goes to. */
  service(index: number): ServiceProcess;
}

/**
 * Checks that what one process changes about a test key counts in the others. On SQLite it does at once, on PostgreSQL
 * as soon as they are told.
 */
export async function expectOneTestKey(processes: TestKeyProcesses): Promise<void> {
  const { service } = processes;
  const everywhere = <T>(ask: (at: ServiceProcess) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: processes.count }, (_, index) => ask(service(index))));
  const made = expectData(
    await change(
      service(0),
      'createClient(input: { name: "Tests", role: merchant, test: true }) { client { appKey } secret }',
    ),
  ).createClient;
  const { appKey } = made.client;
  const as: Credentials = { appKey, secret: made.secret };
  const created = await everywhere(async (at) =>
    expectData(await callAlone(at, DEPOSIT, { as, body: depositFields() })),
  );
  for (const { transactionId } of created) {
    const path = `/v1/test/transactions/${transactionId}/expire`;
    expectData(await callAlone(service(1), path, { as, body: {} }));
    const seen = await callAlone(service(0), `/v1/transactions/${transactionId}`, { as });
    expect(expectData(seen)).toMatchObject({ endedAs: 'expired', test: true });
  }

  const statuses = async (key: Credentials) => [
    ...new Set((await everywhere((at) => callAlone(at, BANKS, { as: key }))).map(({ status }) => status)),
  ];
  const { secret } = expectData(
    await change(service(0), `rotateSecret(input: { appKey: "${appKey}", graceSeconds: 0 }) { secret }`),
  ).rotateSecret;
  await soon(async () => expect(await statuses(as)).not.toContain(200));
  await soon(async () => expect(await statuses({ appKey, secret })).toEqual([200]));
  await change(service(1), `updateClient(input: { appKey: "${appKey}", disabled: true }) { appKey }`);
  await soon(async () => expect(await statuses({ appKey, secret })).not.toContain(200));
}

const change = async (at: ServiceProcess, mutation: string): Promise<ApiResponse> =>
  callAlone(at, '/graphql', { as: ADMIN, body: { query: `mutation { ${mutation} }` }, json: true });

/** Checks that `listen` prints what `trigger` makes, whichever process answers it. */
export async function expectTriggered(at: ServiceProcess): Promise<void> {
  const { databasePath, url } = at;
  using listener = await startListener(at, ['demo-test']);
  const { code, stdout } = await runCliProcess(['trigger', 'deposit.reversed', '--url', url], {
    databasePath,
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('is unsuccessful')]);
  const [, transactionId] = /transaction ([0-9a-f]{24})/.exec(stdout) ?? [];
  await listener.untilPrinted(new RegExp(`${transactionId} of .* is unsuccessful`));
}
