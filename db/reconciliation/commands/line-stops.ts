import { actionsOf, isOfRefund, POLICY_RULES } from '../../../src/reconciliation/domain/matching/decision.ts';
import type { Doubt } from '../../../src/reconciliation/domain/matching/doubts.ts';
import type {
  LineAction,
  LineDecision,
  MatchTerms,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findUnreturnable } from '../../payouts/commands/still-out.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlans } from '../../transactions/queries/plans.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { decide } from '../queries/decide-next.ts';
import { findDoubts } from '../queries/doubts.ts';
import { toLineFacts } from '../queries/lines-to-match.ts';
import { areRefundsUnchanged, isTransition } from './line-actions.ts';
import { findPayingLines } from './lines.ts';

interface WithDecision {
  readonly decision: LineDecision;
}

/**
 * Finds the manually settled deposits for which a line can be noted as the payment: they have not changed since, no
 * line has paid them, and no plan would reverse them.
 */
export async function findNoteTargets(
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

/** Why a line is stopped: it is decided about again (`changed`), or waits for a person (`blacklisted`). */
type Stop = 'changed' | 'blacklisted';

/**
 * Finds two kinds of lines. Some would return money that is still out, as another line or file has shown since: these
 * are decided about again. Others would pay several withdrawals but cannot pay all of them. If one withdrawal has
 * changed since the decision, or another line of this round is about it, the line is decided about again; if the
 * blacklist stops one, the line waits for a person.
 */
export async function findStopped(
  trx: DatabaseTransaction,
  planned: readonly WithDecision[],
): Promise<ReadonlyMap<string, Stop>> {
  const kept = await findUnreturnable(
    trx,
    planned.flatMap(({ decision }) => returnsOf(decision)),
  );
  const stopped = new Map<string, Stop>();
  const taken = new Set<string>();
  for (const { decision } of planned) {
    const { actions, lineId } = decision;
    const stop = kept.has(lineId) ? 'changed' : actions && (await stopOf(trx, actions, taken));
    if (stop) stopped.set(lineId, stop);
    else for (const { transactionId } of actionsOf(decision)) taken.add(transactionId);
  }
  return stopped;
}

/**
 * Decides again about lines that only a policy settles and whose money is in doubt now. This happens in the same round,
 * since the next one could know other deposits, read other names in the same texts, and miss the doubt each time. A
 * return that another line can have brought waits.
 */
export async function decideDoubtful<P extends WithDecision>(
  trx: DatabaseTransaction,
  planned: readonly P[],
  terms: MatchTerms,
): Promise<readonly P[]> {
  const returning = planned.filter(({ decision }) => returnsOf(decision).length > 0);
  const ofPolicy = planned.filter(({ decision: { rule, action } }) => action && POLICY_RULES.has(rule));
  const rows = await readLines(trx, [...returning, ...ofPolicy]);
  const doubts = await findDoubts(trx, rows);
  const waiting = new Map<string, LineDecision>();
  for (const { decision } of returning) {
    const same = doubts.get(decision.lineId)?.filter(({ code }) => code === 'same-payment') ?? [];
    if (same.length > 0) waiting.set(decision.lineId, waitingReturn(decision, same));
  }
  const again = new Set(ofPolicy.flatMap(({ decision: { lineId } }) => (doubts.has(lineId) ? lineId : [])));
  for (const row of rows.filter(({ id }) => again.has(id))) {
    const { decisions } = await decide(trx, [toLineFacts({ ...row, held: 0 })], { terms });
    for (const decision of decisions)
      if (actionsOf(decision).length === 0) waiting.set(decision.lineId, decision);
  }
  return planned.map((one) => ({ ...one, decision: waiting.get(one.decision.lineId) ?? one.decision }));
}

function waitingReturn({ actions: _, ...decision }: LineDecision, doubts: readonly Doubt[]): LineDecision {
  const evidence = [...decision.evidence, ...doubts];
  return { ...decision, state: 'payout-back', rule: 'payout-open', evidence, action: null };
}

async function readLines(trx: DatabaseTransaction, decided: readonly WithDecision[]) {
  const ids = decided.map(({ decision }) => decision.lineId);
  if (ids.length === 0) return [];
  return trx.selectFrom('statement_lines').selectAll().where('id', 'in', ids).execute();
}

/** Returns the withdrawals and refunds that a line returns by the id of a payout. */
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
  if (!(await areRefundsUnchanged(trx, actions.filter(isOfRefund), taken))) return 'changed';
  const sequences = new Map(actions.filter(isTransition).map((one) => [one.transactionId, one.sequence]));
  const ids = [...sequences.keys()];
  const transactions = await findTransactions(trx, ids);
  const plans = await findPlans(trx, ids);
  const isSame = transactions.every(
    ({ id, sequence }) => sequences.get(id) === sequence && !plans.has(id) && !taken.has(id),
  );
  if (!isSame || transactions.length < ids.length) return 'changed';
  return (await findStops(trx, transactions)).size > 0 ? 'blacklisted' : undefined;
}
