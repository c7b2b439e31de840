import { addOutcome, NO_SUMS } from '../../../src/domain/counters.ts';
import { dayIn } from '../../../src/domain/time-zone.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import type { DatabaseTransaction, TransactionCountersTable } from '../../tables.ts';

/** Adds new transactions to the counters of their day, client, bank and type. */
export async function countCreated(
  trx: DatabaseTransaction,
  transactions: readonly Transaction[],
  timeZone: string,
): Promise<void> {
  if (transactions.length === 0) return;
  const counters = new CounterMap(timeZone);
  for (const transaction of transactions) {
    const counter = counters.of(transaction);
    counter.created_count += 1;
    counter.created_minor += transaction.amountMinor;
  }
  await trx
    .insertInto('transaction_counters')
    .values(counters.all())
    .onConflict((conflict) =>
      conflict.columns(['day', 'client_id', 'bank_id', 'type']).doUpdateSet((eb) => ({
        created_count: eb('transaction_counters.created_count', '+', eb.ref('excluded.created_count')),
        created_minor: eb('transaction_counters.created_minor', '+', eb.ref('excluded.created_minor')),
      })),
    )
    .execute();
}

/** Moves transactions from one outcome to another, in the counters of the days on which they were created. */
export async function countTransitions(
  trx: DatabaseTransaction,
  transitions: readonly { readonly before: Transaction; readonly after: Transaction }[],
  timeZone: string,
): Promise<void> {
  const counters = new CounterMap(timeZone);
  for (const { before, after } of transitions) {
    const counter = counters.of(after);
    addOutcome(counter, before, -1);
    addOutcome(counter, after, 1);
    if (before.status === 'pending' && after.status === 'successful') {
      counter.settled_count += 1;
      counter.settling_ms += Math.max(0, after.updatedAtMs - after.createdAtMs);
    }
    // Only an undo leads there.
    if (before.status === 'successful' && after.status === 'pending') {
      counter.settled_count -= 1;
      counter.settling_ms -= Math.max(0, before.updatedAtMs - before.createdAtMs);
    }
  }
  for (const counter of counters.all())
    await trx
      .updateTable('transaction_counters')
      .set((eb) => ({
        successful_count: eb('successful_count', '+', counter.successful_count),
        successful_minor: eb('successful_minor', '+', counter.successful_minor),
        unsuccessful_count: eb('unsuccessful_count', '+', counter.unsuccessful_count),
        expired_count: eb('expired_count', '+', counter.expired_count),
        cancelled_count: eb('cancelled_count', '+', counter.cancelled_count),
        rejected_count: eb('rejected_count', '+', counter.rejected_count),
        reversed_count: eb('reversed_count', '+', counter.reversed_count),
        settled_count: eb('settled_count', '+', counter.settled_count),
        settling_ms: eb('settling_ms', '+', counter.settling_ms),
      }))
      .where('day', '=', counter.day)
      .where('client_id', '=', counter.client_id)
      .where('bank_id', '=', counter.bank_id)
      .where('type', '=', counter.type)
      .execute();
}

/** The increments of the counters by a group of transactions. */
class CounterMap {
  readonly #timeZone: string;
  readonly #counters = new Map<string, TransactionCountersTable>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  of({ type, clientId, bankId, createdAtMs }: Transaction): TransactionCountersTable {
    const day = dayIn(this.#timeZone, createdAtMs);
    const key = `${day} ${type} ${clientId} ${bankId}`;
    let counter = this.#counters.get(key);
    if (!counter) {
      counter = { day, client_id: clientId, bank_id: bankId, type, ...NO_SUMS };
      this.#counters.set(key, counter);
    }
    return counter;
  }

  all(): TransactionCountersTable[] {
    return [...this.#counters.values()];
  }
}
