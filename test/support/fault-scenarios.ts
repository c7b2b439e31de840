import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandName } from '../../db/names.ts';
import { deskTerms } from './desk-terms.ts';
import { callbackScenarios } from './fault-callbacks.ts';
import {
  ENGINE_FAULTS,
  type FaultTurn,
  RUNS_ALL_FAULTS,
  runFaults,
  type Scenario,
  type Scenarios,
} from './fault-cases.ts';
import { dayScenarios } from './fault-days.ts';
import { deskScenarios } from './fault-desk.ts';
import { directoryScenarios } from './fault-directory.ts';
import { type FaultHarness, type Fixture, openFaultHarness } from './fault-fixtures.ts';
import { housekeepingScenarios } from './fault-housekeeping.ts';
import { payoutProfileScenarios } from './fault-payout-profiles.ts';
import { payoutScenarios } from './fault-payouts.ts';
import { policyScenarios } from './fault-policies.ts';
import { profileScenarios } from './fault-profiles.ts';
import { recordScenarios } from './fault-records.ts';
import { confirmingRefund, refundScenarios, undoingRefund } from './fault-refunds.ts';
import { withOneRequest } from './fault-requests.ts';
import { fileOf, references, statementScenarios, storeFile, storePayment } from './fault-statements.ts';
import { templateScenarios } from './fault-templates.ts';
import { transactionScenarios } from './fault-transactions.ts';
import { onPostgres } from './test-database.ts';

/** Two halves of a deposit, which is settled with their sum. */
async function storeHalves(fixture: Fixture) {
  const { transactionId, lineId } = await storePayment(fixture, { amountMinor: 25_000 });
  const [otherId = ''] = await storeFile(
    fixture,
    await fileOf(fixture, references(1), { amountMinor: 25_000 }),
  );
  const { appContext, merchants } = fixture;
  const clientId = merchants[1].id;
  const lineIds = [lineId, otherId];
  /** Confirms both, at once or with a plan. */
  return (holdMs: number) =>
    appContext.dependencies.db.run('confirmLines', {
      ...deskTerms(appContext.dependencies),
      lineIds,
      decisionIds: lineIds.map(() => appContext.dependencies.runtime.newId()),
      transactionId,
      clientId,
      holdMs,
      audit: undefined,
    });
}

const confirmingTogether = withOneRequest(async (fixture) => {
  const confirm = await storeHalves(fixture);
  return () => confirm(0);
});

/** The run of a plan that two lines have caused. */
const runningOfLines = withOneRequest(async (fixture) => {
  const confirm = await storeHalves(fixture);
  expect(await confirm(8000)).toMatchObject({ kind: 'stored', isPlanned: true });
  fixture.clock.advance(8000);
  return () => fixture.appContext.dependencies.transactions.runDuePlans();
});

/** The scenarios of each command. A command that is missing here is a compile error. */
const SCENARIOS: Readonly<Record<CommandName, Scenarios>> = {
  ...transactionScenarios,
  ...callbackScenarios,
  ...deskScenarios,
  ...directoryScenarios,
  ...recordScenarios,
  ...housekeepingScenarios,
  ...templateScenarios,
  ...profileScenarios,
  ...statementScenarios,
  ...policyScenarios,
  ...payoutScenarios,
  ...payoutProfileScenarios,
  ...refundScenarios,
  ...dayScenarios,
  confirmLines: {
    ...statementScenarios.confirmLines,
    'of several lines': confirmingTogether,
    'of the debit of a refund': confirmingRefund,
  },
  undoLine: { ...statementScenarios.undoLine, 'of the debit of a refund': undoingRefund },
  runPlans: { ...deskScenarios.runPlans, 'of what lines will settle': runningOfLines },
};

const TITLE = 'with any fault at any statement, nothing is torn or lost, and a repeat succeeds';
/** The longest scenarios have a thousand cases. */
const TIME_LIMIT_MS = RUNS_ALL_FAULTS ? 3_600_000 : 600_000;

/** The least number of kinds of faults that the commits of all scenarios together meet. */
const MIN_AT_COMMIT = RUNS_ALL_FAULTS ? ENGINE_FAULTS.length : 5;

/**
 * Tests every statement of these commands with faults: with one kind after the other in the short form, which is the
 * default, and with every kind with FAULTS=all, where each command is a test of its own, so that one sees how far it is.
 * @param minCases the least number of cases of the long form: fewer would test less than before.
 * @param scenarios by default those of the commands themselves.
 */
export function testEveryFault<N extends CommandName>(
  names: readonly N[],
  minCases: number,
  scenarios: Readonly<Record<N, Scenarios>> = SCENARIOS,
): void {
  // The commands are the same on both engines: the short form runs those of the money on PostgreSQL.
  const isLeftOut = onPostgres && !RUNS_ALL_FAULTS && !names.some((name) => name === 'createTransactions');
  describe.skipIf(isLeftOut)(TITLE, () => {
    const turn: FaultTurn = { statements: 0, scenarios: 0, met: new Map(), metAtCommit: new Map() };
    let harness: FaultHarness;
    let sum = 0;
    beforeAll(async () => {
      harness = await openFaultHarness();
    }, TIME_LIMIT_MS);
    afterAll(() => harness[Symbol.asyncDispose]());

    const groups: readonly (readonly N[])[] = RUNS_ALL_FAULTS ? names.map((name) => [name]) : [names];
    for (const group of groups)
      test(group.join(', '), { timeout: TIME_LIMIT_MS }, async () => {
        const before = { statements: turn.statements, sum };
        for (const name of group)
          for (const [title, scenario] of Object.entries<Scenario>(scenarios[name]))
            sum += await runFaults(harness, { title: `${name}, ${title}`, scenario }, turn);
        const statements = turn.statements - before.statements;
        const form = RUNS_ALL_FAULTS ? 'all run' : 'run in turn';
        process.stdout.write(
          `faults: ${statements} statements of ${group.join(', ')}, ${sum - before.sum} cases, ${form}\n`,
        );
      });

    test('every kind of fault was met, in no fewer cases than before', () => {
      if (!onPostgres) expect(sum).toBeGreaterThanOrEqual(minCases);
      expect([...turn.met.keys()].sort()).toEqual([...ENGINE_FAULTS].sort());
      expect(turn.metAtCommit.size).toBeGreaterThanOrEqual(MIN_AT_COMMIT);
    });
  });
}
