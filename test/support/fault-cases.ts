import { expect } from 'vitest';
import { ServiceError } from '../../src/kernel/errors.ts';
import { expectAgreed } from './agreement.ts';
import { FAULTS, type Fault, POSTGRES_FAULTS } from './fault-cells.ts';
import type { FaultHarness, Fixture } from './fault-fixtures.ts';
import { type JudgedRequest, judge, type Known, type TestRequest } from './fault-oracle.ts';
import type { FaultPlan } from './fault-plan.ts';
import { onPostgres } from './test-database.ts';

export type { TestRequest };

/** A small state of the database, and requests for one command. */
export interface Scenario {
  /** Sets up the state. @returns requests to be sent at once; several of them share a commit. */
  prepare(fixture: Fixture): Promise<readonly TestRequest[]>;
}

/** Scenarios by their titles. */
export type Scenarios = Readonly<Record<string, Scenario>>;

const ALWAYS = 2 ** 30;

/** The consequences of a fault. */
interface Expected {
  /** Undefined if they can differ between requests. */
  readonly areAllSuccessful: boolean | undefined;
  /** True if failed requests were stored all the same. */
  readonly isDoneDespiteFailure: boolean;
}

/**
 * Faults with a consequence that only this statement has: a lock stops the begin, and only a commit is kept.
 */
export const SPECIAL: Readonly<Record<'begin' | 'commit', Fault>> = onPostgres
  ? { begin: 'lost', commit: 'lost after' }
  : { begin: 'SQLITE_BUSY', commit: 'killed after' };

/** The faults that a statement can meet on the engine of the run. */
export const ENGINE_FAULTS: readonly Fault[] = onPostgres ? POSTGRES_FAULTS : FAULTS;

/** True in the long form, which runs every fault at every statement. The short form runs them in turn. */
export const RUNS_ALL_FAULTS = process.env.FAULTS === 'all';

/** Counts of the cases so far, across the statements of many scenarios. */
export interface FaultTurn {
  statements: number;
  scenarios: number;
  /** How often each fault was run. */
  readonly met: Map<Fault, number>;
  /** How often each fault was run at a commit. */
  readonly metAtCommit: Map<Fault, number>;
}

type FaultCase = readonly [FaultPlan, Expected];

/** The statements of a command. */
interface Statements {
  /** The number of the commit. */
  readonly last: number;
  /** Whether several requests share the command. */
  readonly isGroup: boolean;
  /** Whether its work is tried again, in smaller pieces, after a constraint has refused it. */
  readonly triesAgain: boolean;
}

/** The short form takes the statements of a scenario in turn: two of a group, otherwise one, and always the commit. */
function isChosen(at: number, { last, isGroup }: Statements, first: number): boolean {
  if (RUNS_ALL_FAULTS || at === last) return true;
  return at === first % last || (isGroup && at === (first + Math.ceil(last / 2)) % last);
}

/** Returns the faults of the short form at a statement: the rarest. At a commit it takes turns with the special one. */
function chooseFaults(faults: readonly Fault[], at: number, { last, isGroup }: Statements, turn: FaultTurn) {
  const rarestOf = (met: ReadonlyMap<Fault, number>) =>
    faults.reduce((best, fault) => ((met.get(fault) ?? 0) < (met.get(best) ?? 0) ? fault : best));
  if (at < last) return [at === 0 && !turn.met.has(SPECIAL.begin) ? SPECIAL.begin : rarestOf(turn.met)];
  const inTurn = [SPECIAL.commit, rarestOf(turn.metAtCommit)] as const;
  return isGroup ? inTurn : [inTurn[turn.scenarios % 2 ? 1 : 0]];
}

/** Lists the faults for one statement, with their consequences. */
function casesAt(at: number, statements: Statements): readonly FaultCase[] {
  return onPostgres ? postgresCasesAt(at, statements) : sqliteCasesAt(at, statements);
}

