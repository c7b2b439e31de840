import * as operations from '../operation-list.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { count } from './verify.ts';

const REASONS = {
  pending: 'it is pending',
  planned: 'a decision about it is planned',
  callback_pending: 'a callback is still to be delivered',
  changed: 'it was changed meanwhile',
} as const;

/** Commands for personal data. */
export const peopleCommands: CommandGroup = {
  name: 'people',
  summary: 'Manages the personal data of users.',
  commands: [
    operationCommand({
      name: 'forget',
      summary:
        'Replaces the names and IBANs of a user, and what operators wrote, in all transactions that have ended.',
      operation: operations.forgetPerson,
      parameters: ['<userId> --client <appKey>'],
      example: 'people forget 987654 --client acme-shop',
      format: ({ appKey, userId, forgotten, left, payoutNumbers }) =>
        [
          `Forgot ${userId} of ${appKey} in ${count(forgotten, 'transaction')}.`,
          ...left.map(({ transactionId, reason }) => `Left ${transactionId}: ${REASONS[reason]}.`),
          ...(left.length > 0 ? ['Run the command again later.'] : []),
          ...payoutNumbers.map(
            (number) => `The file of batch ${number} for the bank names the payee, and stays.`,
          ),
          'Entries of the blacklist stay. Backups and the log of the database may hold the data for a while.',
        ]
          .map((line) => `${line}\n`)
          .join(''),
    }),
  ],
};
