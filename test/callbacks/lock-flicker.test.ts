import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { expectAgreement } from '../support/agreement.ts';
import { startJudge } from '../support/callback-checker.ts';
import type { TestClient } from '../support/entities.ts';
import { PATIENT } from '../support/grouped-creates.ts';
import { startLockFlicker } from '../support/lock-flicker.ts';
import { type ManualService, startManualService, type Verb } from '../support/manual-service.ts';
import { createRandom } from '../support/random.ts';

const CHAINS = 40;
const VERBS: readonly Verb[] = ['settle', 'reverse', 'correct'];
/** The load goes on until the other process has had the lock this often. */
const LEAST_TURNS = 20;
/** More rounds than a slow machine needs; without a limit a flicker that died would never end the test. */
const MOST_ROUNDS = 50;

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

async function runChain(service: ManualService, merchant: TestClient, index: number): Promise<void> {
  const created = index % 2 ? service.deposit(merchant) : service.withdraw(merchant);
  const { transactionId } = await created;
  for (const [behind, verb] of VERBS.entries())
    await service.transition(verb, transactionId, {
      fields: { sequence: String(behind + 1), reason: 'as was seen' },
    });
}

test('while another process takes and frees the write lock all the time, each callback arrives once, in order, and none waits for a lease to end', async () => {
  // Its clock stands still: what was claimed and forgotten would never be due again.
  await using service = await startManualService({ limits: PATIENT });
  await using judge = await startJudge(createRandom(1));
  const merchant = await service.merchantOf(judge.receiver);
  await using flicker = await startLockFlicker(service.databasePath);
  let events = 0;
  for (let round = 0; round < MOST_ROUNDS && flicker.turns < LEAST_TURNS; round += 1) {
    await Promise.all(Array.from({ length: CHAINS }, (_, index) => runChain(service, merchant, index)));
    events += CHAINS * VERBS.length;
  }
  await service.callbackWorker.idle();
  await flicker.stop();
  expect(flicker.turns).toBeGreaterThanOrEqual(LEAST_TURNS);
  expect(judge.broken).toEqual([]);
  expect(judge.done.size).toBe(events);
  expect(judge.receiver.deliveries).toHaveLength(events);
  expect(readOutbox(service.databasePath)).toEqual({ delivered: events, leased: 0, attempts: events });
  await expectAgreement(service.databasePath);
});
