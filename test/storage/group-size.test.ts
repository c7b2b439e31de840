import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createClock,
  DEPOSIT,
  startTestService,
  type TestService,
  VALID_IBAN,
  WITHDRAW,
} from '../harness.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { type Create, createInOneGroup, ONE_GROUP_AT_ONCE } from '../support/grouped-creates.ts';
import { holds } from '../support/properties.ts';
import type { RawResponse } from '../support/raw-connection.ts';

const DAY_MS = 86_400_000;
const BLACKLISTED = 'Black Listed';

const clock = createClock();
let alone: TestService;
let together: TestService;
beforeAll(async () => {
  const options = { ...ONE_GROUP_AT_ONCE, platform: { nowMs: clock.nowMs } };
  alone = await startTestService({ ...options, env: { ...options.env, GROUP_COMMIT_MAX: '1' } });
  together = await startTestService(options);
  for (const service of [alone, together]) {
    const { dependencies } = service;
    await addBank(service, 'unlimited', null);
    await addBank(service, 'limited', 100_000);
    await dependencies.db.run('addToBlacklist', {
      entry: {
        id: dependencies.runtime.newId(),
        clientId: null,
        kind: 'convertedName',
        value: 'black-listed',
        reason: null,
        createdAtMs: clock.nowMs(),
      },
    });
  }
});
afterAll(() => Promise.all([alone.stop(), together.stop()]));

/** Creates that conflict with each other: few process ids, few users, low daily limits. */
const creates = fc.array(
  fc.record({
    target: fc.constantFrom(DEPOSIT, DEPOSIT, WITHDRAW),
    bankId: fc.constantFrom('unlimited', 'limited', 'limited', 'missing'),
    processId: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'),
    userId: fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6'),
    amount: fc.constantFrom('100', '300', '500', '0.01'),
    name: fc.constantFrom('Test User', 'Test User', 'Test User', BLACKLISTED),
  }),
  { minLength: 1, maxLength: 40 },
);

type Drawn = typeof creates extends fc.Arbitrary<infer T> ? T : never;

async function addBank(service: TestService, id: string, dailyLimitMinor: number | null): Promise<void> {
  await createBank(service, { id, withAccount: false });
  for (const accountName of ['First', 'Second', 'Third'])
    await createAccount(service, { bankId: id, accountName, dailyLimitMinor });
}

function toCreate({ target, ...drawn }: Drawn[number], run: number): Create {
  const ids = { processId: `${drawn.processId}-${run}`, userId: `${drawn.userId}-${run}` };
  const payout = target === WITHDRAW ? { accountName: 'Test User', iban: VALID_IBAN } : {};
  return { target, fields: { ...drawn, ...ids, ...payout, userName: 'test' } };
}

/** The parts of a response that do not differ from service to service. */
function comparable({ status, json }: RawResponse) {
  const { error, data } = json;
  const { hash: _hash, transactionId: _id, url: _url, bankAccountIban: _iban, ...rest } = data ?? {};
  return { status, type: error?.type, ...rest };
}

let runs = 0;

test('creates that are committed together get the same responses as if they were committed one after another', async () => {
  await holds(
    fc.asyncProperty(creates, creates, async (today, tomorrow) => {
      runs += 1;
      const run = runs;
      for (const drawn of [today, tomorrow]) {
        const group = drawn.map((create) => toCreate(create, run));
        const expected = await createInOneGroup(alone, group);
        const responses = await createInOneGroup(together, group);
        expect(responses.map(comparable)).toEqual(expected.map(comparable));
        clock.advance(DAY_MS);
      }
    }),
    25,
  );
});
