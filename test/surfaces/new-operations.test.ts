import { expect, test } from 'vitest';
import { exampleOf } from '../../src/operations/examples.ts';
import { OPERATIONS } from '../support/operations.ts';
import { SUCCESSFUL_CALLS } from '../support/successful-calls.ts';
import { SURFACES } from '../support/surfaces.ts';

/** Operations of payers, whose calls are on the payment page. */
const isOfPayer = ({ roles }: (typeof OPERATIONS)[number]) => (roles as readonly string[]).includes('payer');

type Door = 'rest' | 'graphql' | 'trpc';

/** Where a surface names its operations. */
const DOORS: Readonly<Record<Door, string>> = {
  rest: 'src/surfaces/rest/calls.ts',
  graphql: 'schema/types',
  trpc: 'src/surfaces/trpc/routers',
};

/** What belongs to fewer surfaces than all three: files are sent by REST, and GraphQL is enough for the console. */
const ON_FEWER: Readonly<Record<string, readonly Door[]>> = {
  ...onlyOn(['rest'], 'downloadMovements downloadPayoutFile importStatementFile previewStatementFile'),
  ...onlyOn(['graphql', 'trpc'], 'signIn listAudit listLastChanges'),
  ...onlyOn(
    ['graphql'],
    'listBlacklist addToBlacklist removeFromBlacklist listClients createClient rotateSecret updateClient forgetPerson listReasonTemplates saveReasonTemplate removeReasonTemplate listAccounts addAccount updateAccount listBanks addBank updateBank readStatistics getTransactions',
  ),
};

function onlyOn(doors: readonly Door[], names: string): Readonly<Record<string, readonly Door[]>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, doors]));
}

/** The surfaces on which an operation is missing, and those on which it is against the list above. */
function wrongSurfaces(name: string): readonly string[] {
  const doors = Object.keys(DOORS) as Door[];
  const expected = ON_FEWER[name] ?? doors;
  return doors.flatMap((door) => {
    const isOffered = SURFACES.some((surface) => surface.name.startsWith(door) && surface.offers(name));
    if (isOffered === expected.includes(door)) return [];
    return isOffered
      ? [`${name} is on ${door}, which ON_FEWER of this test denies: correct the list.`]
      : [
          `${name} is not on ${door}: name it in ${DOORS[door]}, or in ON_FEWER of this test with the reason.`,
        ];
  });
}

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
  if (kind !== 'subscription') said.push(...wrongSurfaces(name));
  const isTried =
    kind !== 'command' ||
    definition.modes === 'test' ||
    SUCCESSFUL_CALLS.some(({ operation }) => operation === name);
  if (!isTried && !CALLED_ELSEWHERE.includes(name))
    said.push(`${name} has no call that succeeds: add one to test/support/successful-calls.ts.`);
  return said;
}

/** What takes a file. */
const WITHOUT_EXAMPLE: readonly string[] = ['importStatementFile', 'previewStatementFile'];

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

test('every operation has an example, its surfaces and a call that succeeds', () => {
  expect(OPERATIONS.flatMap(missingFor)).toEqual([]);
});
