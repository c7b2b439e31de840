import { groupBy, groupByEach } from '../../domain/group-by.ts';
import { indexKnown, type KnownLines, replacedAmong } from '../../domain/line-key.ts';
import { CLOSED_STATES } from '../../domain/line-states.ts';
import { debitKindOf } from '../../domain/matching/line-reading.ts';
import type { LineDecision, LineFacts } from '../../domain/matching/model.ts';
import { askOut, isOfAmount, isToPayer } from '../../domain/matching/money-out.ts';
import { creditKey, ENOUGH_OTHERS, type LineKeys } from '../../domain/matching/other-lines.ts';
import { NO_CHANGES, type RehearsedChanges } from '../../domain/matching/rehearsal.ts';
import { askByOtherNames } from './preview-names.ts';
import type { PreviewedRound, PreviewLine, PreviewRound, StatementPreviews } from './preview-store.ts';

/** A line of a file that no earlier file had. */
export interface NewLine extends PreviewLine {
  readonly statementId: string;
  readonly place: string;
  /** By what other lines find it, and what it asks for. */
  readonly keys: LineKeys;
  /** The names of deposits in it. */
  readonly names: readonly string[];
}

/** The outcome that a line would have. */
export type Outcome = Pick<LineDecision, 'evidence' | 'candidates' | 'action'> & {
  readonly state: LineDecision['state'] | 'replaced';
  readonly rule: LineDecision['rule'] | null;
};

const CLOSED: readonly string[] = CLOSED_STATES;
const REPLACED: Outcome = { state: 'replaced', rule: null, evidence: [], candidates: [], action: null };

/**
 * Decides about the new lines of a file as the matching would after its import: in the same groups, each after what the
 * one before would have changed. Nothing is stored.
 * @returns the outcome of each line by its id.
 */
export async function rehearseLines(
  previews: StatementPreviews,
  given: readonly NewLine[],
): Promise<ReadonlyMap<string, Outcome>> {
  const lines = await askByOtherNames(given, previews.findDeposits);
  const outcomes = new Map<string, Outcome>();
  const open = new OpenLines(lines);
  let changes = NO_CHANGES;
  let waiting = [...lines].sort(byStatement);
  while (waiting.length > 0) {
    const next = waiting.slice(0, previews.roundSize);
    const account = next[0]?.facts.bankAccountId;
    const round = next.filter(({ facts }) => facts.bankAccountId === account);
    for (const id of open.closeReplaced(round)) outcomes.set(id, REPLACED);
    const left = round.filter(({ facts }) => !outcomes.has(facts.lineId));
    if (left.length > 0) {
      const decided = await decideRound(previews, open, { lines: left, changes });
      changes = joined(changes, decided.changes);
      for (const [lineId, outcome] of outcomesOf(decided, left)) {
        outcomes.set(lineId, outcome);
        if (CLOSED.includes(outcome.state)) open.close(lineId);
      }
    }
    // Those of a round that would take too long come again.
    waiting = waiting.filter(({ facts }) => !outcomes.has(facts.lineId));
  }
  return outcomes;
}

type Decided = Extract<PreviewedRound, { readonly kind: 'decided' }>;

function outcomesOf(
  { decisions, changes }: Decided,
  lines: readonly NewLine[],
): ReadonlyMap<string, Outcome> {
  const closed = new Set(changes.closedLineIds);
  const replaced = lines.filter(({ facts }) => closed.has(facts.lineId));
  const outcomes = [
    ...replaced.map(({ facts }) => [facts.lineId, REPLACED] as const),
    ...decisions.map((decision) => [decision.lineId, decision] as const),
  ];
  if (outcomes.length === 0) throw new Error('a round of a preview decided about no line');
  return new Map(outcomes);
}

async function decideRound(
  { decide }: StatementPreviews,
  open: OpenLines,
  { lines, changes }: { readonly lines: readonly NewLine[]; readonly changes: RehearsedChanges },
): Promise<Decided> {
  const round: PreviewRound = {
    lines: lines.map(({ facts, key, occurrence }) => ({ facts, key, occurrence })),
    others: open.othersOf(lines),
    moneyOut: open.moneyOutOf(lines),
    changes,
  };
  const first = await decide(round);
  if (first.kind === 'decided') return first;
  const named = lines.filter(({ facts }) => first.lineIds.includes(facts.lineId));
  const second = await decide({ ...round, credits: open.creditsOf(named) });
  if (second.kind === 'decided') return second;
  throw new Error('the preview was asked for the same lines twice');
}

/** The matching goes statement by statement. */
function byStatement(a: NewLine, b: NewLine): number {
  if (a.statementId !== b.statementId) return a.statementId < b.statementId ? -1 : 1;
  return a.facts.lineId < b.facts.lineId ? -1 : 1;
}

