import type { Candidate } from '../../../src/reconciliation/domain/matching/reasons.ts';
import type { StoredDecision } from '../../../src/reconciliation/read-store.ts';
import type { LineDecisionsTable } from '../../tables.ts';

export function decisionFromRow(row: LineDecisionsTable): StoredDecision {
  const { undone_at_ms: atMs, undone_by: clientId, undo_reason: reason } = row;
  return {
    id: row.id,
    state: row.state as StoredDecision['state'],
    rule: row.rule as StoredDecision['rule'],
    evidence: JSON.parse(row.evidence),
    candidates: candidatesFrom(row.candidates),
    transactionId: row.transaction_id,
    note: row.note,
    decidedAtMs: row.decided_at_ms,
    actor: { kind: row.actor_kind, clientId: row.actor_client_id },
    undone: atMs === null ? null : { atMs, clientId: clientId ?? '', reason },
  };
}

/** Reads the candidates of a decision. Older versions stored no rank: there the order is the rank. */
function candidatesFrom(text: string): readonly Candidate[] {
  const stored = JSON.parse(text) as readonly (Omit<Candidate, 'rank'> & Partial<Candidate>)[];
  return stored.map((candidate, place) => ({ rank: place + 1, ...candidate }));
}
