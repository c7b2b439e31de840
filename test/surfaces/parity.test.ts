import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupBy } from '../../src/kernel/group-by.ts';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { operationOf } from '../support/operations.ts';
import { filledIn, type ParityCase } from '../support/parity-cases.ts';
import { createCases } from '../support/parity-creates.ts';
import { dayCases } from '../support/parity-days.ts';
import { badInputCases, callerCases, mayRun } from '../support/parity-derived.ts';
import { eventCases } from '../support/parity-events.ts';
import {
  CALLERS,
  type ParityService,
  startParityService,
  startSharedReceiver,
} from '../support/parity-fixtures.ts';
import { payoutCases } from '../support/parity-payouts.ts';
import { presenceCases } from '../support/parity-presence.ts';
import { deskReadCases, readCases } from '../support/parity-reads.ts';
import { statementCases } from '../support/parity-statements.ts';
import { transitionCases } from '../support/parity-transitions.ts';
import { createRandom } from '../support/random.ts';
import type { Receiver } from '../support/receiver.ts';
import { type Outcome, SURFACES, type SurfaceClient } from '../support/surfaces.ts';

const SEED = 20_261_120;
const isKept = ({ keep }: ParityCase) => keep !== undefined;
const CREATES = everyNth(2, createCases(createRandom(SEED)), { isNeeded: isKept });
/** The same creates again after some transactions were settled: a replayed deposit is then no longer pending. */
const REPEATED_CREATES = CREATES.map((parityCase) => ({ ...parityCase, name: `${parityCase.name}, later` }));
const isRead = ({ operation, as }: ParityCase) =>
  operationOf(operation).kind === 'query' && mayRun(operation, as);
const BAD_INPUT = badInputCases();
const READS = [
  ...everyNth(8, REPEATED_CREATES),
  ...everyNth(9, readCases(createRandom(SEED)), { isNeeded: isKept }),
];
const CHANGES = [
  ...transitionCases(),
  ...deskReadCases(),
  ...eventCases(),
  ...statementCases(),
  ...payoutCases(),
  ...dayCases(),
  ...presenceCases(),
];
const CALLER_CASES = callerCases();
/** A case of each operation that reads. */
const READ_ONCE = new Set(
  [...groupBy(CALLER_CASES.filter(isRead), ({ operation }) => operation).values()].map(([first]) => first),
);
/** The last, for then there is something to read, and nothing needs what an admin changes. */
const BY_EACH_CALLER = everyNth(80, CALLER_CASES, { isNeeded: (one) => READ_ONCE.has(one) });
const ALL: readonly ParityCase[] = [...BAD_INPUT, ...CREATES, ...READS, ...CHANGES, ...BY_EACH_CALLER];

/** The first response that was kept under each name, on any surface. */
const firstResponses = new Map<string, Json>();

/** Runs all cases in order on one surface, with its own service. @returns its response to each case. */
async function runAll(surface: SurfaceClient, service: ParityService): Promise<Map<ParityCase, Outcome>> {
  const outcomes = new Map<ParityCase, Outcome>();
  const kept = new Map<string, Json>();
  // A value that a surface does not offer is taken from another one: their services have the same data.
  const responseTo = (name: string) =>
    kept.get(name) ?? firstResponses.get(name) ?? expect.fail(`${surface.name} has no response ${name}`);
  const run = async (cases: readonly ParityCase[]) => {
    for (const [index, parityCase] of cases.entries()) {
      // Some cases share a timestamp. All together take less time than a deposit does to expire.
      if (index % (cases === BAD_INPUT || cases === BY_EACH_CALLER ? 30 : 3) === 0)
        service.clock.advance(1000);
      const isOffered = surface.offers(parityCase.operation) && !parityCase.cannot?.[surface.name];
      if (!isOffered && operationOf(parityCase.operation).kind === 'query') continue;
      // Another surface replaces one that does not offer a change, so that the data stays the same.
      const client = isOffered ? surface : clientFor(parityCase);
      const outcome = await client.run(service, {
        operation: parityCase.operation,
        input: filledIn(parityCase.input, responseTo),
        as: CALLERS[parityCase.as],
        nowMs: service.clock.nowMs() - (parityCase.signedSecondsAgo ?? 0) * 1000,
      });
      if (client === surface) outcomes.set(parityCase, outcome);
      if (parityCase.keep) kept.set(parityCase.keep, outcome.data);
      if (parityCase.keep && !firstResponses.has(parityCase.keep))
        firstResponses.set(parityCase.keep, outcome.data);
      // A read has no callback, nor has a request that is refused.
      const isChange = operationOf(parityCase.operation).kind === 'command';
      if (cases === CHANGES && isChange && outcome.status === 200) await service.deliverCallbacks();
    }
  };
  await run(BAD_INPUT);
  await run(CREATES);
  await service.settleSome();
  await run(READS);
  await run(CHANGES);
  await run(BY_EACH_CALLER);
  return outcomes;
}

