import { actionsOf, isOfRefund, POLICY_RULES } from '../../../src/reconciliation/domain/matching/decision.ts';
import type { LineAction, LineDecision } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Reason } from '../../../src/reconciliation/domain/matching/reasons.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findKept } from '../../payouts/commands/still-out.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../../transactions/queries/plans.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { findDoubts } from '../queries/doubts.ts';
import { areAsDecided, isTransition } from './line-actions.ts';
import { findPayingLines } from './lines.ts';

interface WithDecision {
  readonly decision: LineDecision;
}

/**
 * Finds the manually settled deposits for which a line can be noted as the payment: they have not changed since, no
 * line has paid them, and no plan would reverse them.
 */
export async function findNotable(
  trx: DatabaseTransaction,
  planned: readonly WithDecision[],
): Promise<ReadonlySet<string>> {
  const notes = new Map(
    planned.flatMap(({ decision: { action } }) =>
      action?.kind === 'note' ? [[action.transactionId, action.sequence]] : [],
    ),
  );
  if (notes.size === 0) return new Set();
  await lockTransactions(trx, [...notes.keys()]);
  const found = await findTransactions(trx, [...notes.keys()]);
  const plans = await findPlans(trx, [...notes.keys()]);
  const paid = await findPayingLines(trx, [...notes.keys()]);
  const notable = found.filter(
    ({ id, sequence }) => !plans.has(id) && sequence === notes.get(id) && !paid.has(id),
  );
  return new Set(notable.map(({ id }) => id));
}

/** A line is decided about again, or waits for a person with the reasons. */
type Stop = 'changed' | readonly Reason[];

/**
 * Finds the lines that would return what is still out, as another line or file has shown since: they are decided about
 * again. And those that would pay several withdrawals and cannot pay all of them: one has changed since it was decided, or
 * another line of this round is about it, so that the line is decided about again; or the blacklist stops one, so that the
 * line waits for a person. So does one that only a policy would settle, where its money is in doubt now.
 */
export async function findStopped(
  trx: DatabaseTransaction,
  planned: readonly WithDecision[],
): Promise<ReadonlyMap<string, Stop>> {
  const kept = await findKept(
    trx,
    planned.flatMap(({ decision }) => returnsOf(decision)),
  );
  const doubts = await findDoubts(trx, await readPolicyLines(trx, planned));
  const stopped = new Map<string, Stop>();
  const taken = new Set<string>();
  for (const { decision } of planned) {
    const { actions, lineId } = decision;
    const known = kept.has(lineId) ? 'changed' : doubts.get(lineId);
    const stop = known ?? (actions && (await stopOf(trx, actions, taken)));
    if (stop) stopped.set(lineId, stop);
    else for (const { transactionId } of actionsOf(decision)) taken.add(transactionId);
  }
  return stopped;
}

/** Reads the lines that only a policy settles: the others need no such look. */
async function readPolicyLines(trx: DatabaseTransaction, planned: readonly WithDecision[]) {
  const ids = planned.flatMap(({ decision: { rule, lineId } }) => (POLICY_RULES.has(rule) ? lineId : []));
  if (ids.length === 0) return [];
  return trx.selectFrom('statement_lines').selectAll().where('id', 'in', ids).execute();
}

/** The withdrawals and refunds that a line returns by the id of a payout. */
function returnsOf(decision: LineDecision) {
  return actionsOf(decision).flatMap(({ kind, transactionId, payout }) =>
    payout && (kind === 'reverse' || kind === 'return-refund')
      ? [{ transactionId, lineId: decision.lineId, endToEndId: payout.endToEndId }]
      : [],
  );
}

async function stopOf(
  trx: DatabaseTransaction,
  actions: readonly LineAction[],
  taken: ReadonlySet<string>,
): Promise<Stop | undefined> {
  if (!(await areAsDecided(trx, actions.filter(isOfRefund), taken))) return 'changed';
  const sequences = new Map(actions.filter(isTransition).map((one) => [one.transactionId, one.sequence]));
  const ids = [...sequences.keys()];
  const transactions = await findTransactions(trx, ids);
  const plans = await findPlans(trx, ids);
  const isSame = transactions.every(
    ({ id, sequence }) => sequences.get(id) === sequence && !plans.has(id) && !taken.has(id),
  );
  if (!isSame || transactions.length < ids.length) return 'changed';
  return (await findStops(trx, transactions)).size > 0 ? [{ code: 'blacklisted' }] : undefined;
}
