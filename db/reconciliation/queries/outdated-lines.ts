import { actionsOf, withBlacklisted } from '../../../src/reconciliation/domain/matching/decision.ts';
import type { LineDecision, LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import type { Database, LineDecisionsTable } from '../../tables.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { decide } from './decide-next.ts';
import { type LineRow, selectLines, toLineFacts } from './lines-to-match.ts';
import type { MatchTerms } from './match-limits.ts';

/** The states of lines that wait for what becomes of payouts. */
const STATES = ['payout', 'payout-back'] as const;

/** The position of a line among those that wait. */
export interface WaitingPlace {
  readonly state: (typeof STATES)[number];
  readonly lineId: string;
}

interface FindOutdated {
  /** Continues after this line. */
  readonly after?: WaitingPlace | undefined;
  readonly limit: number;
  readonly terms: MatchTerms;
}

export interface OutdatedLines {
  /** The lines about which the matching would decide otherwise than it has. */
  readonly lineIds: readonly string[];
  /** The last line that was looked at; undefined where there are no more. */
  readonly last: WaitingPlace | undefined;
}

type WaitingRow = LineRow & Pick<LineDecisionsTable, 'rule' | 'evidence' | 'candidates'>;

/**
 * Decides once more about lines that wait for payouts, and finds those whose decision has become another one: what it
 * rested on has changed since, whatever has changed it.
 */
export async function findOutdatedLines(
  db: Database,
  { after = { state: STATES[0], lineId: '' }, limit, terms }: FindOutdated,
): Promise<OutdatedLines> {
  const rows = await selectWaiting(db, after, limit);
  const waiting = new Map(rows.map((row) => [row.id, row]));
  const lineIds: string[] = [];
  for (const accountId of new Set(rows.map((row) => row.account_id))) {
    let left: readonly LineFacts[] = rows.filter((row) => row.account_id === accountId).map(toLineFacts);
    while (left.length > 0) {
      const { decisions } = await decide(db, left, { terms });
      left = left.slice(decisions.length);
      for (const decision of await withStops(db, decisions))
        if (!isSame(waiting.get(decision.lineId), decision)) lineIds.push(decision.lineId);
    }
  }
  return { lineIds, last: placeAfter(rows, after.state, limit) };
}

function selectWaiting(db: Database, { state, lineId }: WaitingPlace, limit: number): Promise<WaitingRow[]> {
  return (
    selectLines(db)
      .innerJoin('line_decisions as d', 'd.id', 'l.decision_id')
      .select(['d.rule', 'd.evidence', 'd.candidates'])
      .where('l.state', '=', state)
      .where('l.id', '>', lineId)
      // What people have decided stays.
      .where('d.rule', '<>', 'operator')
      .orderBy('l.id')
      .limit(limit)
      .execute()
  );
}

function placeAfter(
  rows: readonly WaitingRow[],
  state: WaitingPlace['state'],
  limit: number,
): WaitingPlace | undefined {
  const last = rows.at(-1);
  if (last && rows.length === limit) return { state, lineId: last.id };
  const next = STATES[STATES.indexOf(state) + 1];
  return next && { state: next, lineId: '' };
}

/** Adds what would stop decisions: they would be made and refused again and again. */
async function withStops(db: Database, decisions: readonly LineDecision[]): Promise<readonly LineDecision[]> {
  const ids = decisions.flatMap((one) => actionsOf(one).map(({ transactionId }) => transactionId));
  if (ids.length === 0) return decisions;
  const stops = await findStops(db, await findTransactions(db, ids));
  const isStopped = (one: LineDecision) => actionsOf(one).some(({ transactionId: id }) => stops.has(id));
  return decisions.map((one) => (isStopped(one) ? withBlacklisted(one) : one));
}

/** The state is not compared: a line also waits when its transition was refused. */
function isSame(row: WaitingRow | undefined, { rule, evidence, candidates }: LineDecision): boolean {
  return (
    row?.rule === rule &&
    row.evidence === JSON.stringify(evidence) &&
    row.candidates === JSON.stringify(candidates)
  );
}