function joined(before: RehearsedChanges, after: RehearsedChanges): RehearsedChanges {
  return {
    settled: [...before.settled, ...after.settled],
    payers: [...before.payers, ...after.payers],
    closedLineIds: [...before.closedLineIds, ...after.closedLineIds],
  };
}

/** The lines of the file that something may still decide about. */
class OpenLines {
  readonly #open: Map<string, NewLine>;
  /** In the order of the file, which is that of their ids. */
  readonly #byKey = new Map<string, Set<NewLine>>();
  /** All lines of the file, by their account. */
  readonly #known: ReadonlyMap<string, KnownLines>;
  readonly #debitsByIban: ReadonlyMap<string, readonly NewLine[]>;
  readonly #debitsByAmount: ReadonlyMap<number, readonly NewLine[]>;
  readonly #debitsByName: ReadonlyMap<string, readonly NewLine[]>;
  readonly #replaced = new Set<string>();

  constructor(lines: readonly NewLine[]) {
    this.#open = new Map(lines.map((line) => [line.facts.lineId, line]));
    const byAccount = groupBy(lines.map(toTwin), ({ bankAccountId }) => bankAccountId);
    this.#known = new Map([...byAccount].map(([account, known]) => [account, indexKnown(known)]));
    const debits = lines.filter(isDebit);
    this.#debitsByIban = groupBy(debits, ({ facts }) => facts.line.counterpartyIban ?? '');
    // A file can have very many fees of one amount, and each payment of the amount would read them anew.
    const others = debits.filter(({ facts }) => debitKindOf(facts.line) !== 'fee');
    this.#debitsByAmount = groupBy(others, ({ facts }) => facts.line.amountMinor);
    this.#debitsByName = groupByEach(debits, ({ names }) => names);
    for (const line of lines) {
      for (const key of keysToFind(line)) {
        const group = this.#byKey.get(key);
        if (group) group.add(line);
        else this.#byKey.set(key, new Set([line]));
      }
    }
  }

  close(lineId: string): void {
    const line = this.#open.get(lineId);
    if (!line) return;
    this.#open.delete(lineId);
    for (const key of keysToFind(line)) this.#byKey.get(key)?.delete(line);
  }

  /** Closes pending lines of which the file has the booked line. @returns the ids of those. */
  closeReplaced(round: readonly NewLine[]): readonly string[] {
    const known = this.#known.get(round[0]?.facts.bankAccountId ?? '');
    const ids = known ? replacedAmong(round.map(toTwin), known) : [];
    for (const id of ids) {
      this.close(id);
      this.#replaced.add(id);
    }
    return ids;
  }

  othersOf(round: readonly NewLine[]): readonly LineFacts[] {
    return this.#firstOf(round.flatMap(({ keys }) => keys.asked));
  }

  creditsOf(named: readonly NewLine[]): readonly LineFacts[] {
    return this.#firstOf(named.map(({ facts }) => creditKey(facts)));
  }

  /** Also lines about which nobody has to decide, but none of which the file has the booked line. */
  moneyOutOf(round: readonly NewLine[]): readonly LineFacts[] {
    const found = new Set<LineFacts>();
    const add = (debits: readonly NewLine[] | undefined, isMeant: (debit: LineFacts) => boolean) => {
      let left = ENOUGH_OTHERS;
      for (const { facts } of debits ?? []) {
        if (left === 0) return;
        if (!isMeant(facts) || this.#replaced.has(facts.lineId)) continue;
        left -= 1;
        found.add(facts);
      }
    };
    for (const asked of askOut(round.map(({ facts }) => facts))) {
      const { counterpartyIban } = asked;
      if (counterpartyIban !== null)
        add(this.#debitsByIban.get(counterpartyIban), (debit) => isToPayer(asked, debit));
      add(this.#debitsByAmount.get(asked.amountMinor), (debit) => isOfAmount(asked, debit));
    }
    for (const name of new Set(round.flatMap(({ keys, names }) => (keys.asked.length > 0 ? names : []))))
      add(this.#debitsByName.get(name), () => true);
    return [...found];
  }

  /** Of each key as many lines as are enough to decide. */
  #firstOf(keys: readonly string[]): readonly LineFacts[] {
    const found = new Set<LineFacts>();
    for (const key of new Set(keys)) {
      let left = ENOUGH_OTHERS;
      for (const { facts } of this.#byKey.get(key) ?? []) {
        if (left === 0) break;
        left -= 1;
        found.add(facts);
      }
    }
    return [...found];
  }
}

function keysToFind({ facts, keys }: NewLine): readonly string[] {
  return facts.line.direction === 'credit' ? [...keys.found, creditKey(facts)] : keys.found;
}

function isDebit({ facts }: NewLine): boolean {
  return facts.line.direction === 'debit';
}

function toTwin({ facts, key, occurrence }: NewLine) {
  return { ...facts, key, occurrence, isOpen: true };
}
