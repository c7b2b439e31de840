import { MOST_LISTED, type RepairDone, type RepairOutput } from '../../../src/domain/consistency.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** What a repair is run with: plain data. */
export interface RepairInput {
  readonly nowMs: number;
  /** The time of the clock that callbacks are due by. */
  readonly steadyNowMs: number;
}

/** A repair while it runs: where it writes, and what it has done. */
export class RepairLog {
  readonly trx: DatabaseTransaction;
  readonly input: RepairInput;
  readonly #done: RepairDone[] = [];
  #count = 0;

  constructor(trx: DatabaseTransaction, input: RepairInput) {
    this.trx = trx;
    this.input = input;
  }

  /** Writes down one thing that was done, in the same commit. */
  async note(done: RepairDone): Promise<void> {
    const { kind, subject, before, after } = done;
    await this.trx
      .insertInto('repairs')
      .values({
        repaired_at_ms: this.input.nowMs,
        kind,
        subject,
        detail: JSON.stringify({ before, after }),
      })
      .execute();
    this.#count += 1;
    if (this.#done.length < MOST_LISTED) this.#done.push(done);
  }

  output(): RepairOutput {
    return { done: this.#done, count: this.#count };
  }
}

/** Whether nothing would be changed by setting these values. */
export function isSame(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys(after).every((key) => before[key] === after[key]);
}
