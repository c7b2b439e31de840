import { applyChange, decideChange, type TransactionEvent } from '../src/domain/change.ts';
import type { Transaction } from '../src/domain/transaction.ts';
import type { ChangeOutcome, ChangeRequest, Runtime } from '../src/operations/ports.ts';
import type { DatabaseTransaction } from './dialect.ts';
import { insertEvents } from './events.ts';
import { insertCallbacks } from './outbox.ts';
import { prepareQuery } from './prepared.ts';
import { countChanges } from './statistics.ts';
import { findTransactions } from './transactions.ts';

/** A change of one transaction, with the transaction as it stood before and as it stands behind it. */
export interface StoredChange {
  readonly event: TransactionEvent;
  readonly before: Transaction;
  readonly after: Transaction;
}

/**
 * Carries out the commands that arrived together, inside one transaction, one after another: the rows, one
 * event and one callback for each change.
 * @returns one outcome for each request, in their order; undefined where there is no such transaction.
 */
export async function changeBatch(
  trx: DatabaseTransaction,
  requests: readonly ChangeRequest[],
  runtime: Runtime,
): Promise<(ChangeOutcome | undefined)[]> {
  const ids = [...new Set(requests.map((request) => request.transactionId))];
  const found = await findTransactions(trx, ids);
  const current = new Map(found.map((transaction) => [transaction.id, transaction]));
  const changes: StoredChange[] = [];
  const outcomes = requests.map((request) => settle(request, current, { changes, runtime }));
  if (changes.length > 0) await store(trx, changes, runtime.steadyNowMs());
  return outcomes;
}

interface Progress {
  readonly changes: StoredChange[];
  readonly runtime: Runtime;
}

/** Settles one request in the light of those before it. */
function settle(
  { transactionId, command, actor }: ChangeRequest,
  current: Map<string, Transaction>,
  { changes, runtime }: Progress,
): ChangeOutcome | undefined {
  const before = current.get(transactionId);
  if (!before) return undefined;
  const decision = decideChange(before, command);
  if (decision.kind === 'refuse') return { kind: 'refused', error: decision.error };
  if (decision.kind === 'keep') return { kind: 'stored', transaction: before, isChanged: false };
  const occurredAtMs = runtime.nowMs();
  const after = applyChange(before, decision.change, occurredAtMs);
  const event: TransactionEvent = {
    ...decision.change,
    id: runtime.newId(),
    transactionId,
    clientId: before.clientId,
    actor,
    occurredAtMs,
  };
  current.set(transactionId, after);
  changes.push({ event, before, after });
  return { kind: 'stored', transaction: after, isChanged: true };
}

const updateTransaction = prepareQuery((trx) =>
  trx
    .updateTable('transactions')
    .set({ status: 'pending', status_reason: '', final_amount_minor: 0, sequence: 0, updated_at_ms: 0 })
    .where('id', '=', '')
    .where('sequence', '=', 0),
);

async function store(
  trx: DatabaseTransaction,
  changes: readonly StoredChange[],
  steadyNowMs: number,
): Promise<void> {
  // Sent off together, so that none waits for the answer to the one before.
  const updates = changes.map(async ({ before, after }) => {
    const { status, statusReason, finalAmountMinor, sequence, updatedAtMs, id } = after;
    const parameters = [status, statusReason, finalAmountMinor, sequence, updatedAtMs, id, before.sequence];
    const { numAffectedRows } = await updateTransaction.run(trx, 1, parameters);
    if (numAffectedRows !== 1n) throw new Error(`transaction ${id} changed under its own lock`);
  });
  const events = changes.map((change) => change.event);
  await Promise.all([...updates, insertEvents(trx, events), countChanges(trx, changes)]);
  await insertCallbacks(trx, events, steadyNowMs);
}
