import type { ErrorType } from '../../../domain/errors.ts';
import { type Calls, DECIDED, FOUND } from './call.ts';

const CREATED: readonly ErrorType[] = [
  'error_transaction_blacklisted',
  'error_bank_not_found',
  'error_process_id_conflict',
  'error_bank_unavailable',
  'error_amount_out_of_bank_limits',
];

export const TRANSACTION_CALLS: Calls = {
  createDeposit: {
    summary: 'Create a deposit',
    description:
      'The same request with the same `processId` returns the stored deposit, so it is safe to repeat. A user who has a pending deposit gets that one, with `alreadyPending: true`.',
    refusals: [...CREATED, 'error_no_account_available'],
  },
  createWithdrawal: {
    summary: 'Create a withdrawal',
    description:
      'The same request with the same `processId` returns the stored withdrawal, so it is safe to repeat.',
    refusals: CREATED,
  },
  listTransactions: {
    summary: 'List transactions, newest first',
    description:
      'A merchant sees its own. A page can hold fewer items than `limit` and still have a `nextCursor`: continue until it is null.',
  },
  getTransaction: { summary: 'Read a transaction', refusals: FOUND },
  cancelTransaction: {
    summary: 'Cancel a pending transaction',
    description: 'A repetition returns the cancelled transaction.',
    refusals: DECIDED,
  },
};

export const BANK_CALLS: Calls = {
  listAvailableBanks: { summary: 'List the banks that take transactions now' },
};

export const KEY_CALLS: Calls = {
  whoAmI: { summary: 'Read the name and the role of the key' },
};
