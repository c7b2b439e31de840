import { groupBy } from '../../../src/kernel/group-by.ts';
import { CLOSED_STATES, type StoredLineState } from '../../../src/reconciliation/domain/line-states.ts';
import type { LineDecision } from '../../../src/reconciliation/domain/matching/model.ts';
import { nextRound, partIn } from '../../../src/reconciliation/domain/payment-rounds.ts';
import type { Actor } from '../../../src/transactions/domain/transition.ts';
import { toFlag, typesOf } from '../../sql/columns.ts';
import { rowsOf } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findRounds } from '../queries/payment-rounds.ts';

/** A decision about a line that is to be stored, with its effect. */
export interface DecidedLine {
  readonly decisionId: string;
  readonly decision: Omit<LineDecision, 'rule' | 'state' | 'actions'> & {
    readonly rule: LineDecision['rule'] | 'operator';
    readonly state: StoredLineState;
  };
  /** The event of the transition of its action; null without one. */
  readonly eventId: string | null;
  readonly actor: Actor;
  /**
   * Whether the line paid the transaction of its action, or several payouts; true by default. Otherwise the money went
   * back.
   */
  readonly settles?: boolean;
  readonly note?: string;
  /** Its number among the lines that are decided together; 0 by default. */
  readonly part?: number;
}

interface ByOperator extends Pick<DecidedLine, 'decisionId' | 'settles' | 'note'> {
  readonly lineId: string;
  readonly state: StoredLineState;
  readonly clientId: string;
}

/** Builds an operator's decision about a line that makes no transition. */
export function byOperator({ lineId, state, clientId, ...made }: ByOperator): DecidedLine {
  const decision = { lineId, state, rule: 'operator', evidence: [], candidates: [], action: null } as const;
  return { ...made, decision, eventId: null, actor: { kind: 'operator', clientId } };
}

/** Stores decisions, and moves their lines to the decided states. */
export async function storeDecisions(
  trx: DatabaseTransaction,
  decided: readonly DecidedLine[],
  nowMs: number,
): Promise<void> {
  if (decided.length === 0) return;
  const rounds = await roundsOf(trx, decided);
  await trx
    .insertInto('line_decisions')
    .values(
      decided.map(({ decisionId, decision, eventId, actor, note = null, part = 0, ...made }) => ({
        id: decisionId,
        line_id: decision.lineId,
        state: decision.state,
        rule: decision.rule,
        evidence: JSON.stringify(decision.evidence),
        candidates: JSON.stringify(decision.candidates),
        transaction_id: decision.action?.transactionId ?? null,
        event_id: eventId,
        settles: toFlag(made.settles ?? decision.action !== null),
        actor_kind: actor.kind,
        actor_client_id: actor.clientId,
        note,
        decided_at_ms: nowMs,
        undone_at_ms: null,
        undone_by: null,
        undo_reason: null,
        undo_event_id: null,
        part: partIn(rounds.get(decision.action?.transactionId ?? '') ?? 0, part),
      })),
    )
    .execute();
  await updateLines(trx, decided, nowMs);
}

/** Finds the rounds of transactions that can have had a match before. The others are in their first one. */
async function roundsOf(
  trx: DatabaseTransaction,
  decided: readonly DecidedLine[],
): Promise<ReadonlyMap<string, number>> {
  const ids = decided.flatMap(({ decision: { rule, action } }) =>
    action && (rule === 'operator' || action.kind === 'note') ? action.transactionId : [],
  );
  const matches = groupBy(await findRounds(trx, [...new Set(ids)]), ({ transactionId }) => transactionId);
  return new Map([...matches].map(([id, ofOne]) => [id, nextRound(ofOne)]));
}

const DECIDED = typesOf<DecidedRow>(['id', 'state', 'decision_id', 'transaction_id']);

interface DecidedRow {
  readonly id: string;
  readonly state: string;
  readonly decision_id: string;
  readonly transaction_id: string | null;
}

async function updateLines(
  trx: DatabaseTransaction,
  decided: readonly DecidedLine[],
  nowMs: number,
): Promise<void> {
  const closed = decided.filter(({ decision: { state } }) => CLOSED_STATES.includes(state));
  const open = decided.filter(({ decision: { state } }) => !CLOSED_STATES.includes(state));
  if (closed.length > 0)
    await updateStates(trx, closed, nowMs)
      .set((eb) => ({ is_open: 0, transaction_id: eb.ref('decided.transaction_id') }))
      .execute();
  // Lines that stay open have no transaction. Setting the same values again would write their indexes again.
  if (open.length > 0) await updateStates(trx, open, nowMs).execute();
}

function updateStates(trx: DatabaseTransaction, decided: readonly DecidedLine[], nowMs: number) {
  const rows = decided.map(({ decisionId, decision: { lineId, state, action } }) => [
    lineId,
    state,
    decisionId,
    action?.transactionId ?? null,
  ]);
  return trx
    .with('decided', () => rowsOf<DecidedRow>(DECIDED, rows))
    .updateTable('statement_lines')
    .from('decided')
    .set((eb) => ({
      state: eb.ref('decided.state'),
      decision_id: eb.ref('decided.decision_id'),
      state_at_ms: nowMs,
    }))
    .whereRef('statement_lines.id', '=', 'decided.id');
}
