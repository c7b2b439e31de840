import type { ErrorType } from '../../domain/errors.ts';
import type { OperationName } from '../../operations/permissions.ts';

/** The groups of calls, in the order of a merchant's day. */
export const TAGS = [
  { name: 'Transactions', description: 'Create deposits and withdrawals, and read them.' },
  { name: 'Banks', description: 'The banks that take transactions now.' },
  { name: 'Events and callbacks', description: 'The feed of events, and the deliveries of callbacks.' },
  { name: 'Desk', description: 'What operators do with transactions.' },
  { name: 'Bank statements', description: 'Import statements of bank accounts, and settle by their lines.' },
  { name: 'Key', description: 'The key itself.' },
  { name: 'Test keys', description: 'What a merchant with a test key decides itself. No money moves.' },
] as const;

/** The words of the document about a call, beyond its schemas. */
export interface Call {
  readonly tag: (typeof TAGS)[number]['name'];
  readonly summary: string;
  readonly description?: string;
  /** The refusals of the operation, beyond those that every signed call can get. */
  readonly refusals?: readonly ErrorType[];
}

const FOUND: readonly ErrorType[] = ['error_transaction_not_found'];
const DECIDED: readonly ErrorType[] = [
  'error_transaction_not_found',
  'error_stale_sequence',
  'error_transition_not_allowed',
  'error_claimed',
];
const CREATED: readonly ErrorType[] = [
  'error_transaction_blacklisted',
  'error_bank_not_found',
  'error_process_id_conflict',
  'error_bank_unavailable',
  'error_amount_out_of_bank_limits',
];

