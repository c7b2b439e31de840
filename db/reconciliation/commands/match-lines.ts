import type { LineAction, LineDecision } from '../../../src/reconciliation/domain/matching/model.ts';
import type { MatchRound, StoredLineState } from '../../../src/reconciliation/line-store.ts';
import type { TransitionOutcome } from '../../../src/transactions/store.ts';
import { lockPolicies, lockTransactions } from '../../engines/statements.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { applyTransitions } from '../../transactions/commands/apply-transitions.ts';
import { findPlans, findPlansOfLines } from '../../transactions/queries/plans.ts';
import { findTransactions } from '../../transactions/queries/transactions.ts';
import type { NextDecisions } from '../queries/decide-next.ts';
import { findNewLines, IS_HELD } from '../queries/lines-to-match.ts';
import { findPolicies } from '../queries/match-policies.ts';
import { findPayingLines } from './lines.ts';
import { type DecidedLine, storeDecisions } from './store-decisions.ts';

interface MatchLines {
  readonly fileId: string;
  readonly next: NextDecisions;
  /** Ids for decisions and events: two for each line. */
  readonly ids: readonly string[];
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
}

/** The most lines that one update closes. One booked line can replace many pending ones. */
const MAX_IDS = 1024;

/** Refusals after which a line is decided about again. */
const PASSING: ReadonlySet<string> = new Set(['error_stale_sequence', 'planned']);
const RECONCILIATION = { kind: 'reconciliation', clientId: null } as const;
const NOTHING: MatchRound = { lineCount: 0, decidedCount: 0, states: [], outcomes: [] };

/**
 * Stores what was decided about the next new lines of a file. What is certain settles by the ordinary transition, in the
 * commit of the decision, so that a line never settles twice. Whatever has changed since it was decided is not stored: a
 * line that is no longer new, or whose statement was released; a transaction with another sequence; all, where a policy
 * is another one. Such a line stays new.
 */
export async function matchLines(
  trx: DatabaseTransaction,
  { fileId, next, ids, ...terms }: MatchLines,
): Promise<MatchRound> {
  if (next.lineCount === 0) return finish(trx, fileId, terms.nowMs);
  // A change of a policy finds all lines that were decided about by the former one.
  await lockPolicies(trx, 'shared');
  const isNew = await lockNew(trx, next);
  const replaced = next.replacedIds.filter((id) => isNew.has(id)).map(() => 'replaced' as const);
  await closeReplaced(trx, next.replacedIds, terms.nowMs);
  const done = { ...NOTHING, lineCount: next.lineCount, decidedCount: replaced.length, states: replaced };
  if (await isOtherPolicy(trx, next)) return done;
  const planned = next.decided.flatMap(({ decision, isHeld }, place): Planned[] => {
    const [decisionId = '', eventId = ''] = ids.slice(2 * place);
    return isNew.get(decision.lineId) === isHeld ? [{ decision, decisionId, eventId }] : [];
  });
  const { decided, outcomes } = await act(trx, planned, terms);
  await storeDecisions(trx, decided, terms.nowMs);
  const states = [...replaced, ...decided.map(({ decision }) => decision.state)];
  return { ...done, decidedCount: states.length, states, outcomes };
}

/** Calls a file done that has no new lines. */
async function finish(trx: DatabaseTransaction, fileId: string, nowMs: number): Promise<MatchRound> {
  // A command that makes lines new again locks the file too, so there are none from here to the commit.
  await trx.selectFrom('statement_files').select('id').where('id', '=', fileId).forUpdate().execute();
  const { lines: released } = await findNewLines(trx, { fileId, limit: 1 });
  if (released.length > 0) return { ...NOTHING, lineCount: released.length };
  await trx.updateTable('statement_files').set({ matched_at_ms: nowMs }).where('id', '=', fileId).execute();
  return NOTHING;
}

/**
 * Locks the lines that are still new and that no operator has planned to confirm, until the command ends. Meanwhile
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

/** Closes pending lines whose booked line exists: their money would otherwise seem to be received twice. */
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

interface Planned {
  readonly decision: LineDecision;
  readonly decisionId: string;
  readonly eventId: string;
}

interface Acted {
  readonly decided: readonly DecidedLine[];
  readonly outcomes: readonly TransitionOutcome[];
}

/** Makes the transitions of decisions. @returns the decisions that hold. */
async function act(
  trx: DatabaseTransaction,
  planned: readonly Planned[],
  terms: Omit<MatchLines, 'fileId' | 'next' | 'ids'>,
): Promise<Acted> {
  const acting = planned.flatMap(({ decision: { action }, eventId }) =>
    action && action.kind !== 'note' ? [{ action, kind: action.kind, eventId }] : [],
  );
  const noted = await findNotable(trx, planned);
  const outcomes = await applyTransitions(trx, {
    ...terms,
    requests: acting.map(({ kind, action, eventId }) => requestOf(kind, action, eventId)),
  });
  const outcomeOf = new Map(acting.map(({ eventId }, place) => [eventId, outcomes[place]]));
  const decided = planned.flatMap(({ decision, decisionId, eventId }): DecidedLine[] => {
    const made = { decisionId, decision, actor: RECONCILIATION };
    const { action } = decision;
    if (action === null || action.kind === 'note')
      return action === null || noted.has(action.transactionId) ? [{ ...made, eventId: null }] : [];
    const outcome = outcomeOf.get(eventId);
    if (outcome?.kind === 'stored' && outcome.isChanged) return [{ ...made, eventId }];
    // To decide again would be refused again, and would keep all later lines waiting.
    const isFinal = outcome?.kind === 'refused' && !PASSING.has(outcome.refusal.type);
    return isFinal
      ? [{ ...made, decision: { ...decision, state: 'proposed', action: null }, eventId: null }]
      : [];
  });
  return { decided, outcomes };
}

/**
 * Finds the manually settled deposits for which a line can be noted as the payment: they have not changed since, no
 * line has paid them, and no plan would reverse them.
 */
async function findNotable(
  trx: DatabaseTransaction,
  planned: readonly Planned[],
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

function requestOf(
  kind: Exclude<LineAction['kind'], 'note'>,
  { transactionId, sequence, finalAmountMinor }: LineAction,
  eventId: string,
) {
  // The rule has weighed the difference, by the policy of the client.
  const command = { kind, sequence, finalAmountMinor, acceptDifference: true };
  return { transactionId, command, actor: RECONCILIATION, eventId };
}
