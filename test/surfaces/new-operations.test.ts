import { expect, test } from 'vitest';
import { exampleOf } from '../../src/operations/examples.ts';
import { OPERATIONS } from '../support/operations.ts';
import { SUCCESSFUL_CALLS } from '../support/successful-calls.ts';
import { SURFACES } from '../support/surfaces.ts';

/** Operations of payers, whose calls are on the payment page. */
const isOfPayer = ({ roles }: (typeof OPERATIONS)[number]) => (roles as readonly string[]).includes('payer');

/** What is missing for an operation, each as a sentence that names the file. */
function missingFor(definition: (typeof OPERATIONS)[number]): readonly string[] {
  const { name, kind, input } = definition;
  const example = input.safeParse(exampleOf(definition));
  const said: string[] = [];
  if (!example.success && !WITHOUT_EXAMPLE.includes(name))
    said.push(
      `${name} has no example that its input accepts (${example.error.issues.map(({ path }) => path.join('.')).join(', ')}): give it \`example\` in its record.`,
    );
  if (isOfPayer(definition)) return said;
  const isOffered = kind === 'subscription' || SURFACES.some(({ offers }) => offers(name));
  if (!isOffered)
    said.push(
      `${name} is on no surface: name it in src/surfaces/rest/calls.ts, schema/types and src/surfaces/trpc/routers.`,
    );
  const isTried =
    kind !== 'command' ||
    definition.modes === 'test' ||
    SUCCESSFUL_CALLS.some(({ operation }) => operation === name);
  if (!isTried && !CALLED_ELSEWHERE.includes(name))
    said.push(`${name} has no call that succeeds: add one to test/support/successful-calls.ts.`);
  return said;
}

/** What takes a file, and what takes days near today. */
const WITHOUT_EXAMPLE: readonly string[] = ['importStatementFile', 'previewStatementFile', 'readStatistics'];

/** Commands that leave no row of their own, or that need failed callbacks. */
const CALLED_ELSEWHERE: readonly string[] = [
  'createDeposit',
  'createWithdrawal',
  'redeliverFailedCallbacks',
  'previewStatementFile',
  'previewStatementText',
  'tryBankProfile',
  'tryPayoutProfile',
  'updatePresence',
];

test('every operation has an example, a surface and a call that succeeds', () => {
  expect(OPERATIONS.flatMap(missingFor)).toEqual([]);
});
