import type {
  ProblemCode,
  ReadLimits,
  StatementPart,
  StatementProblem,
} from '../reconciliation/domain/statement.ts';
import { problemPart } from './read-failure.ts';

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
