import { MOST_LISTED } from '../../../src/domain/consistency.ts';
import type { RepairDone, RepairOutput } from '../../../src/domain/repair.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import type { Audited } from '../common/append-audit.ts';

export interface RepairInput extends Audited {
  readonly nowMs: number;
  /** The time by the clock of callback due times. */
  readonly steadyNowMs: number;
}

/** One run of the repair: its transaction, its input, and the changes it has made. */
export class RepairRun {
  readonly trx: DatabaseTransaction;
  readonly input: RepairInput;
  readonly #done: RepairDone[] = [];
  #count = 0;

  constructor(trx: DatabaseTransaction, input: RepairInput) {
    this.trx = trx;
    this.input = input;
  }

  /** Stores what was changed, in the same commit as the change. */
  async record(done: RepairDone): Promise<void> {
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

/** Checks whether the row already has the values `after`. */
export function isSame(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  return Object.keys(after).every((key) => before[key] === after[key]);
}
