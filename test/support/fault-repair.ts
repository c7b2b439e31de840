import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import type { RepairOutput } from '../../src/domain/repair.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { storePending } from './fault-transactions.ts';
import { applyTransition } from './manual-clock-service.ts';

/** A settled row without its event, callbacks that wait for nothing, and accounts that count too much. */
const BREAK = `
  update transactions set status = 'successful', sequence = 2, final_amount_minor = amount_minor
    where id = (select min(id) from transactions where status = 'pending');
  update transactions set reference = '22222223'
    where id = (select max(id) from transactions where type = 'deposit');
  update callbacks set due_at_ms = null;
  update bank_accounts set paid_minor = paid_minor + 1, pending_minor = pending_minor + 1`;

/** Stores transactions, and damages of every kind. */
export async function storeBroken(fixture: Fixture): Promise<void> {
  const [id = ''] = await storePending(fixture, 3);
  await applyTransition(fixture.appContext, id, { kind: 'settle', sequence: 1 });
  fixture.database.exec(BREAK);
}

const repairing: Scenario = {
  disagrees: true,
  async prepare(fixture) {
    const { appContext, clock, database } = fixture;
    await storeBroken(fixture);
    const recorded = database.prepare('select count(*) from repairs').pluck();
    const events = database.prepare('select count(*) from events').pluck();
    const input = { nowMs: clock.nowMs(), steadyNowMs: clock.nowMs() };
    return [
      {
        send: () => appContext.engine.run('repair', input),
        isDone() {
          const isRecorded = recorded.get() !== 0;
          expect(events.get()).toBe(isRecorded ? 2 : 1);
          return isRecorded;
        },
        expectResult(result, wasDone) {
          const { count } = result as RepairOutput;
          expect(count > 0).toBe(!wasDone);
          if (!wasDone) expect(recorded.get()).toBe(count);
        },
      },
    ];
  },
};

export const repairScenarios = {
  repair: { 'of every kind of damage': repairing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
