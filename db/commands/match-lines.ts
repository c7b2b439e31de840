import { decideLines } from '../../src/domain/matching/decide-lines.ts';
import type { LineAction, LineFacts, MatchFacts } from '../../src/domain/matching/model.ts';
import { payersTaughtBy } from '../../src/domain/matching/taught-payers.ts';
import type { MatchRound, StoredLineState } from '../../src/operations/reconciliation/line-store.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import { findNewLines, findReplacedLines } from '../queries/lines-to-match.ts';
import { readMatchFacts, withNamesakes, withWaiting } from '../queries/match-facts.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { DatabaseTransaction } from '../tables.ts';
import { applyTransitions } from './apply-transitions.ts';
import { type DecidedLine, storeDecisions, type TaughtPayer } from './common/store-decisions.ts';

interface MatchLines {
  readonly fileId: string;
  /** The most lines of one command, so that other commands run in between. */
  readonly limit: number;
  /** Ids for decisions and events: two for each line. */
  readonly ids: readonly string[];
  readonly nowMs: number;
  readonly steadyNowMs: number;
  /** The zone by whose days amounts are counted. */
  readonly timeZone: string;
  readonly lateGraceMs: number;
  readonly nameWindowMs: number;
}

/** The lines that one update closes: a booked line can take the place of many. */
const MOST_IDS = 1024;

const RECONCILIATION = { kind: 'reconciliation', clientId: null } as const;

/**
 * Decides about the next new lines of a file, of one account: about fewer, where these take long. What is certain
 * settles by the ordinary transition, in the commit of the decision, so that a line never settles twice. A line whose
 * transaction has changed under the decision stays new.
 */
export async function matchLines(
  trx: DatabaseTransaction,
  { fileId, limit, ids, nowMs, steadyNowMs, timeZone, ...terms }: MatchLines,
): Promise<MatchRound> {
  // A change of a policy finds all lines that were decided about by the former one.
  await engineSqlOf(trx).lockPolicies(trx, 'shared');
  const found = await findNext(trx, { fileId, limit, nowMs });
  const replaced = await closeReplaced(trx, found, nowMs);
  const booked = found.filter(({ lineId }) => !replaced.has(lineId));
  const replacedStates = found.filter(({ lineId }) => replaced.has(lineId)).map(() => 'replaced' as const);
  const done = {
    lineCount: found.length,
    decidedCount: replacedStates.length,
    states: replacedStates,
    outcomes: [],
  };
  if (booked.length === 0) return done;
  const facts = await readMatchFacts(trx, booked, { nowMs, ...terms });
  const decisions = await decideLines(facts, {
    withNamesakes: (named) => withNamesakes(trx, facts, { nowMs, ...terms, named }),
    withWaiting: (known) => withWaiting(trx, known),
  });
  const planned = decisions.map((decision, index) => ({
    ...{ decision, decisionId: ids[2 * index] as string, eventId: ids[2 * index + 1] as string },
  }));
  const acting = planned.filter(({ decision }) => decision.action !== null);
  const outcomes = await applyTransitions(trx, {
    ...{ nowMs, steadyNowMs, timeZone },
    requests: acting.map(({ decision, eventId }) => requestOf(decision.action as LineAction, eventId)),
  });
  const outcomeOf = new Map(acting.map(({ eventId }, index) => [eventId, outcomes[index]]));
  const decided = planned.flatMap(({ decision, decisionId, eventId }): DecidedLine[] => {
    const ids = { decisionId, actor: RECONCILIATION };
    if (decision.action === null) return [{ ...ids, decision, eventId: null }];
    const outcome = outcomeOf.get(eventId);
    if (isChanged(outcome)) return [{ ...ids, decision, eventId }];
    // To decide anew would be refused again, and would keep all later lines waiting.
    const isFinal = outcome?.kind === 'refused' && outcome.refusal.type !== 'error_stale_sequence';
    return isFinal
      ? [{ ...ids, decision: { ...decision, state: 'proposed', action: null }, eventId: null }]
      : [];
  });
  await storeDecisions(trx, decided, { nowMs, payers: taughtBy(facts, decided) });
  const states = [...replacedStates, ...decided.map(({ decision }) => decision.state)];
  return { ...done, decidedCount: states.length, states, outcomes };
}

/** Finds the next new lines of a file. A file without any is done. */
async function findNext(
  trx: DatabaseTransaction,
  { fileId, limit, nowMs }: Pick<MatchLines, 'fileId' | 'limit' | 'nowMs'>,
): Promise<LineFacts[]> {
  const lines = await findNewLines(trx, fileId, limit);
  if (lines.length > 0) return lines;
  // A command that makes lines new again locks the file too, so there are none from here to the commit.
  await trx.selectFrom('statement_files').select('id').where('id', '=', fileId).forUpdate().execute();
  const released = await findNewLines(trx, fileId, limit);
  if (released.length > 0) return released;
  await trx.updateTable('statement_files').set({ matched_at_ms: nowMs }).where('id', '=', fileId).execute();
  return [];
}

/** Closes pending lines of which the booked line is there: its money would seem to have come twice. @returns their ids. */
async function closeReplaced(
  trx: DatabaseTransaction,
  lines: readonly LineFacts[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  if (lines.length === 0) return new Set();
  const replaced = await findReplacedLines(trx, lines);
  for (const chunk of chunksOf([...replaced], MOST_IDS))
    await trx
      .updateTable('statement_lines')
      .set({ state: 'replaced' satisfies StoredLineState, is_open: 0, state_at_ms: nowMs })
      .where('id', 'in', padToPowerOfTwo(chunk))
      .where('is_open', '=', 1)
      .execute();
  return replaced;
}

function requestOf({ kind, transactionId, sequence, finalAmountMinor }: LineAction, eventId: string) {
  // The rules have weighed the difference, by the policy of the client.
  const command = { kind, sequence, finalAmountMinor, acceptDifference: true };
  return { transactionId, command, actor: RECONCILIATION, eventId };
}

function isChanged(outcome: Awaited<ReturnType<typeof applyTransitions>>[number] | undefined): boolean {
  return outcome?.kind === 'stored' && outcome.isChanged;
}

/** The payers whose accounts were shown by lines that a reference matched. */
function taughtBy(facts: MatchFacts, decided: readonly DecidedLine[]): TaughtPayer[] {
  const decisionIdOf = new Map(decided.map(({ decision, decisionId }) => [decision.lineId, decisionId]));
  const taught = payersTaughtBy(
    facts,
    decided.map(({ decision }) => decision),
  ).flatMap(({ lineId, clientId, userId, iban }) => {
    const decisionId = decisionIdOf.get(lineId);
    return decisionId === undefined ? [] : [{ clientId, userId, iban, decisionId }];
  });
  return [
    ...new Map(taught.map((one) => [JSON.stringify([one.clientId, one.userId, one.iban]), one])).values(),
  ];
}
