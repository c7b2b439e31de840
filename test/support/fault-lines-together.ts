import { expect } from 'vitest';
import { deskTerms } from './desk-terms.ts';
import type { Scenario } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { fileOf, references, storeFile, storePayment } from './fault-statements.ts';

/** Two halves of a deposit, which is settled with their sum. */
async function storeHalves(fixture: Fixture) {
  const { transactionId, lineId } = await storePayment(fixture, { amountMinor: 25_000 });
  const [otherId = ''] = await storeFile(
    fixture,
    await fileOf(fixture, references(1), { amountMinor: 25_000 }),
  );
  const { database, appContext, merchants } = fixture;
  const clientId = merchants[1].id;
  const lineIds = [lineId, otherId];
  const row = database.prepare('select status, final_amount_minor as amount from transactions where id = ?');
  const matched = database
    .prepare(
      `select count(*) from statement_lines as l join line_decisions as d on d.id = l.decision_id
       where l.state = 'matched' and l.is_open = 0 and d.settles = 1 and l.transaction_id = ?`,
    )
    .pluck();
  return {
    /** Confirms both, at once or with a plan. */
    confirm: (holdMs: number) =>
      appContext.dependencies.db.run('confirmLines', {
        ...deskTerms(appContext.dependencies),
        lineIds,
        decisionIds: lineIds.map(() => appContext.dependencies.runtime.newId()),
        transactionId,
        clientId,
        holdMs,
        audit: undefined,
      }),
    /** Whether both pay the deposit; fails where one alone does. */
    arePaying() {
      const count = matched.get(transactionId);
      const settled = { status: 'successful', amount: 50_000 };
      expect(row.get(transactionId)).toEqual(count === 2 ? settled : { status: 'pending', amount: null });
      expect([0, 2]).toContain(count);
      return count === 2;
    },
  };
}

export const confirmingTogether: Scenario = {
  async prepare(fixture) {
    const { confirm, arePaying } = await storeHalves(fixture);
    return [{ send: () => confirm(0), isDone: arePaying, expectResult: () => {} }];
  },
};

/** The run of a plan that two lines are the reason of. */
export const runningOfLines: Scenario = {
  async prepare(fixture) {
    const { confirm, arePaying } = await storeHalves(fixture);
    expect(await confirm(8000)).toMatchObject({ kind: 'stored', isPlanned: true });
    expect(arePaying()).toBe(false);
    fixture.clock.advance(8000);
    const plans = fixture.database.prepare('select count(*) from planned_transitions').pluck();
    return [
      {
        send: () => fixture.appContext.dependencies.transactions.runDuePlans(),
        isDone() {
          const isDone = arePaying();
          expect(plans.get()).toBe(isDone ? 0 : 1);
          return isDone;
        },
        expectResult: () => {},
      },
    ];
  },
};
