import type { AppliedTransition } from '../../../src/transactions/domain/apply-transition.ts';
import type { TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import type { TransitionOutcome } from '../../../src/transactions/store.ts';
import { appendAuditRows } from '../../audit/commands/append-audit.ts';
import { insertCallbacks } from '../../callbacks/commands/insert-callbacks.ts';
import { notePaid, noteReturned, noteUnpaid } from '../../payouts/commands/note-lines.ts';
import { compileInsert, compileOnce } from '../../sql/compiled.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { EVENT_COLUMNS, type EventsTable, eventToRow } from '../rows/events.ts';
import { planToRow } from '../rows/plans.ts';
import { countAccountUse } from './count-account-use.ts';
import { countTransitions } from './count-transactions.ts';
import { type Changes, type Clocks, decide } from './decide-transitions.ts';
import { type ApplyTransition, readFacts } from './transition-facts.ts';
import { updateTransactions } from './update-transactions.ts';

interface ApplyTransitions extends Clocks {
  readonly timeZone: string;
  readonly requests: readonly ApplyTransition[];
}

/**
 * Applies a group of transitions, one after another. Each that happens updates the row, adds one event and one
 * callback, if its client has a callbackUrl, is counted in the statistics and in the use of its account, and has one
 * row in the audit log if a person or a key asked for it. One with `holdMs` is checked in the same way, and planned.
 * @returns one outcome for each request, in their order.
 */
export async function applyTransitions(
  trx: DatabaseTransaction,
  { requests, timeZone, ...clocks }: ApplyTransitions,
): Promise<TransitionOutcome[]> {
  const facts = await readFacts(trx, requests);
  const changes: Changes = { applied: [], planned: [], audited: [] };
  const outcomes = requests.map((request) => decide(request, { facts, changes, ...clocks }));
  const { applied, planned, audited } = changes;
  if (planned.length > 0)
    await trx.insertInto('planned_transitions').values(planned.map(planToRow)).execute();
  if (applied.length > 0) await storeTransitions(trx, applied, { timeZone, ...clocks });
  const inBatches = requests.filter(
    ({ transactionId: id }, place) => facts.payouts.has(id) && isMade(outcomes[place]),
  );
  await notePaid(trx, inBatches, clocks.nowMs);
  const withdrawals = new Set(applied.flatMap(({ after }) => (after.type === 'withdrawal' ? after.id : [])));
  const reversed = requests.filter(
    ({ transactionId: id, command }, place) =>
      command.kind === 'reverse' && withdrawals.has(id) && isMade(outcomes[place]),
  );
  for (const { transactionId: id, ending } of reversed)
    await noteUnpaid(trx, { rows: facts.sent.get(id)?.rows, ending, nowMs: clocks.nowMs });
  await noteReturned(trx, reversed);
  await appendAuditRows(trx, audited);
  return outcomes;
}

/** Whether a request has changed its transaction, now and not by a plan. */
export function isMade(outcome: TransitionOutcome | undefined): boolean {
  return outcome?.kind === 'stored' && outcome.isChanged && !outcome.isPlanned;
}

async function storeTransitions(
  trx: DatabaseTransaction,
  applied: readonly AppliedTransition[],
  { steadyNowMs, timeZone }: Clocks & Pick<ApplyTransitions, 'timeZone'>,
): Promise<void> {
  const events = applied.map((transition) => transition.event);
  await updateTransactions(trx, applied);
  await countAccountUse(trx, applied, timeZone);
  await countTransitions(trx, applied, timeZone);
  // From here on, other processes that add to the feed wait.
  await insertEvents(trx, events);
  await insertCallbacks(trx, events, steadyNowMs);
}

const insertRows = compileInsert<EventsTable>('events', EVENT_COLUMNS);

const moveTip = compileOnce((trx) =>
  trx
    .updateTable('feed_tip')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .returning('position'),
);

/**
 * Stores events at the end of the feed, in the order of the list. Each command waits here for the commit of the
 * previous one. So positions have the order of commits, and a reader never misses an event that appears later with a
 * lower position.
 */
async function insertEvents(trx: DatabaseTransaction, events: readonly TransactionEvent[]): Promise<void> {
  const { rows } = await moveTip(trx, [events.length]);
  const [tip] = rows;
  if (!tip) throw new Error('the feed has no tip: the database is damaged');
  const first = tip.position - events.length + 1;
  await insertRows(
    trx,
    events.map((event, index) => Object.assign(eventToRow(event), { position: first + index })),
  );
}