/** A connection that is lost before its commit was sent runs the command again, and so does a serialization failure. */
function postgresCasesAt(at: number, { last, isGroup, triesAgain }: Statements): readonly FaultCase[] {
  const failing: Expected = { areAllSuccessful: isGroup ? undefined : false, isDoneDespiteFailure: false };
  const succeeding: Expected = { areAllSuccessful: true, isDoneDespiteFailure: false };
  const unknown: Expected = { areAllSuccessful: undefined, isDoneDespiteFailure: false };
  return POSTGRES_FAULTS.flatMap((fault): readonly FaultCase[] => {
    const once = { fault, at };
    const always = { fault, at, times: ALWAYS };
    // The last statement may be sent together with the commit, whose response is then lost too.
    const onceLost = at >= last - 1 ? unknown : succeeding;
    if (fault === 'lost')
      return at === last
        ? [[once, onceLost]]
        : [
            [once, onceLost],
            [always, failing],
          ];
    if (fault === 'lost after')
      return [[once, at === last ? { ...unknown, isDoneDespiteFailure: true } : onceLost]];
    if (fault === '40001' || fault === '40P01') return [[once, succeeding]];
    if (fault === 'P0001' && triesAgain) return [[once, succeeding]];
    if (fault === 'P0001' && isGroup)
      return [
        [once, succeeding],
        [always, unknown],
      ];
    return [[once, failing]];
  });
}

function sqliteCasesAt(at: number, { last, isGroup, triesAgain }: Statements): readonly FaultCase[] {
  const failing: Expected = { areAllSuccessful: false, isDoneDespiteFailure: false };
  const succeeding: Expected = { areAllSuccessful: true, isDoneDespiteFailure: false };
  return FAULTS.flatMap((fault): readonly FaultCase[] => {
    const once = { fault, at };
    const always = { fault, at, times: ALWAYS };
    switch (fault) {
      case 'SQLITE_CONSTRAINT_TRIGGER':
        if (triesAgain) return [[once, succeeding]];
        // The requests of a failed group are tried one by one.
        if (!isGroup) return [[once, failing]];
        return [
          [once, succeeding],
          [always, { ...failing, areAllSuccessful: undefined }],
        ];
      case 'SQLITE_FULL':
        return [
          [once, failing],
          [always, failing],
        ];
      case 'SQLITE_BUSY':
        if (at === last) return [[once, failing]];
        if (at > 0) return [];
        return [
          [once, succeeding],
          [always, failing],
        ];
      case 'killed after':
        // After any statement but the last this equals `killed` at the next one.
        return at === last ? [[once, { ...failing, isDoneDespiteFailure: true }]] : [];
      default:
        return [[once, failing]];
    }
  });
}

/** A scenario, and what its run without a fault did. */
interface KnownScenario {
  readonly title: string;
  readonly scenario: Scenario;
  readonly known: Known;
}

async function prepare(harness: FaultHarness, { scenario, known }: KnownScenario, waitsForLock = true) {
  const requests = await scenario.prepare(harness.reset(waitsForLock));
  return judge(requests, known, harness);
}

/** Runs a scenario without a fault, and repeats it. @returns the statements of its command. */
async function runWithoutFault(harness: FaultHarness, given: KnownScenario): Promise<Statements> {
  const requests = await prepare(harness, given);
  for (const request of requests) expect(request.isDone()).toBe(false);
  harness.faults.countStatements();
  const results = await Promise.all(requests.map((request) => request.send()));
  const count = harness.faults.countStatements();
  for (const [index, request] of requests.entries()) request.expectResult(results[index], false);
  for (const request of requests) expect(request.isDone()).toBe(true);
  await expectNothingTorn(harness);
  for (const request of requests) request.expectResult(await request.send(), true);
  await expectAllDone(requests, harness);
  const triesAgain = requests.some((request) => request.triesAgain);
  return { last: count - 1, isGroup: requests.length > 1, triesAgain };
}

async function expectAllDone(requests: readonly JudgedRequest[], harness: FaultHarness): Promise<void> {
  for (const request of requests) expect(request.isDone()).toBe(true);
  await expectNothingTorn(harness);
}

