import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import type { RepairOutput } from '../../src/domain/consistency.ts';
import type { Subject, Subjects } from './fault-cases.ts';
import { storePending } from './fault-transactions.ts';
import { changeStored } from './manual-service.ts';

/** A settle without its event, a callback that waits for nothing, and an account that was used for too much. */
const BREAK = `
  update transactions set status = 'successful', sequence = 2, final_amount_minor = amount_minor
    where id = (select min(id) from transactions where status = 'pending');
  update callbacks set due_at_ms = null;
  update bank_accounts set used_minor = used_minor + 1`;

const repairing: Subject = {
  disagrees: true,
  async prepare(stage) {
    const { appContext, clock, database } = stage;
    const [id = ''] = await storePending(stage, 3);
    await changeStored(appContext, id, { kind: 'settle', sequence: 1 });
    database.exec(BREAK);
    const noted = database.prepare('select count(*) from repairs').pluck();
    const events = database.prepare('select count(*) from events').pluck();
    const input = { nowMs: clock.nowMs(), steadyNowMs: clock.nowMs() };
    return [
      {
        ask: () => appContext.engine.run('repair', input),
        isDone() {
          const isNoted = noted.get() !== 0;
          expect(events.get()).toBe(isNoted ? 2 : 1);
          return isNoted;
        },
        expectTold(told, wasDone) {
          const { count } = told as RepairOutput;
          expect(count > 0).toBe(!wasDone);
          if (!wasDone) expect(noted.get()).toBe(count);
        },
      },
    ];
  },
};

export const repairSubjects = {
  repair: { 'of what was torn': repairing },
} as const satisfies Partial<Record<CommandName, Subjects>>;
