import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import type { ParityCase } from '../support/parity-cases.ts';
import { changeCases } from '../support/parity-changes.ts';
import { badCases, createCases } from '../support/parity-creates.ts';
import { toldCases } from '../support/parity-events.ts';
import { CALLERS, createWorld, startWorldsReceiver, type World } from '../support/parity-fixtures.ts';
import { readCases } from '../support/parity-reads.ts';
import { createRandom } from '../support/random.ts';
import { type Outcome, SURFACES, type SurfaceClient } from '../support/surfaces.ts';

const SEED = 20_261_120;
const CREATES = createCases(createRandom(SEED));
/** The same creates again after some transactions were settled: a replayed deposit is then no longer pending. */
const AGAIN = CREATES.map((asked) => ({ ...asked, name: `${asked.name}, later` }));
const BEFORE = [...badCases(), ...CREATES];
const AFTER = [...AGAIN, ...readCases(createRandom(SEED))];
const CHANGES = [...changeCases(), ...toldCases()];
const ALL: readonly ParityCase[] = [...BEFORE, ...AFTER, ...CHANGES];

/** The first response that was kept under each name, on any surface. */
const recalled = new Map<string, Json>();

/** Runs all cases in order on one surface, with its own service. @returns its response to each case. */
async function askAll(surface: SurfaceClient, world: World): Promise<Map<ParityCase, Outcome>> {
  const outcomes = new Map<ParityCase, Outcome>();
  const kept = new Map<string, Json>();
  // A value that a surface does not offer is taken from another one: their services have the same data.
  const recall = (name: string) =>
    kept.get(name) ?? recalled.get(name) ?? expect.fail(`${surface.name} has no answer ${name}`);
  const ask = async (cases: readonly ParityCase[]) => {
    for (const [index, asked] of cases.entries()) {
      // Some cases share a timestamp.
      if (index % 3 === 0) world.clock.advance(1000);
      if (!surface.offers(asked.operation)) continue;
      // Another surface replaces one that does not offer this case, so that the data stays the same.
      const asker = asked.cannot?.[surface.name] ? standInFor(asked) : surface;
      const outcome = await asker.run(world, {
        operation: asked.operation,
        input: typeof asked.input === 'function' ? asked.input(recall) : asked.input,
        as: CALLERS[asked.as],
        nowMs: world.clock.nowMs() - (asked.signedSecondsAgo ?? 0) * 1000,
      });
      if (asker === surface) outcomes.set(asked, outcome);
      if (asked.keep) kept.set(asked.keep, outcome.data);
      if (asked.keep && !recalled.has(asked.keep)) recalled.set(asked.keep, outcome.data);
      if (cases === CHANGES) await world.settleCallbacks();
    }
  };
  await ask(BEFORE);
  await world.settleSome();
  await ask(AFTER);
  await ask(CHANGES);
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
const rows = new Map<SurfaceClient, ReturnType<World['rows']>>();
beforeAll(async () => {
  await using receiver = await startWorldsReceiver();
  for (const surface of SURFACES) {
    await using world = await createWorld(receiver);
    answers.set(surface, await askAll(surface, world));
    rows.set(surface, world.rows());
    await expectAgreement(world.databasePath);
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
    'error_final_amount_unusual',
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
