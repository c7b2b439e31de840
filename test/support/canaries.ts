import type { z } from 'zod';
import { DEMO_BANK_ID, VALID_IBAN } from '../harness.ts';
import type { Input } from './graphql-calls.ts';

/** The secret of a real client, in the form that the service makes. */
export const SECRET = 'c0ffee15badc0ffee0ddf00dcafef00dba5eba11deadbeeffeedfacefee1dead';
const IBAN = 'GB33BUKB20201555555555';
const NAME = 'Canary Fullname';
export const CANARIES = [SECRET, IBAN, NAME];
const ALL = CANARIES.join(' ');

let made = 0;
/** Good values of required fields, so that only the field under test is wrong. */
const goodValues = (): Input => {
  made += 1;
  return {
    appKey: 'demo-merchant',
    bankId: DEMO_BANK_ID,
    amount: 500,
    processId: `canary-${made}`,
    userId: `canary-${made}`,
    userName: 'ada',
    name: 'Ada',
    accountName: 'Ada',
    iban: VALID_IBAN,
    transactionId: '0123456789abcdef01234567',
    transactionIds: ['0123456789abcdef01234567'],
    eventId: '0123456789abcdef01234567',
    accountId: '0123456789abcdef01234567',
    entryId: '0123456789abcdef01234567',
    sequence: 1,
    reason: 'why',
    role: 'viewer',
    kind: 'userId',
    value: 'nobody',
    from: '2026-11-20T00:00:00Z',
    to: '2026-11-21T00:00:00Z',
    groupBy: 'day',
  };
};

function requiredOf({ input }: { readonly input: z.ZodObject }): Input {
  const good = goodValues();
  const names = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success);
  return Object.fromEntries(names.map(([name]) => [name, good[name]]));
}

/** Canaries in every field: as they are, as other types, too long, and as the name of a field. */
export function* inputsOf(operation: { readonly input: z.ZodObject }): Generator<Input> {
  for (const field of Object.keys(operation.input.shape))
    for (const value of [...CANARIES, [ALL], { [ALL]: ALL }, ALL.repeat(20)])
      yield { ...requiredOf(operation), [field]: field === 'transactionIds' ? [value].flat() : value };
  for (const name of CANARIES) yield { ...requiredOf(operation), [name]: name };
}
