import type { OperationName } from '../../../operations/permissions.ts';
import type { Call } from './call.ts';
import { DESK_CALLS } from './desk.ts';
import { EVENT_CALLS } from './events.ts';
import { STATEMENT_CALLS } from './statements.ts';
import { TEST_KEY_CALLS } from './test-keys.ts';
import { BANK_CALLS, KEY_CALLS, TRANSACTION_CALLS } from './transactions.ts';

/** The groups of calls, in the order of a merchant's day. */
const GROUPS = [
  {
    name: 'Transactions',
    description: 'Create deposits and withdrawals, and read them.',
    calls: TRANSACTION_CALLS,
  },
  { name: 'Banks', description: 'The banks that take transactions now.', calls: BANK_CALLS },
  {
    name: 'Events and callbacks',
    description: 'The feed of events, and the deliveries of callbacks.',
    calls: EVENT_CALLS,
  },
  { name: 'Desk', description: 'What operators do with transactions.', calls: DESK_CALLS },
  {
    name: 'Bank statements',
    description: 'Import statements of bank accounts, and settle by their lines.',
    calls: STATEMENT_CALLS,
  },
  { name: 'Key', description: 'The key itself.', calls: KEY_CALLS },
  {
    name: 'Test keys',
    description: 'What a merchant with a test key decides itself. No money moves.',
    calls: TEST_KEY_CALLS,
  },
];

/** The groups, as the document lists them. */
export const TAGS = GROUPS.map(({ name, description }) => ({ name, description }));

/** The words about the operation of a REST route, and its group; undefined for any other operation. */
export function findCall(name: OperationName): (Call & { readonly tag: string }) | undefined {
  const group = GROUPS.find(({ calls }) => name in calls);
  const call = group?.calls[name];
  return group && call && { ...call, tag: group.name };
}
