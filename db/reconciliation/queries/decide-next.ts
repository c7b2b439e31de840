import { decideLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import { actionsOf } from '../../../src/reconciliation/domain/matching/decision.ts';
import type {
  LineDecision,
  LineFacts,
  MatchFacts,
  MatchTerms,
} from '../../../src/reconciliation/domain/matching/model.ts';
import type { MatchPolicy } from '../../../src/reconciliation/domain/matching/policy.ts';
import type { PreviewedRound, PreviewRound } from '../../../src/reconciliation/line-store.ts';
import type { Database } from '../../tables.ts';
import {
  findNewLines,
  findReplacedLines,
  findReplacedOf,
  type LinePlace,
  type NewLinesRequest,
} from './lines-to-match.ts';
import { addLikely, readMatchFacts } from './match-facts.ts';
import { withoutExplained } from './other-lines.ts';

/** How long one step takes before it stops after the current line: other reads wait for it. */
const STEP_MS = 10;

/** The decisions about the next lines of a file, and what they are based on. */
export interface NextDecisions {
  /** How many new lines were looked at; 0 if the file has no more. */
  readonly lineCount: number;
  /** Pending lines, of this file and others, whose booked line is there. */
  readonly replacedIds: readonly string[];
  readonly decided: readonly { readonly decision: LineDecision; readonly isHeld: boolean }[];
  /** The account of the lines, if a credit is to change something. */
  readonly creditedAccountIds: readonly string[];
  /** The last line that was looked at; undefined if others before it were not. */
  readonly last: LinePlace | undefined;
  /** The clients whose policies the decisions used. */
  readonly clientIds: readonly string[];
  readonly policies: ReadonlyMap<string, MatchPolicy>;
  readonly terms: MatchTerms;
}

interface DecideNext extends NewLinesRequest {
  readonly terms: MatchTerms;
}

/**
 * Decides about the next new lines of a file, of one account; about fewer if these take long. It only reads, without
 * locks: the command `matchLines` stores the decisions.
 */
export async function decideNext(db: Database, { terms, ...request }: DecideNext): Promise<NextDecisions> {
  const { lines, last } = await findNewLines(db, request);
  const replaced = lines.length === 0 ? new Set<string>() : await findReplacedLines(db, lines);
  const booked = lines.filter(({ lineId }) => !replaced.has(lineId));
  const none = {
    terms,
    lineCount: lines.length,
    last,
    replacedIds: [...replaced],
    decided: [],
    creditedAccountIds: [],
    clientIds: [],
  };
  if (booked.length === 0) return { ...none, policies: new Map() };
  const { facts, decisions } = await decide(db, booked, { terms });
  const isHeld = new Map(booked.map((line) => [line.lineId, line.isHeld]));
  const acting = new Set(decisions.flatMap((one) => (actionsOf(one).length > 0 ? one.lineId : [])));
  const credits = booked.filter(({ lineId, line }) => line.direction === 'credit' && acting.has(lineId));
  return {
    ...none,
    decided: decisions.map((decision) => ({ decision, isHeld: isHeld.get(decision.lineId) ?? true })),
    creditedAccountIds: credits.slice(0, 1).map(({ bankAccountId }) => bankAccountId),
    clientIds: [...new Set(facts.deposits.map(({ clientId }) => clientId))],
    policies: facts.policies,
  };
}

/**
 * Decides about lines of an unsaved file, each by what is stored and by the debits of the file. If all take long, it
 * decides only about the first ones.
 */
export async function previewMatches(
  db: Database,
  { lines: given, debits, naming, terms }: PreviewRound & { readonly terms: MatchTerms },
): Promise<PreviewedRound> {
  const account = given[0]?.facts.bankAccountId ?? '';
  const keyed = given.map(({ facts: { lineId, line }, ...place }) => ({ ...place, lineId, line }));
  const replaced = await findReplacedOf(db, account, keyed);
  const booked = given.map(({ facts }) => facts).filter(({ lineId }) => !replaced.has(lineId));
  const replacedIds = [...replaced];
  if (booked.length === 0) return { replacedIds, decisions: [] };
  const { decisions } = await decide(db, booked, {
    terms,
    debits: await withoutExplained(db, debits),
    naming,
  });
  return { replacedIds, decisions };
}

interface DecisionTerms {
  readonly terms: MatchTerms;
  /** Debits that are not stored. */
  readonly debits?: readonly LineFacts[];
  /** Lines that are not stored, and name payouts. */
  readonly naming?: readonly LineFacts[];
}

/** Decides about lines of one account; only about the first ones if all take long. */
export async function decide(
  db: Database,
  lines: readonly LineFacts[],
  { terms, debits = [], naming = [] }: DecisionTerms,
): Promise<{ readonly facts: MatchFacts; readonly decisions: readonly LineDecision[] }> {
  const read = await readMatchFacts(db, lines, { ...terms, unsaved: naming });
  const facts = { ...read, debits: [...read.debits, ...debits] };
  let endsAtMs = Number.POSITIVE_INFINITY;
  const decisions = await decideLines(facts, {
    isOver: () => performance.now() >= endsAtMs,
    async addLikely(open) {
      const more = await addLikely(db, facts, { ...terms, lines: open });
      endsAtMs = performance.now() + STEP_MS;
      return more;
    },
  });
  return { facts, decisions };
}
