import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { expectAgreement } from '../support/agreement.ts';
import { startCallbackChecker } from '../support/callback-checker.ts';
import type { TestClient } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { startLockContention } from '../support/lock-contention.ts';
import {
  type ManualClockService,
  startManualClockService,
  type Verb,
} from '../support/manual-clock-service.ts';
import { createRandom } from '../support/random.ts';
import { onPostgres } from '../support/test-database.ts';

const CHAINS = 40;
const VERBS: readonly Verb[] = ['settle', 'reverse', 'correct'];
/** The load continues until the other process has held the lock this often. */
const LEAST_TURNS = 20;
/** More rounds than a slow machine needs. If the other process dies, the test ends after them. */
const MAX_ROUNDS = 50;

/** Counts of callbacks and attempts. */
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

async function runChain(service: ManualClockService, merchant: TestClient, index: number): Promise<void> {
  const created = index % 2 ? service.deposit(merchant) : service.withdraw(merchant);
  const { transactionId } = await created;
  for (const [index, verb] of VERBS.entries())
    await service.transition(verb, transactionId, {
      fields: { sequence: String(index + 1), reason: 'as was seen' },
    });
}

// PostgreSQL has no write lock of the whole database.
test.skipIf(onPostgres)(
  'while another process keeps taking and releasing the write lock, each callback arrives once, in order, without waiting for the end of a lease',
  async () => {
    // The clock stands still, so a callback that was claimed and lost would never be due again.
    await using service = await startManualClockService({ limits: LONG_LOCK_TIMEOUT });
    await using checker = await startCallbackChecker(createRandom(1));
    const merchant = await service.merchantOf(checker.receiver);
    await using contention = await startLockContention(service.databasePath);
    let events = 0;
    for (let round = 0; round < MAX_ROUNDS && contention.turns < LEAST_TURNS; round += 1) {
      await Promise.all(Array.from({ length: CHAINS }, (_, index) => runChain(service, merchant, index)));
      events += CHAINS * VERBS.length;
    }
    await service.callbackWorker.idle();
    await contention.stop();
    expect(contention.turns).toBeGreaterThanOrEqual(LEAST_TURNS);
    expect(checker.broken).toEqual([]);
    expect(checker.done.size).toBe(events);
    expect(checker.receiver.deliveries).toHaveLength(events);
    expect(readOutbox(service.databasePath)).toEqual({ delivered: events, leased: 0, attempts: events });
    await expectAgreement(service.databasePath);
  },
);
