import { expect } from 'vitest';
import type { Scenario } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { fileOf, references, storeFile, storePayment } from './fault-statements.ts';

/** Two halves of a deposit, which are settled with their sum and reopened with its undo. */
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
    transactionId,
    clientId,
    /** Confirms both with a hold. */
    confirm: () =>
      appContext.dependencies.statements.desk.confirm({
        ...{ lineIds, transactionId, clientId, holdMs: 8000, audit: undefined },
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
    return [{ send: () => confirm(), isDone: arePaying, expectResult: () => {} }];
  },
};

/** The undo of a settle that two lines have made. */
export const undoingOfLines: Scenario = {
  async prepare(fixture) {
    const { transactionId, clientId, confirm, arePaying } = await storeHalves(fixture);
    expect(await confirm()).toMatchObject({ kind: 'stored', isHeld: true });
    const { transactions } = fixture.appContext.dependencies;
    const open = fixture.database
      .prepare("select count(*) from statement_lines where state = 'new' and is_open = 1")
      .pluck();
    return [
      {
        send: () =>
          transactions.undo({
            ...{ transactionId, sequence: 2, audit: undefined, actor: { kind: 'operator', clientId } },
          }),
        isDone() {
          const isDone = !arePaying();
          expect(open.get()).toBe(isDone ? 2 : 0);
          return isDone;
        },
        expectResult: () => {},
      },
    ];
  },
};
