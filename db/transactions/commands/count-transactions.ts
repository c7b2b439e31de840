import { dayIn } from '../../../src/kernel/time-zone.ts';
import { addOutcome, COUNTER_SUMS, NO_SUMS } from '../../../src/transactions/domain/counters.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { expectTimeZone } from '../../engines/statements.ts';
import { typesOf } from '../../sql/columns.ts';
import { compileOnce } from '../../sql/compiled.ts';
import { selectRows } from '../../sql/functions.ts';
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
  await count(trx, counters, timeZone);
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
  }
  await count(trx, counters, timeZone);
}

/** Call it after writing the transactions: from that write until the commit, the time zone of days cannot change. */
async function count(trx: DatabaseTransaction, counters: CounterMap, timeZone: string): Promise<void> {
  await Promise.all([addToCounters(trx, counters.all()), expectTimeZone(trx, timeZone)]);
}

/** The key of the counters. */
const KEY = ['day', 'client_id', 'bank_id', 'type'] as const;
const COLUMNS = [...KEY, ...COUNTER_SUMS];

const addRows = compileOnce((trx) =>
  trx
    .insertInto('transaction_counters')
    .columns(COLUMNS)
    .expression(selectRows(typesOf<TransactionCountersTable>(COLUMNS)))
    .onConflict((conflict) =>
      conflict
        .columns(KEY)
        .doUpdateSet((eb) =>
          Object.fromEntries(
            COUNTER_SUMS.map((sum) => [
              sum,
              eb(`transaction_counters.${sum}`, '+', eb.ref(`excluded.${sum}`)),
            ]),
          ),
        ),
    ),
);

/** Commands lock the rows that they share in the order of their keys. */
async function addToCounters(
  trx: DatabaseTransaction,
  counters: readonly TransactionCountersTable[],
): Promise<void> {
  if (counters.length === 0) return;
  const keyOf = (counter: TransactionCountersTable) => KEY.map((column) => counter[column]).join(' ');
  const sorted = [...counters].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = sorted.map((counter) => COLUMNS.map((column) => counter[column]));
  await addRows(trx, [JSON.stringify(rows)]);
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
