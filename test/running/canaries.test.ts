import { beforeAll, describe, expect, test } from 'vitest';
import { CANARIES, SECRET } from '../support/canaries.ts';
import {
  type Seen,
  throughBodies,
  throughDocuments,
  throughHeaders,
  throughOperations,
  throughTargets,
} from '../support/canary-calls.ts';
import { throughPayers, throughSubscriptions } from '../support/canary-streams.ts';
import { createClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPayable, type PayableDeposit } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();
let deposit: PayableDeposit;

beforeAll(async () => {
  await createClient(service(), { secret: SECRET });
  deposit = await createPayable(service());
});

/** All spellings under which a canary could come out. */
const SPELLINGS = CANARIES.flatMap((text) => [
  text,
  encodeURIComponent(text),
  text.replaceAll(' ', '+'),
  Buffer.from(text).toString('base64').slice(0, -4),
  Buffer.from(text).toString('hex'),
]).map((text) => text.toLowerCase());

function leaksIn(text: string): string[] {
  const lower = text.toLowerCase();
  return SPELLINGS.filter((spelling) => lower.includes(spelling));
}

/** A failure as a status, in a GraphQL response or in an event. Only a success may repeat what was sent. */
const isFailure = ({ status, text }: Seen) =>
  status >= 400 || text.includes('"errors"') || text.includes('"error"');

describe('no log line and no error holds a secret, an IBAN or a name that came through', () => {
  test.each<[string, number, () => AsyncGenerator<Seen>]>([
    ['an operation of any surface', IS_LONG ? 1500 : 100, () => throughOperations(service())],
    ['a path or a query', IS_LONG ? 500 : 150, () => throughTargets(service(), deposit.path)],
    ['a header', 30, () => throughHeaders(service())],
    ['a body', IS_LONG ? 100 : 30, () => throughBodies(service())],
    ['a GraphQL document', IS_LONG ? 200 : 50, () => throughDocuments(service())],
    ['a subscription', 40, () => throughSubscriptions(service())],
    ['a call or a form of a payer', 60, () => throughPayers(service(), deposit)],
  ])(
    '%s',
    async (_what, least, calls) => {
      let failures = 0;
      const leaks = new Set<string>();
      for await (const seen of calls()) {
        if (seen.status === 500) expect.fail(`${seen.what}: ${seen.text}`);
        if (!isFailure(seen)) continue;
        failures += 1;
        for (const leak of leaksIn(seen.text))
          leaks.add(`${seen.what}: ${leak} in ${seen.text.slice(0, 120)}`);
      }
      expect([...leaks]).toEqual([]);
      expect(failures).toBeGreaterThan(least);
      expect(service().logLines.filter((line) => leaksIn(line).length > 0)).toEqual([]);
    },
    240_000,
  );
});

test('every operation of the service has its canaries', () => {
  const isOffered = (name: string) => SURFACES.some((one) => one.offers(name));
  // Payers and streams have calls of their own.
  const others = OPERATIONS.filter(({ name, kind }) => !isOffered(name) && kind !== 'subscription');
  expect(others.flatMap(({ roles }) => roles)).toEqual(['payer', 'payer', 'payer', 'payer']);
});
