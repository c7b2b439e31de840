import { EXAMPLE_IDS, EXAMPLE_REQUEST, exampleOf } from '../../src/operations/examples.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import {
  ADMIN,
  type Credentials,
  createClock,
  type Json,
  MERCHANT,
  startTestService,
  type TestService,
} from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { neverSchedule } from './manual-clock-service.ts';
import { operationOf } from './operations.ts';
import { stopSearched, useService } from './shared-service.ts';
import { bankFile } from './statements/bank-file.ts';
import { type Outcome, SURFACES, type SurfaceClient } from './surfaces.ts';

/** The account of the demo bank that the files belong to. */
export const DEMO_IBAN = 'TR640099900000999000001001';

export const TEST_KEY: Credentials = { appKey: 'demo-test', secret: 'demo-test-secret' };

/** Whether an operation creates a transaction, which only merchants do for themselves. */
export const isCreation = (name: string) => name === 'createDeposit' || name === 'createWithdrawal';

/** The key that sends an example. */
export function senderOf(operation: string): Credentials {
  if (operationOf(operation).modes === 'test') return TEST_KEY;
  return isCreation(operation) ? MERCHANT : ADMIN;
}

const TAKES_FILE = new Set(
  routes.filter(({ takesFile }) => takesFile).map(({ operation }) => operation.name),
);

/** The example of an operation as a client sends it: with a file, which no document can print. */
export function inputOf(operation: string): Input {
  const bytes = Buffer.from(bankFile({ iban: DEMO_IBAN, lines: [{ amountMinor: 100, text: 'one line' }] }));
  return { ...exampleOf(operationOf(operation)), ...(TAKES_FILE.has(operation) && { bytes }) };
}

/** A service that examples are sent to. Only commands move its clock, so that each run has the same times. */
export interface ExampleDesk {
  readonly service: TestService;
  /**
   * Runs a call of an operation. Each command has a sign with another second, since some commands accept a sign only
   * once.
   */
  ask<T>(operation: string, call: (nowMs: number) => Promise<T>): Promise<T>;
  run(surface: SurfaceClient, call: { operation: string; input: Input; as: Credentials }): Promise<Outcome>;
  /** Runs an operation, by default its example and as the admin, over one surface. @returns its data. */
  make(operation: string, input?: Input, as?: Credentials): Promise<Json>;
}

/** A surface that offers an operation. */
export function surfaceOf(operation: string): SurfaceClient {
  const surface = SURFACES.findLast(({ offers }) => offers(operation));
  if (!surface) throw new Error(`no surface offers ${operation}`);
  return surface;
}

function deskOf(service: TestService, clock: ReturnType<typeof createClock>, hasJobs = false): ExampleDesk {
  const ask: ExampleDesk['ask'] = async (operation, send) => {
    if (operationOf(operation).kind === 'command') clock.advance(1000);
    const answer = await send(clock.nowMs());
    // Lines are decided in the background, so each later response has the decisions.
    if (operation.startsWith('importStatement')) await service.statementMatcher.matchNow();
    // The same applies to plans, if the service runs its jobs.
    if (hasJobs) await service.planRunner.runNow();
    return answer;
  };

  const run: ExampleDesk['run'] = (surface, call) =>
    ask(call.operation, (nowMs) => surface.run(service, { ...call, nowMs }));

  async function make(operation: string, input = inputOf(operation), as = ADMIN): Promise<Json> {
    const { data, text } = await run(surfaceOf(operation), { operation, input, as });
    if (data === undefined) throw new Error(`${operation} is refused: ${text}`);
    return data;
  }

  return { service, ask, run, make };
}

/** Starts a service for examples, in which nothing happens without a request: no plan is carried out. */
export async function startExampleDesk(): Promise<ExampleDesk & AsyncDisposable> {
  const clock = createClock();
  const service = await startTestService({ platform: { ...clock, schedule: neverSchedule } });
  return { ...deskOf(service, clock), [Symbol.asyncDispose]: () => stopSearched(service) };
}

/** Starts one for all tests of a file, with its jobs. */
export function useExampleDesk(): () => ExampleDesk {
  const clock = createClock();
  const service = useService({ platform: clock });
  return () => deskOf(service(), clock, true);
}

/** The ids in examples. Those that a service has created replace them. */
export const STAND_INS = {
  ...EXAMPLE_IDS,
  /** Of an entry of the blacklist, or of a template. */
  entryId: EXAMPLE_IDS.transactionId,
  appKey: 'demo-merchant',
  bankId: EXAMPLE_REQUEST.bankId,
  userId: EXAMPLE_REQUEST.userId,
} as const;

/** The ids of the things that an example names. */
export type Made = { readonly [name in keyof typeof STAND_INS]?: string };
/** Creates things. */
export type Maker<T extends Made = Made> = (desk: ExampleDesk) => Promise<T>;

/** Creates several things. */
export function together<T extends Made, U extends Made>(one: Maker<T>, other: Maker<U>): Maker<T & U> {
  return async (desk) => ({ ...(await one(desk)), ...(await other(desk)) });
}

/** Creates a thing and runs one more step, by default as the admin. */
export function after<T extends Made>(
  make: Maker<T>,
  operation: string,
  input: (thing: T) => Input,
  as?: Credentials,
): Maker<T> {
  return async (desk) => {
    const thing = await make(desk);
    await desk.make(operation, input(thing), as);
    return thing;
  };
}
