import type { StoredLineState } from '../../../src/reconciliation/domain/line-states.ts';
import type { LineDecision } from '../../../src/reconciliation/domain/matching/model.ts';
import type { MatchRound } from '../../../src/reconciliation/line-store.ts';
import { lockPolicies } from '../../engines/statements.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlansOfLines } from '../../transactions/queries/plans.ts';
import type { NextDecisions } from '../queries/decide-next.ts';
import { findFirstNew, IS_HELD } from '../queries/lines-to-match.ts';
import { findPolicies } from '../queries/match-policies.ts';
import { act, type PlannedDecision } from './act-on-lines.ts';
import { storeDecisions } from './store-decisions.ts';

interface MatchLines {
  readonly fileId: string;
  readonly next: NextDecisions;
  /** Ids for decisions and events: see `countIds`. */
  readonly ids: readonly string[];
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** The time zone whose days amounts are counted by. */
  readonly timeZone: string;
}

/** The most lines that one update closes. One booked line can replace many pending ones. */
const MAX_IDS = 1024;

const NOTHING: MatchRound = { lineCount: 0, decidedCount: 0, states: [], outcomes: [] };

/**
 * Stores the decisions about the next new lines of a file. A certain match settles by the ordinary transition, in the
 * commit of its decision, so a line never settles twice. A decision is not stored, and its line stays new, if something
 * has changed since: the line is no longer new, its statement was released, or its transaction has another sequence. If
 * a policy has changed, none is stored. A line that only a policy settles is decided about again if its money is in
 * doubt by now.
 */
export async function matchLines(
  trx: DatabaseTransaction,
  { fileId, next, ids, ...terms }: MatchLines,
): Promise<MatchRound> {
  if (next.lineCount === 0) return finish(trx, fileId, terms.nowMs);
  // So a change of a policy finds all lines that were decided about by the old one.
  await lockPolicies(trx, 'shared');
  if (!(await lockImported(trx, fileId))) return NOTHING;
  const isNew = await lockNew(trx, next);
  const replaced = next.replacedIds.filter((id) => isNew.has(id)).map(() => 'replaced' as const);
  await closeReplaced(trx, next.replacedIds, terms.nowMs);
  const done = { ...NOTHING, lineCount: next.lineCount, decidedCount: replaced.length, states: replaced };
  if (await isOtherPolicy(trx, next)) return done;
  const left = [...ids];
  const planned = next.decided.flatMap(({ decision, isHeld }): PlannedDecision[] => {
    const [decisionId = '', ...eventIds] = left.splice(0, idsOf(decision));
    return isNew.get(decision.lineId) === isHeld ? [{ decision, decisionId, eventIds }] : [];
  });
  const { decided, outcomes } = await act(trx, planned, {
    ...terms,
    creditedAccountIds: next.creditedAccountIds,
    matchTerms: next.terms,
  });
  await storeDecisions(trx, decided, terms.nowMs);
  const states = [...replaced, ...decided.map(({ decision }) => decision.state)];
  return { ...done, decidedCount: states.length, states, outcomes };
}

/** Prevents a file from being taken back until the command ends. @returns whether its lines count. */
async function lockImported(trx: DatabaseTransaction, fileId: string): Promise<boolean> {
  const file = trx.selectFrom('statement_files').select('id').where('id', '=', fileId);
  return (await file.where('state', '=', 'imported').forShare().executeTakeFirst()) !== undefined;
}

/** Counts the ids that the decisions about lines need. */
export function countIds({ decided }: NextDecisions): number {
  return decided.reduce((sum, { decision }) => sum + idsOf(decision), 0);
}

/** Counts one id for the decision, and one for each transition that it can have. */
function idsOf({ actions }: LineDecision): number {
  return 1 + (actions?.length ?? 1);
}

/** Marks a file without new lines as done. */
async function finish(trx: DatabaseTransaction, fileId: string, nowMs: number): Promise<MatchRound> {
  // A command that makes lines new again locks the file too, so there can be none from here to the commit.
  await trx.selectFrom('statement_files').select('id').where('id', '=', fileId).forUpdate().execute();
  if (await findFirstNew(trx, { fileId, limit: 1 })) return { ...NOTHING, lineCount: 1 };
  await trx.updateTable('statement_files').set({ matched_at_ms: nowMs }).where('id', '=', fileId).execute();
  return NOTHING;
}

/**
 * Locks, until the command ends, the lines that are still new and that no operator plans to confirm. During that time,
 * their statements cannot be released.
 * @returns whether their statements are held, by line id.
 */
async function lockNew(
  trx: DatabaseTransaction,
  { decided, replacedIds }: NextDecisions,
): Promise<ReadonlyMap<string, boolean>> {
  const ids = [...decided.map(({ decision }) => decision.lineId), ...replacedIds];
  const found = new Map<string, boolean>();
  for (const chunk of chunksOf(ids, MAX_IDS)) {
    const rows = await trx
      .selectFrom('statement_lines as l')
      .innerJoin('statements as s', 's.id', 'l.statement_id')
      .select(['l.id', IS_HELD.as('held')])
      .where('l.id', 'in', chunk)
      .where('l.state', '=', 'new')
      .orderBy('l.id')
      .forUpdate('l')
      .forShare('s')
      .execute();
    for (const { id, held } of rows) found.set(id, held === 1);
  }
  for (const id of (await findPlansOfLines(trx)).keys()) found.delete(id);
  return found;
}

/** Closes pending lines whose booked line exists, since otherwise their money would seem to be received twice. */
async function closeReplaced(
  trx: DatabaseTransaction,
  replacedIds: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const chunk of chunksOf(replacedIds, MAX_IDS))
    await trx
      .updateTable('statement_lines')
      .set({ state: 'replaced' satisfies StoredLineState, is_open: 0, state_at_ms: nowMs })
      .where('id', 'in', chunk)
      .where('is_open', '=', 1)
      .execute();
}

async function isOtherPolicy(
  trx: DatabaseTransaction,
  { clientIds, policies }: NextDecisions,
): Promise<boolean> {
  const now = await findPolicies(trx, clientIds);
  return clientIds.some((id) => JSON.stringify(now.get(id)) !== JSON.stringify(policies.get(id)));
}
