import { expect, test } from 'vitest';
import { ADMIN } from '../harness.ts';
import { OPERATIONS } from '../support/operations.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();
const READS = OPERATIONS.filter(({ kind }) => kind !== 'command');

test('every read refuses a parameter that it does not know, and names it', () => {
  expect(READS.length).toBeGreaterThan(10);
  for (const { name, input } of READS) {
    const { error } = input.safeParse({ colour: 'red' });
    const unknown = error?.issues.find(({ code }) => code === 'unrecognized_keys');
    expect(unknown, name).toMatchObject({ keys: ['colour'] });
  }
});

test('over REST and tRPC, whatever the read is', async () => {
  let asked = 0;
  for (const surface of SURFACES.filter(({ name }) => name === 'rest form' || name === 'trpc'))
    for (const { name } of READS.filter((read) => surface.offers(read.name))) {
      const input = { transactionId: 'a'.repeat(24), colour: 'red' };
      const { error } = await surface.run(service(), { operation: name, input, as: ADMIN });
      expect(error?.type, `${name} over ${surface.name}`).toBe('error_validation');
      expect(error?.fields).toContain('colour');
      asked += 1;
    }
  expect(asked).toBeGreaterThan(10);
});
