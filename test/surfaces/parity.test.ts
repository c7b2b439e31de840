import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import type { ParityCase } from '../support/parity-cases.ts';
import { badCases, createCases } from '../support/parity-creates.ts';
import { eventAndAttemptCases } from '../support/parity-events.ts';
import {
  CALLERS,
  type ParityService,
  startParityService,
  startSharedReceiver,
} from '../support/parity-fixtures.ts';
import { readCases } from '../support/parity-reads.ts';
import { transitionCases } from '../support/parity-transitions.ts';
import { createRandom } from '../support/random.ts';
import { type Outcome, SURFACES, type SurfaceClient } from '../support/surfaces.ts';

const SEED = 20_261_120;
const CREATES = createCases(createRandom(SEED));
/** The same creates again after some transactions were settled: a replayed deposit is then no longer pending. */
const AGAIN = CREATES.map((asked) => ({ ...asked, name: `${asked.name}, later` }));
const BEFORE = [...badCases(), ...CREATES];
const AFTER = [...AGAIN, ...readCases(createRandom(SEED))];
const TRANSITIONS = [...transitionCases(), ...eventAndAttemptCases()];
const ALL: readonly ParityCase[] = [...BEFORE, ...AFTER, ...TRANSITIONS];

/** The first response that was kept under each name, on any surface. */
const firstResponses = new Map<string, Json>();

/** Runs all cases in order on one surface, with its own service. @returns its response to each case. */
async function askAll(surface: SurfaceClient, service: ParityService): Promise<Map<ParityCase, Outcome>> {
  const outcomes = new Map<ParityCase, Outcome>();
  const kept = new Map<string, Json>();
  // A value that a surface does not offer is taken from another one: their services have the same data.
  const responseTo = (name: string) =>
    kept.get(name) ?? firstResponses.get(name) ?? expect.fail(`${surface.name} has no answer ${name}`);
  const ask = async (cases: readonly ParityCase[]) => {
    for (const [index, asked] of cases.entries()) {
      // Some cases share a timestamp.
      if (index % 3 === 0) service.clock.advance(1000);
      if (!surface.offers(asked.operation)) continue;
      // Another surface replaces one that does not offer this case, so that the data stays the same.
      const asker = asked.cannot?.[surface.name] ? standInFor(asked) : surface;
      const outcome = await asker.run(service, {
        operation: asked.operation,
        input: typeof asked.input === 'function' ? asked.input(responseTo) : asked.input,
        as: CALLERS[asked.as],
        nowMs: service.clock.nowMs() - (asked.signedSecondsAgo ?? 0) * 1000,
      });
      if (asker === surface) outcomes.set(asked, outcome);
      if (asked.keep) kept.set(asked.keep, outcome.data);
      if (asked.keep && !firstResponses.has(asked.keep)) firstResponses.set(asked.keep, outcome.data);
      if (cases === TRANSITIONS) await service.deliverCallbacks();
    }
  };
  await ask(BEFORE);
  await service.settleSome();
  await ask(AFTER);
  await ask(TRANSITIONS);
  return outcomes;
}

/** A surface that can run the case. */
function standInFor({ name, operation, cannot }: ParityCase): SurfaceClient {
  const standIn = SURFACES.find((surface) => surface.offers(operation) && !cannot?.[surface.name]);
  return standIn ?? expect.fail(`no surface can be asked ${name}`);
}

/** The parts of an answer that must be equal. The message about a field can be in the words of the surface. */
function comparable({ status, data, error }: Outcome) {
  if (!error) return { status, data, fields: undefined };
  const { type, fields, message } = error;
  return { status, type, fields: fields?.toSorted(), ...(type !== 'error_validation' && { message }) };
}

type Comparable = ReturnType<typeof comparable>;

/** Fields are compared where both surfaces name them. */
function areAlike(one: Comparable, other: Comparable): boolean {
  if (one.fields && other.fields) return isDeepStrictEqual(one, other);
  return isDeepStrictEqual({ ...one, fields: undefined }, { ...other, fields: undefined });
}

const answers = new Map<SurfaceClient, Map<ParityCase, Outcome>>();
const rows = new Map<SurfaceClient, ReturnType<ParityService['rows']>>();
beforeAll(async () => {
  await using receiver = await startSharedReceiver();
  for (const surface of SURFACES) {
    await using service = await startParityService(receiver);
    answers.set(surface, await askAll(surface, service));
    rows.set(surface, service.rows());
    await expectAgreement(service.databasePath);
  }
}, 240_000);

test('every surface gives the same response to every case', () => {
  const differences: string[] = [];
  let compared = 0;
  for (const asked of ALL) {
    const given = [...answers].flatMap(([{ name }, outcomes]) => {
      const outcome = outcomes.get(asked);
      return outcome ? [{ name, answer: comparable(outcome) }] : [];
    });
    expect(given.length, asked.name).toBeGreaterThan(1);
    compared += given.length;
    if (given.some(({ answer }) => !areAlike(answer, given[0]!.answer)))
      differences.push([asked.name, ...given.map((one) => JSON.stringify(one).slice(0, 1000))].join('\n'));
  }
  process.stdout.write(
    `parity: seed ${SEED}, ${ALL.length} cases, ${compared} answers, ${differences.length} differences\n`,
  );
  expect(ALL.length).toBeGreaterThanOrEqual(300);
  expect(differences).toEqual([]);
});

test('every surface stores the same rows', () => {
  const [first, ...others] = [...rows.values()];
  for (const other of others) expect(other).toEqual(first);
});

test('the cases run every operation of each surface', () => {
  const operations = new Set(ALL.map(({ operation }) => operation));
  for (const [surface, outcomes] of answers) {
    const done = new Set([...outcomes].flatMap(([asked, { data }]) => (data ? [asked.operation] : [])));
    expect([...operations].filter((operation) => surface.offers(operation) !== done.has(operation))).toEqual(
      [],
    );
  }
});

test('the cases have every possible outcome', () => {
  const outcomes = [...answers.values()].flatMap((given) => [...given.values()]);
  const types = outcomes.flatMap(({ error }) => error?.type ?? []);
  expect([...new Set(types)].sort()).toEqual([
    'error_amount_out_of_bank_limits',
    'error_bank_not_found',
    'error_bank_unavailable',
    'error_invalid_sign',
    'error_missing_credentials',
    'error_no_account_available',
    'error_payload_too_large',
    'error_process_id_conflict',
    'error_site_not_found',
    'error_stale_sequence',
    'error_transaction_blacklisted',
    'error_transaction_not_found',
    'error_transition_not_allowed',
    'error_validation',
    'not_authorized',
  ]);
  expect(outcomes.some(({ data }) => data?.alreadyPending === true)).toBe(true);
  expect(outcomes.some(({ data }) => data?.status === 'successful' && !('alreadyPending' in data))).toBe(
    true,
  );
});