/** A surface that can run the case. */
function clientFor({ name, operation, cannot }: ParityCase): SurfaceClient {
  const substitute = SURFACES.find((surface) => surface.offers(operation) && !cannot?.[surface.name]);
  return substitute ?? expect.fail(`no surface offers ${name}`);
}

/** The parts of a response that must be equal. The message about a field can be in the words of the surface. */
function comparable({ status, data, error }: Outcome) {
  if (!error) return { status, data, fields: undefined };
  const { type, fields, message } = error;
  return { status, type, fields: fields?.toSorted(), ...(type !== 'error_validation' && { message }) };
}

type Comparable = ReturnType<typeof comparable>;

/** Fields are compared where both surfaces name them. */
function areEqual(one: Comparable, other: Comparable): boolean {
  if (one.fields && other.fields) return isDeepStrictEqual(one, other);
  return isDeepStrictEqual({ ...one, fields: undefined }, { ...other, fields: undefined });
}

const responses = new Map<SurfaceClient, Map<ParityCase, Outcome>>();
const rows = new Map<SurfaceClient, Awaited<ReturnType<ParityService['rows']>>>();
let receiver: Receiver | undefined;
beforeAll(async () => {
  receiver = await startSharedReceiver();
});
afterAll(() => receiver?.[Symbol.asyncDispose]());

// One after the other: a surface takes from those before it what it does not offer. Each has the time of a hook.
for (const surface of SURFACES)
  beforeAll(async () => {
    await using service = await startParityService(receiver!);
    responses.set(surface, await runAll(surface, service));
    rows.set(surface, await service.rows());
    await expectAgreement(service.databasePath);
  });

test('every surface gives the same response to every case', () => {
  const differences: string[] = [];
  let compared = 0;
  for (const parityCase of ALL) {
    const given = [...responses].flatMap(([{ name }, outcomes]) => {
      const outcome = outcomes.get(parityCase);
      return outcome ? [{ name, response: comparable(outcome) }] : [];
    });
    expect(given.length, parityCase.name).toBeGreaterThan(1);
    compared += given.length;
    if (given.some(({ response }) => !areEqual(response, given[0]!.response)))
      differences.push(
        [parityCase.name, ...given.map((one) => JSON.stringify(one).slice(0, 1000))].join('\n'),
      );
  }
  process.stdout.write(
    `parity: seed ${SEED}, ${ALL.length} cases, ${compared} responses, ${differences.length} differences\n`,
  );
  expect(ALL.length).toBeGreaterThanOrEqual(IS_LONG ? 5500 : 800);
  expect(differences).toEqual([]);
});

test('every surface stores the same rows', () => {
  const [first, ...others] = [...rows.values()];
  for (const other of others) expect(other).toEqual(first);
});

test('the cases run every operation of each surface', () => {
  const operations = new Set(ALL.map(({ operation }) => operation));
  for (const [surface, outcomes] of responses) {
    const done = new Set(
      [...outcomes].flatMap(([parityCase, { data }]) => (data ? [parityCase.operation] : [])),
    );
    expect([...operations].filter((operation) => surface.offers(operation) !== done.has(operation))).toEqual(
      [],
    );
  }
});

test('the cases have every possible outcome', () => {
  const outcomes = [...responses.values()].flatMap((given) => [...given.values()]);
  const types = outcomes.flatMap(({ error }) => error?.type ?? []);
  expect([...new Set(types)].sort()).toEqual([
    'error_amount_out_of_bank_limits',
    'error_bank_not_found',
    'error_bank_unavailable',
    'error_claimed',
    'error_final_amount_unusual',
    'error_in_payout',
    'error_invalid_sign',
    'error_missing_credentials',
    'error_no_account_available',
    'error_not_claimed',
    'error_payload_too_large',
    'error_process_id_conflict',
    'error_site_not_found',
    'error_stale_sequence',
    'error_transaction_blacklisted',
    'error_transaction_not_found',
    'error_transition_not_allowed',
    'error_undo_too_late',
    'error_validation',
    'not_authorized',
  ]);
  expect(outcomes.some(({ data }) => data?.alreadyPending === true)).toBe(true);
  expect(outcomes.some(({ data }) => data?.status === 'successful' && !('alreadyPending' in data))).toBe(
    true,
  );
});