/** Asserts that nothing is stored partially. */
async function expectNothingTorn(harness: FaultHarness): Promise<void> {
  expectAgreed(await harness.verify());
  expect(harness.countEventsWithoutCallback()).toBe(0);
}

/** Asserts the error of a request that met a fault. */
function expectFailure(fault: Fault, error: unknown): void {
  if (fault === 'SQLITE_CONSTRAINT_TRIGGER' || fault === 'P0001')
    expect(error).toMatchObject({ code: fault });
  else if (!(error instanceof ServiceError)) throw error;
  else expect(error.type).toBe('error_unavailable');
}

/** Runs a scenario with a fault at one statement, then repeats the requests that failed. */
async function runWithFault(harness: FaultHarness, given: KnownScenario, [plan, expected]: FaultCase) {
  const waitsForLock = plan.fault !== 'SQLITE_BUSY' || plan.times === undefined;
  const requests = await prepare(harness, given, waitsForLock);
  harness.faults.plan(plan);
  const results = await Promise.allSettled(requests.map((request) => request.send()));
  const raised = harness.faults.clear();
  expect(raised).toBeGreaterThanOrEqual(1);
  if (plan.times === undefined) expect(raised).toBe(1);
  const failed: JudgedRequest[] = [];
  for (const [index, request] of requests.entries()) {
    const result = results[index];
    if (result?.status === 'fulfilled') {
      request.expectResult(result.value, false);
      expect(request.isDone()).toBe(true);
      continue;
    }
    expectFailure(plan.fault, result?.reason);
    expect(request.isDone()).toBe(expected.isDoneDespiteFailure);
    failed.push(request);
  }
  if (expected.areAllSuccessful !== undefined)
    expect(failed).toHaveLength(expected.areAllSuccessful ? 0 : requests.length);
  // Rows that did not change were verified in the run without a fault. A repeat could repair others that are torn.
  const isUnchanged = !expected.isDoneDespiteFailure && failed.some(({ looksAtAllRows }) => looksAtAllRows);
  if (!isUnchanged) await expectNothingTorn(harness);
  if (failed.length > 0) {
    const repeated = await Promise.all(failed.map((request) => request.send()));
    for (const [index, request] of failed.entries())
      request.expectResult(repeated[index], expected.isDoneDespiteFailure);
    await expectAllDone(requests, harness);
  }
  for (const request of requests) await request.afterwards?.();
}

/** Runs a scenario with faults at every statement of its command. @returns the number of cases of the long form. */
export async function runFaults(
  harness: FaultHarness,
  given: { readonly title: string; readonly scenario: Scenario },
  turn: FaultTurn,
): Promise<number> {
  const { title } = given;
  const scenario: KnownScenario = { ...given, known: {} };
  const statements = await runWithoutFault(harness, scenario).catch((error: unknown) => fail(title, error));
  let all = 0;
  const first = turn.statements;
  const { last } = statements;
  for (let at = 0; at <= last; at += 1) {
    const cases = casesAt(at, statements);
    all += cases.length;
    if (!isChosen(at, statements, first)) continue;
    const faults = cases.map(([plan]) => plan.fault);
    const chosen = RUNS_ALL_FAULTS ? faults : chooseFaults(faults, at, statements, turn);
    for (const [plan, expected] of cases.filter(([plan]) => chosen.includes(plan.fault))) {
      const { fault, times } = plan;
      const name = `${title}: ${fault}${times ? ', always,' : ''} at statement ${at} of ${last + 1}`;
      // In the short form, the first of its kind ends the thread.
      const keepsThread = !RUNS_ALL_FAULTS && turn.met.has(fault);
      const faultCase: FaultCase = [{ ...plan, keepsThread }, expected];
      await runWithFault(harness, scenario, faultCase).catch((error: unknown) => fail(name, error));
      for (const met of at < last ? [turn.met] : [turn.met, turn.metAtCommit])
        met.set(fault, (met.get(fault) ?? 0) + 1);
    }
    turn.statements += 1;
  }
  turn.scenarios += 1;
  return all;
}

function fail(name: string, cause: unknown): never {
  throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