/** Each operation with a REST route. */
export const CALLS: Readonly<Partial<Record<OperationName, Call>>> = {
  createDeposit: {
    tag: 'Transactions',
    summary: 'Create a deposit',
    description:
      'The same request with the same `processId` returns the stored deposit, so it is safe to repeat. A user who has a pending deposit gets that one, with `alreadyPending: true`.',
    refusals: [...CREATED, 'error_no_account_available'],
  },
  createWithdrawal: {
    tag: 'Transactions',
    summary: 'Create a withdrawal',
    description:
      'The same request with the same `processId` returns the stored withdrawal, so it is safe to repeat.',
    refusals: CREATED,
  },
  listAvailableBanks: { tag: 'Banks', summary: 'List the banks that take transactions now' },
  whoAmI: { tag: 'Key', summary: 'Read the name and the role of the key' },
  listTransactions: {
    tag: 'Transactions',
    summary: 'List transactions, newest first',
    description:
      'A merchant sees its own. A page can hold fewer items than `limit` and still have a `nextCursor`: continue until it is null.',
  },
  getTransaction: { tag: 'Transactions', summary: 'Read a transaction', refusals: FOUND },
  cancelTransaction: {
    tag: 'Transactions',
    summary: 'Cancel a pending transaction',
    description: 'A repetition returns the cancelled transaction.',
    refusals: DECIDED,
  },
  listEvents: {
    tag: 'Events and callbacks',
    summary: 'Read events in the order of their commits',
    description: 'Continue with the last `eventId`. No event ever appears before one that was read.',
  },
  listCallbackAttempts: {
    tag: 'Events and callbacks',
    summary: 'List attempts to deliver callbacks, newest first',
  },
  readCallbackSummary: {
    tag: 'Events and callbacks',
    summary: 'Count the callbacks of each client that wait or were given up',
  },
  listFailedCallbacks: {
    tag: 'Events and callbacks',
    summary: 'List the callbacks of a client that were given up',
    refusals: ['error_site_not_found'],
  },
  redeliverCallback: {
    tag: 'Events and callbacks',
    summary: 'Deliver the callback of an event again',
    refusals: [...FOUND, 'error_transition_not_allowed'],
  },
  redeliverFailedCallbacks: {
    tag: 'Events and callbacks',
    summary: 'Deliver the callbacks of a client again that were given up',
    refusals: ['error_site_not_found'],
  },
  readQueueTotals: { tag: 'Desk', summary: 'Count the pending transactions that filters select' },
  listFilterChoices: { tag: 'Desk', summary: 'List the accounts and merchants to filter by' },
  settleTransaction: {
    tag: 'Desk',
    summary: 'Settle a transaction',
    description: 'The money was received, or paid out: pending becomes successful.',
    refusals: [...DECIDED, 'error_final_amount_unusual'],
  },
  rejectTransaction: {
    tag: 'Desk',
    summary: 'Reject a transaction',
    description: 'Pending becomes unsuccessful.',
    refusals: DECIDED,
  },
  reverseTransaction: {
    tag: 'Desk',
    summary: 'Reverse a successful transaction',
    description: 'The money went back: successful becomes unsuccessful.',
    refusals: DECIDED,
  },
  correctTransaction: {
    tag: 'Desk',
    summary: 'Correct an unsuccessful transaction',
    description: 'The money came after all: unsuccessful becomes successful.',
    refusals: [...DECIDED, 'error_final_amount_unusual'],
  },
  undoTransition: {
    tag: 'Desk',
    summary: 'Undo a transition that is held back',
    description: 'The merchant is told of neither.',
    refusals: [...DECIDED, 'error_undo_too_late'],
  },
  settleTransactions: {
    tag: 'Desk',
    summary: 'Settle up to 200 transactions',
    description: 'One that is refused does not stop the others.',
  },
  claimWithdrawal: { tag: 'Desk', summary: 'Claim a pending withdrawal for paying it', refusals: DECIDED },
  releaseWithdrawal: { tag: 'Desk', summary: 'End your claim of a withdrawal', refusals: DECIDED },
  addNote: { tag: 'Desk', summary: 'Add a note to a transaction', refusals: FOUND },
  importStatementFile: {
    tag: 'Bank statements',
    summary: 'Import a file of a bank',
    description:
      'The body is the file. It is imported whole or not at all; the same bytes again change nothing.',
  },
  importStatementText: {
    tag: 'Bank statements',
    summary: 'Import lines that were copied, or a file as text',
  },
  previewStatementFile: {
    tag: 'Bank statements',
    summary: 'Say what an import of a file would do',
    description: 'The body is the file. Nothing is kept.',
  },
  previewStatementText: { tag: 'Bank statements', summary: 'Say what an import of a text would do' },
  listAccountDays: {
    tag: 'Bank statements',
    summary: 'List the days of an account, with balances and drift',
  },
  listBankProfiles: { tag: 'Bank statements', summary: 'List the profiles of banks' },
  getBankProfile: { tag: 'Bank statements', summary: 'Read the profile of a bank' },
  saveBankProfile: { tag: 'Bank statements', summary: 'Add or change the profile of a bank' },
  removeBankProfile: { tag: 'Bank statements', summary: 'Remove the profile of a bank' },
  tryBankProfile: {
    tag: 'Bank statements',
    summary: 'Read a sample by a profile',
    description: 'Neither is kept.',
  },
  listMatchPolicies: { tag: 'Bank statements', summary: 'List what settles although it is not exact' },
  updateMatchPolicy: {
    tag: 'Bank statements',
    summary: 'Change what settles although it is not exact',
    description: 'Waiting lines are matched again.',
    refusals: ['error_site_not_found'],
  },
  removeMatchPolicy: {
    tag: 'Bank statements',
    summary: 'Let a merchant follow the policy of the desk again',
    refusals: ['error_site_not_found'],
  },
  listStatementFiles: { tag: 'Bank statements', summary: 'List the files that were imported, newest first' },
  listStatements: { tag: 'Bank statements', summary: 'List the statements of imported files, newest first' },
  releaseStatement: {
    tag: 'Bank statements',
    summary: 'Let a held statement settle',
  },
  listStatementLines: { tag: 'Bank statements', summary: 'List lines of statements, newest first' },
  countStatementLines: { tag: 'Bank statements', summary: 'Count the lines that wait for a decision' },
  getStatementLine: {
    tag: 'Bank statements',
    summary: 'Read a line with its candidates and decisions',
    refusals: FOUND,
  },
  confirmStatementLine: {
    tag: 'Bank statements',
    summary: 'Confirm that a line pays a transaction',
    refusals: DECIDED,
  },
  putAwayStatementLine: {
    tag: 'Bank statements',
    summary: 'Put a line away that pays no transaction',
    refusals: DECIDED,
  },
  undoStatementLine: {
    tag: 'Bank statements',
    summary: 'Take the decision about a line back',
    refusals: DECIDED,
  },
  settleTestTransaction: {
    tag: 'Test keys',
    summary: 'Settle a test transaction',
    description:
      'As the desk does when the money has come. `delaySeconds` holds the transition back: until then you read what was before, and the callback waits.',
    refusals: DECIDED,
  },
  rejectTestTransaction: {
    tag: 'Test keys',
    summary: 'Reject a test transaction',
    description: 'Pending becomes unsuccessful.',
    refusals: DECIDED,
  },
  reverseTestTransaction: {
    tag: 'Test keys',
    summary: 'Reverse a successful test transaction',
    description: 'Successful becomes unsuccessful.',
    refusals: DECIDED,
  },
  expireTestTransaction: {
    tag: 'Test keys',
    summary: 'Expire a pending test deposit',
    description: 'Whatever time it has left. Withdrawals never expire.',
    refusals: DECIDED,
  },
  advanceTestClock: {
    tag: 'Test keys',
    summary: 'Move the clock of the key forward',
    description:
      'By at most 400 days in all, and never back. Deposits whose time is over expire, and callbacks that wait for their next attempt are sent. 0 reads the clock.',
  },
  failTestCallbacks: {
    tag: 'Test keys',
    summary: 'Let the next callbacks of the key go wrong',
    description:
      '`timeout` and `error500`: your receiver gets the callback, and its answer is taken for a time-out or a 500, so that it comes again. `duplicate`: it comes twice at once. `outOfOrder`: it is given up, and delivered after the next one. A count of 0 takes back what was asked, and what was given up for it is delivered.',
  },
};
