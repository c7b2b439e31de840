import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { expectAgreement } from './support/agreement.ts';
import { startJudge } from './support/judge.ts';
import { startLifeCycle, type Verb } from './support/life-cycle.ts';
import { startLockFlicker } from './support/lock-flicker.ts';
import { PATIENT } from './support/one-group.ts';
import { createRandom } from './support/random.ts';

const CHAINS = 40;
const VERBS: readonly Verb[] = ['settle', 'reverse', 'correct'];
const EVENTS = CHAINS * VERBS.length;
/** Of the other process. It has far more turns than these. */
const LEAST_TURNS = 20;

/** What the outbox holds in the end. */
function readOutbox(databasePath: string) {
  const database = new Sqlite(databasePath, { readonly: true, timeout: 5000 });
  const count = (rows: string) => database.prepare(`select count(*) from ${rows}`).pluck().get();
  const outbox = {
    delivered: count("callbacks where state = 'delivered'"),
    leased: count('callbacks where lease is not null'),
    attempts: count('callback_attempts'),
  };
  database.close();
  return outbox;
}

test('while another process takes and frees the write lock all the time, each callback arrives once, in order, and none waits for a lease to end', async () => {
  // Its clock stands still: what was claimed and forgotten would never be due again.
  await using service = await startLifeCycle({ limits: PATIENT });
  await using judge = await startJudge(createRandom(1));
  const merchant = await service.merchantOf(judge.receiver);
  await using flicker = await startLockFlicker(service.databasePath);
  await Promise.all(
    Array.from({ length: CHAINS }, async (_, index) => {
      const created = index % 2 ? service.deposit(merchant) : service.withdraw(merchant);
      const { transactionId } = await created;
      for (const [behind, verb] of VERBS.entries())
        await service.change(verb, transactionId, {
          fields: { sequence: String(behind + 1), reason: 'as was seen' },
        });
    }),
  );
  await service.callbackWorker.idle();
  expect(await flicker.stop()).toBeGreaterThan(LEAST_TURNS);
  expect(judge.broken).toEqual([]);
  expect(judge.done.size).toBe(EVENTS);
  expect(judge.receiver.deliveries).toHaveLength(EVENTS);
  expect(readOutbox(service.databasePath)).toEqual({ delivered: EVENTS, leased: 0, attempts: EVENTS });
  await expectAgreement(service.databasePath);
});
