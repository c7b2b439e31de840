import { actionsOf, withBlacklisted } from '../../../src/reconciliation/domain/matching/decision.ts';
import type { LineDecision, MatchTerms, RuleId } from '../../../src/reconciliation/domain/matching/model.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import type { Database, LineDecisionsTable } from '../../tables.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import { decide } from './decide-next.ts';
import { type LineRow, selectLines, toLineFacts } from './lines-to-match.ts';

/** The states of lines that wait for news about payouts. */
const STATES = ['payout', 'payout-back'] as const;

/** The rules for lines that name payouts in bank files. */
const RULES = ['payout-open', 'payout-paid', 'payout-returned'] as const satisfies readonly RuleId[];

/** The position of a line among those that wait. */
export interface WaitingPlace {
  readonly state: (typeof STATES)[number];
  readonly lineId: string;
}

interface WaitingLines {
  readonly after?: WaitingPlace | undefined;
  readonly limit: number;
  readonly except: readonly string[];
}

interface FindOutdated extends WaitingLines {
  readonly terms: MatchTerms;
}

/** The place before all lines. */
const FIRST: WaitingPlace = { state: STATES[0], lineId: '' };

export interface OutdatedLines {
  /** The lines about which matching would now decide in another way. */
  readonly lineIds: readonly string[];
  /** Where to continue; undefined if there are no more. */
  readonly last: WaitingPlace | undefined;
}

type WaitingRow = LineRow & Pick<LineDecisionsTable, 'rule' | 'evidence'>;

/**
 * Decides again about lines of one account that wait for payouts that they name, and finds those with a different
 * decision, because facts that it was based on have changed. If all take long, only the first lines are decided about.
 */
export async function findOutdatedLines(
  db: Database,
  { after = FIRST, limit, except, terms }: FindOutdated,
): Promise<OutdatedLines> {
  const rows = await selectWaiting(db, { after, limit, except });
  const end = rows.findIndex((row) => row.account_id !== rows[0]?.account_id);
  const lines = (end === -1 ? rows : rows.slice(0, end)).map(toLineFacts);
  const { decisions } = lines.length > 0 ? await decide(db, lines, { terms }) : { decisions: [] };
  const known = new Map(rows.map((row) => [row.id, row]));
  const outdated = (await withStops(db, decisions)).filter((one) => !isSame(known.get(one.lineId), one));
  const last = rows[decisions.length - 1];
  const isWhole = decisions.length === rows.length && rows.length < limit;
  return {
    lineIds: outdated.map(({ lineId }) => lineId),
    last: last && !isWhole ? { state: after.state, lineId: last.id } : startOfNext(after.state),
  };
}

/** Finds the first line that `findOutdatedLines` would check. @returns its id. */
export async function findFirstWaiting(db: Database, lines: WaitingLines): Promise<string | undefined> {
  return (await selectWaiting(db, { ...lines, limit: 1 }))[0]?.id;
}

function selectWaiting(
  db: Database,
  { after: { state, lineId } = FIRST, limit, except }: WaitingLines,
): Promise<WaitingRow[]> {
  return (
    selectLines(db)
      .innerJoin('line_decisions as d', 'd.id', 'l.decision_id')
      .select(['d.rule', 'd.evidence'])
      .where('l.state', '=', state)
      .where('l.id', '>', lineId)
      // A line that names no payout never moves money automatically, and people's decisions stay.
      .where('d.rule', 'in', RULES)
      .$if(except.length > 0, (query) => query.where('l.id', 'not in', except))
      .orderBy('l.id')
      .limit(limit)
      .execute()
  );
}

function startOfNext(state: WaitingPlace['state']): WaitingPlace | undefined {
  const next = STATES[STATES.indexOf(state) + 1];
  return next && { state: next, lineId: '' };
}

/** Applies what would stop the decisions, since they would otherwise be made and refused again and again. */
async function withStops(db: Database, decisions: readonly LineDecision[]): Promise<readonly LineDecision[]> {
  const ids = decisions.flatMap((one) => actionsOf(one).map(({ transactionId }) => transactionId));
  if (ids.length === 0) return decisions;
  const stops = await findStops(db, await findTransactions(db, ids));
  const isStopped = (one: LineDecision) => actionsOf(one).some(({ transactionId: id }) => stops.has(id));
  return decisions.map((one) => (isStopped(one) ? withBlacklisted(one) : one));
}

/**
 * Whether a decision is unchanged. The state is not compared, because a line also waits if its transition was refused.
 */
function isSame(row: WaitingRow | undefined, { rule, evidence }: LineDecision): boolean {
  return row?.rule === rule && row.evidence === JSON.stringify(evidence);
}
