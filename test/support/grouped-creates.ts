import { call, type TestService, WITHDRAW, withdrawalFields } from '../harness.ts';
import { holdWriteLock } from './committed-rows.ts';
import { openRaw, type RawResponse, signedPost } from './raw-connection.ts';
import { COMMANDS_IN_ORDER } from './test-database.ts';

/** Limits for services whose groups a test forms: commands wait longer for a lock than any test holds it. */
export const LONG_LOCK_TIMEOUT = { lockMs: 20_000 };

/** The same limits for services whose creates gather in one group: otherwise PostgreSQL runs several groups at once. */
export const ONE_GROUP_AT_ONCE = { limits: LONG_LOCK_TIMEOUT, env: COMMANDS_IN_ORDER };

export interface Create {
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Sends creates so that they are committed together, in this order: while a lock delays an earlier create, they
 * gather in one group. The service needs the options ONE_GROUP_AT_ONCE.
 */
export async function createInOneGroup(
  service: TestService,
  creates: readonly Create[],
): Promise<RawResponse[]> {
  await warmUp(service);
  await using lock = await holdWriteLock(service.databasePath);
  using before = await openRaw(service);
  using connection = await openRaw(service);
  before.write(signedPost(WITHDRAW, withdrawalFields()));
  await allRequestsRead(service);
  connection.write(creates.map(({ target, fields }) => signedPost(target, fields)).join(''));
  const responses = Promise.all(creates.map(() => connection.response()));
  await allRequestsRead(service);
  await lock.release();
  return await responses;
}

const warm = new WeakSet<TestService>();

/** Lets a service read the key and the banks. Creates that wait until the database has read them lose their order. */
async function warmUp(service: TestService): Promise<void> {
  if (!warm.has(service)) await call(service, '/v1/available-banks', { sign: 'plain' });
  warm.add(service);
}

/** Resolves once the service has read all earlier requests: it has answered requests that were sent after them. */
export async function allRequestsRead(service: { readonly url: string }): Promise<void> {
  for (let times = 0; times < 3; times += 1) await (await fetch(`${service.url}/healthz`)).text();
}
