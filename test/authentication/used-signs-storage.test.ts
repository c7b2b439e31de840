import { expect, test } from 'vitest';
import { createClientDirectory } from '../../db/admin/stores/clients.ts';
import { ADMIN, createClock, hmac, startTestService, temporaryFolder } from '../harness.ts';
import { openEngineAt } from '../support/engine-at.ts';
import { testOnce } from '../support/one-engine.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { countRows, NEW_ADMIN, refusalOf, type SignedPost, signOnce } from '../support/signed-posts.ts';

const clock = createClock();
const service = useService({ platform: clock });

/** Signs a POST by the service's clock. @returns a function that sends the same bytes each time. */
function prepare(post: SignedPost, nowMs = clock.nowMs()) {
  const send = signOnce(post, nowMs);
  return (to: { url: string } = service()) => send(to);
}

testOnce('a sign stays used after a restart of the service', async () => {
  using folder = temporaryFolder();
  const send = prepare(NEW_ADMIN, Date.now());
  const first = await startTestService({ folder: folder.path });
  expect((await send(first)).json.errors).toBeUndefined();
  await first.stop();
  await using second = await startTestService({ folder: folder.path });
  expect(refusalOf(await send(second)).type).toBe('error_invalid_sign');
});

test('of two processes on one database that get the same sign at once, one accepts it', async () => {
  const { databasePath, dependencies } = service();
  const { runtime } = dependencies;
  const engines = [1, 2].map(() => openEngineAt(databasePath));
  const box = { keyId: '', seal: () => '', open: () => '' };
  const directories = engines.map((engine) => createClientDirectory(engine, box, runtime));
  for (let turn = 0; turn < 8; turn += 1) {
    const sign = { digest: `digest ${turn}`, endsAtMs: clock.nowMs() + 600_000 };
    const all = await Promise.all(directories.map((clients) => clients.useSign(sign)));
    expect(all.sort()).toEqual([false, true]);
  }
  for (const engine of engines) await engine.close();
});

test('of equal signs that come at once to one process, the first is accepted, and so is every other sign', async () => {
  const { clients } = service().dependencies;
  const endsAtMs = clock.nowMs() + 600_000;
  const digests = ['same', 'one', 'same', 'other', 'same'];
  const all = await Promise.all(
    digests.map((digest) => clients.useSign({ digest: `at once ${digest}`, endsAtMs })),
  );
  expect(all).toEqual([true, true, false, true, false]);
});

test('used signs are forgotten once no clock accepts them, a bounded number with each use', async () => {
  const { clients } = service().dependencies;
  const oldCount = await countRows(service(), 'used_signs');
  const many = 150;
  const endsAtMs = clock.nowMs() + 600_000;
  await Promise.all(
    Array.from({ length: many }, (_, at) => clients.useSign({ digest: `old ${at}`, endsAtMs })),
  );
  expect(await countRows(service(), 'used_signs')).toBe(oldCount + many);
  clock.advance(601_000);
  const left: unknown[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(1000);
    expect((await prepare(NEW_ADMIN)()).json.errors).toBeUndefined();
    left.push(await countRows(service(), 'used_signs'));
  }
  expect(left[0]).toBe(oldCount + many - 100 + 1);
  expect(left.at(-1)).toBe(3);
});

test('a sign cannot be used again as long as any clock within the tolerance accepts it', async () => {
  clock.advance(1000);
  // Signed by a clock that is ahead as far as is accepted.
  const send = prepare(NEW_ADMIN, clock.nowMs() + 300_000);
  expect((await send()).json.errors).toBeUndefined();
  for (const passedMs of [1000, 298_000, 300_000]) {
    clock.advance(passedMs);
    expect((await prepare(NEW_ADMIN)()).json.errors).toBeUndefined();
    expect(refusalOf(await send()).type).toBe('error_invalid_sign');
  }
  clock.advance(2000);
  const stale = (await send()).json.errors[0].extensions.error;
  expect(stale.message).toContain('300 seconds');
});

test('a stored sign cannot be used as a sign', async () => {
  clock.advance(1000);
  const seconds = Math.floor(clock.nowMs() / 1000);
  const digest = hmac(ADMIN.secret, `${seconds}.POST.${NEW_ADMIN.target}.${NEW_ADMIN.body}`);
  await prepare(NEW_ADMIN)();
  const rows = await withDatabase(service().databasePath, (db) =>
    db.selectFrom('used_signs').select('digest').execute(),
  );
  const kept = rows.map((row) => row.digest);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).not.toContain(digest);
});
