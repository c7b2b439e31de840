import type {
  ProblemCode,
  ReadLimits,
  StatementLine,
  StatementPart,
  StatementProblem,
} from '../reconciliation/domain/statement.ts';
import { problemPart } from './read-failure.ts';
import type { TableRow } from './table-row.ts';

/** The problems of a table. One that every row has is shown once. */
export class TableProblems {
  readonly #limits: ReadLimits;
  readonly #messages = new Set<string>();
  #count = 0;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
  }

  *add(problem: StatementProblem): Generator<StatementPart, void, void> {
    const ofTable: readonly ProblemCode[] = ['bad-currency', 'bad-status', 'unknown-columns'];
    if (ofTable.includes(problem.code) && this.#messages.has(problem.message)) return;
    this.#messages.add(problem.message);
    this.#count += 1;
    yield problemPart(problem);
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#count >= this.#limits.maxProblems;
  }
}

/** Gives the lines in the order of their balances, which seldom is another than that of the file. */
export class OrderedLines {
  readonly #order: readonly number[] | undefined;
  readonly #kept = new Map<number, StatementLine>();

  constructor(order: readonly number[] | undefined) {
    this.#order = order;
  }

  *add(row: TableRow, line: StatementLine): Generator<StatementPart, void, void> {
    if (this.#order) this.#kept.set(row.number, line);
    else yield { kind: 'line', line };
  }

  /** The lines that were kept; those without a balance come last. */
  *rest(): Generator<StatementPart, void, void> {
    for (const number of this.#order ?? []) {
      const line = this.#kept.get(number);
      this.#kept.delete(number);
      if (line) yield { kind: 'line', line };
    }
    for (const line of this.#kept.values()) yield { kind: 'line', line };
  }
}
