import { matchLines } from '../../src/reconciliation/domain/matching/decide-lines.ts';
import { lookupsOf } from '../../src/reconciliation/domain/matching/lookups.ts';
import type { LineDecision, MatchFacts } from '../../src/reconciliation/domain/matching/model.ts';
import { createRandom } from '../../test/support/random.ts';
import { Books, type Unsettled } from './books.ts';
import { ACCOUNTS } from './days.ts';
import { createFigures, type Figures } from './figures.ts';
import type { Days, LineSource, PlannedLine } from './plan.ts';

const HOUR_MS = 3_600_000;
const IMPORT_EVERY_MS = 4 * HOUR_MS;

/**
 * Plays the storage, the jobs and an operator through some days: imports the lines of each account every few hours,
 * loads the facts, does what the rules decide, and lets the operator settle the rest according to what really happened.
 */
export function runDesk(days: Days, seed: number, source: LineSource = asPlanned(days)): Figures {
  const desk = new Desk(days, seed, source);
  for (let nowMs = days.startMs; nowMs <= days.endMs; nowMs += IMPORT_EVERY_MS) desk.advance(nowMs);
  return desk.figures;
}

/** Gives the lines as they were planned, in the order of time. */
function asPlanned({ lines }: Days): LineSource {
  let given = 0;
  return {
    receive(nowMs) {
      const from = given;
      while (given < lines.length && (lines[given]?.atMs ?? 0) <= nowMs) given += 1;
      const received = lines.slice(from, given);
      return { lines: received, replacedIds: received.flatMap(({ replaces }) => replaces ?? []) };
    },
  };
}

class Desk {
  readonly figures = createFigures();
  readonly #random;
  readonly #source: LineSource;
  readonly #books: Books;
  readonly #decided = new Set<string>();

  constructor(days: Days, seed: number, source: LineSource) {
    this.#source = source;
    this.#books = new Books(days);
    this.#random = createRandom(seed + 1);
  }

  advance(nowMs: number): void {
    this.#books.advance(nowMs);
    this.#operate(nowMs);
    const { lines, replacedIds } = this.#source.receive(nowMs);
    const replaced = new Set(replacedIds);
    for (const lineId of replaced) this.#books.unsettled.delete(lineId);
    const arrived = lines
      .filter(({ lineId }) => !replaced.has(lineId))
      .map((planned): Unsettled => {
        const { lineId, bankAccountId, line } = planned;
        return { planned, facts: { lineId, bankAccountId, isHeld: false, line }, lookups: lookupsOf(line) };
      });
    for (const line of arrived) this.#books.arrive(line);
    for (const account of Object.keys(ACCOUNTS)) {
      const group = arrived.filter(({ planned }) => planned.bankAccountId === account);
      if (group.length > 0) this.#decide(account, group, nowMs);
    }
  }

  #decide(account: string, group: readonly Unsettled[], nowMs: number): void {
    const facts = this.#books.load(account, group, nowMs);
    const startedMs = performance.now();
    const decisions = matchLines(facts);
    this.figures.matchingMs += performance.now() - startedMs;
    for (const [place, { planned }] of group.entries()) {
      const decision = decisions[place];
      if (!decision) throw new Error('a line has no decision');
      this.#record(planned, decision, facts);
    }
  }

  #record(planned: PlannedLine, decision: LineDecision, facts: MatchFacts): void {
    const { action } = decision;
    const deposit = action ? this.#books.deposits.get(action.transactionId) : undefined;
    this.figures.record({ planned, decision, facts, deposit: deposit?.plan, state: deposit?.state });
    if (!action) return;
    this.#books.settle(planned, action.transactionId, facts.nowMs);
  }

  /** The operator handles most of the lines that were decided before. */
  #operate(nowMs: number): void {
    for (const { planned } of [...this.#books.unsettled.values()]) {
      if (planned.line.status === 'pending') continue;
      const isFirst = !this.#decided.has(planned.lineId);
      this.#decided.add(planned.lineId);
      if (isFirst && this.#random.below(5) === 0) continue;
      const [transactionId] = planned.paysFor;
      const deposit = transactionId === undefined ? undefined : this.#books.deposits.get(transactionId);
      const isOpen = deposit?.state === 'pending' || deposit?.state === 'expired';
      if (transactionId !== undefined && isOpen && planned.takenBackAtMs === null)
        this.#books.settle(planned, transactionId, nowMs);
      this.#books.unsettled.delete(planned.lineId);
    }
  }
}
