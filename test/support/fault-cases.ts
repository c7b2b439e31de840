import { expect } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import { expectAgreement } from './agreement.ts';
import { FAULTS, type Fault } from './fault-cells.ts';
import type { FaultWorld, Stage } from './fault-fixtures.ts';
import type { FaultPlan } from './faults.ts';

/** What one caller asks for. */
export interface Asked {
  /** Sends it, as often as it is called. @returns what its caller is told. */
  ask(): Promise<unknown>;
  /** Whether it is in the database. Throws when it is there in part. */
  isDone(): boolean;
  /** Asserts what its caller is told, by whether it was done before. */
  expectTold(told: unknown, wasDone: boolean): void;
  /** What else must hold in the end. */
  afterwards?(): Promise<void>;
}

/** Something that commands are asked for. */
export interface Subject {
  /** Sets up a small state. @returns what its callers ask for at once; more than one share a commit. */
  prepare(stage: Stage): Promise<readonly Asked[]>;
  /** Whether what it sets up disagrees: the command is there to mend that. */
  readonly disagrees?: true;
}

/** Subjects by what they are. */
export type Subjects = Readonly<Record<string, Subject>>;

const LASTING = 2 ** 30;

/** What a fault leads to. */
interface Verdict {
  /** Undefined where it is for each caller to see. */
  readonly areAllAnswered: boolean | undefined;
  /** What became of those that were told of a failure. */
  readonly isDoneAllTheSame: boolean;
}

/** Every fault that a statement can meet, with what comes of it. */
function casesAt(at: number, last: number, isGroup: boolean): readonly (readonly [FaultPlan, Verdict])[] {
  const failing: Verdict = { areAllAnswered: false, isDoneAllTheSame: false };
  const survived: Verdict = { areAllAnswered: true, isDoneAllTheSame: false };
  return FAULTS.flatMap((fault): readonly (readonly [FaultPlan, Verdict])[] => {
    const once = { fault, at };
    const lasting = { fault, at, times: LASTING };
    switch (fault) {
      case 'SQLITE_CONSTRAINT_TRIGGER':
        // Those that fail together are tried one by one.
        if (!isGroup) return [[once, failing]];
        return [
          [once, survived],
          [lasting, { ...failing, areAllAnswered: undefined }],
        ];
      case 'SQLITE_FULL':
        return [
          [once, failing],
          [lasting, failing],
        ];
      case 'SQLITE_BUSY':
        if (at === last) return [[once, failing]];
        if (at > 0) return [];
        return [
          [once, survived],
          [lasting, failing],
        ];
      case 'killed behind':
        // Behind any other one it is as if killed before the next.
        return at === last ? [[once, { ...failing, isDoneAllTheSame: true }]] : [];
      default:
        return [[once, failing]];
    }
  });
}

/** Runs a subject without a fault. @returns how many statements its command has. */
async function countStatements(world: FaultWorld, subject: Subject): Promise<number> {
  const asked = await subject.prepare(world.reset(true));
  for (const one of asked) expect(one.isDone()).toBe(false);
  world.faults.countStatements();
  const told = await Promise.all(asked.map((one) => one.ask()));
  const count = world.faults.countStatements();
  for (const [index, one] of asked.entries()) one.expectTold(told[index], false);
  await expectAllDone(asked, world);
  for (const one of asked) one.expectTold(await one.ask(), true);
  await expectAllDone(asked, world);
  return count;
}

async function expectAllDone(asked: readonly Asked[], world: FaultWorld): Promise<void> {
  for (const one of asked) expect(one.isDone()).toBe(true);
  await expectWhole(world);
}

/** Asserts that nothing in the database is there in part. */
async function expectWhole(world: FaultWorld): Promise<void> {
  await expectAgreement(world.databasePath);
  expect(world.countUntold()).toBe(0);
}

/** What callers may be told of a fault. */
function expectFailure(fault: Fault, error: unknown): void {
  if (fault === 'SQLITE_CONSTRAINT_TRIGGER') expect(error).toMatchObject({ code: fault });
  else if (!(error instanceof ServiceError)) throw error;
  else expect(error.type).toBe('error_unavailable');
}

/** Has one statement of a subject meet a fault, and then asks again for what failed. */
async function meet(
  world: FaultWorld,
  subject: Subject,
  [plan, verdict]: ReturnType<typeof casesAt>[number],
) {
  const isPatient = plan.fault !== 'SQLITE_BUSY' || plan.times === undefined;
  const asked = await subject.prepare(world.reset(isPatient));
  world.faults.plan(plan);
  const answers = await Promise.allSettled(asked.map((one) => one.ask()));
  const met = world.faults.clear();
  expect(met).toBeGreaterThanOrEqual(1);
  if (plan.times === undefined) expect(met).toBe(1);
  const failed: (readonly [Asked, boolean])[] = [];
  for (const [index, one] of asked.entries()) {
    const answer = answers[index];
    if (answer?.status === 'fulfilled') {
      one.expectTold(answer.value, false);
      expect(one.isDone()).toBe(true);
      continue;
    }
    expectFailure(plan.fault, answer?.reason);
    expect(one.isDone()).toBe(verdict.isDoneAllTheSame);
    failed.push([one, verdict.isDoneAllTheSame]);
  }
  if (verdict.areAllAnswered !== undefined)
    expect(failed).toHaveLength(verdict.areAllAnswered ? 0 : asked.length);
  if (!subject.disagrees || verdict.isDoneAllTheSame) await expectWhole(world);
  const again = await Promise.all(failed.map(([one]) => one.ask()));
  for (const [index, [one, wasDone]] of failed.entries()) one.expectTold(again[index], wasDone);
  await expectAllDone(asked, world);
  for (const one of asked) await one.afterwards?.();
}

/** Has every statement of a subject's command meet every fault. @returns in how many cases. */
export async function meetEveryFault(world: FaultWorld, title: string, subject: Subject): Promise<number> {
  const { length } = await subject.prepare(world.reset(true));
  const count = await countStatements(world, subject).catch((error: unknown) => fail(title, error));
  let cases = 0;
  for (let at = 0; at < count; at += 1) {
    for (const one of casesAt(at, count - 1, length > 1)) {
      const { fault, times } = one[0];
      const name = `${title}: ${fault}${times ? ', lasting,' : ''} at statement ${at} of ${count}`;
      await meet(world, subject, one).catch((error: unknown) => fail(name, error));
      cases += 1;
    }
  }
  return cases;
}

function fail(name: string, cause: unknown): never {
  throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
