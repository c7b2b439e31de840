import type { Role } from '../domain/role.ts';
import type { Client } from './admin/client-directory.ts';

/** An authenticated caller with a key. */
export interface Principal {
  readonly role: Role;
  /** The client of the key, as it was stored at authentication. */
  readonly client: Client;
  /**
   * Uses up the timed sign of the request, which may run several commands. The command line has no sign.
   * @throws ServiceError error_invalid_sign when an earlier request has used it up, or for a plain sign.
   */
  readonly useSign?: (() => Promise<void>) | undefined;
}

/** The holder of a payment link, which gives access to one deposit. */
export interface Payer {
  readonly role: 'payer';
  readonly depositId: string;
  readonly isTest: boolean;
}

export type Caller = Principal | Payer;

const EVERYONE = ['merchant', 'viewer', 'operator', 'admin'] as const;
const CREATORS = ['merchant', 'operator', 'admin'] as const;
const OPERATORS = ['operator', 'admin'] as const;
const ADMINS = ['admin'] as const;
const STAFF = ['viewer', 'operator', 'admin'] as const;
const PAYERS = ['payer'] as const;
const MERCHANTS = ['merchant'] as const;

/** The roles that may run each operation. */
export const PERMISSIONS = {
  whoAmI: EVERYONE,
  signIn: STAFF,
  createDeposit: CREATORS,
  createWithdrawal: CREATORS,
  getTransaction: EVERYONE,
  getTransactions: EVERYONE,
  listTransactions: EVERYONE,
  subscribeToTransactions: EVERYONE,
  settleTransaction: OPERATORS,
  rejectTransaction: OPERATORS,
  reverseTransaction: OPERATORS,
  correctTransaction: OPERATORS,
  cancelTransaction: CREATORS,
  undoTransition: OPERATORS,
  settleTransactions: OPERATORS,
  claimWithdrawal: OPERATORS,
  releaseWithdrawal: OPERATORS,
  markWithdrawalSent: OPERATORS,
  clearBlacklistMark: OPERATORS,
  addNote: OPERATORS,
  listEvents: EVERYONE,
  listCallbackAttempts: EVERYONE,
  readCallbackSummary: STAFF,
  listFailedCallbacks: STAFF,
  redeliverCallback: OPERATORS,
  redeliverFailedCallbacks: OPERATORS,
  importStatementFile: OPERATORS,
  importStatementText: OPERATORS,
  previewStatementFile: OPERATORS,
  previewStatementText: OPERATORS,
  listBankProfiles: OPERATORS,
  getBankProfile: OPERATORS,
  saveBankProfile: ADMINS,
  removeBankProfile: ADMINS,
  tryBankProfile: ADMINS,
  listStatementFiles: STAFF,
  listStatements: STAFF,
  releaseStatement: OPERATORS,
  listAccountDays: STAFF,
  listStatementLines: STAFF,
  countStatementLines: STAFF,
  getStatementLine: STAFF,
  confirmStatementLine: OPERATORS,
  confirmStatementLines: OPERATORS,
  putAwayStatementLine: OPERATORS,
  undoStatementLine: OPERATORS,
  listMatchPolicies: OPERATORS,
  updateMatchPolicy: ADMINS,
  removeMatchPolicy: ADMINS,
  readQueueTotals: EVERYONE,
  readStatistics: EVERYONE,
  listFilterChoices: STAFF,
  listLastChanges: STAFF,
  listAvailableBanks: EVERYONE,
  listClients: ADMINS,
  createClient: ADMINS,
  rotateSecret: ADMINS,
  updateClient: ADMINS,
  listBanks: ADMINS,
  addBank: ADMINS,
  updateBank: ADMINS,
  listAccounts: ADMINS,
  addAccount: ADMINS,
  updateAccount: ADMINS,
  listReasonTemplates: OPERATORS,
  saveReasonTemplate: ADMINS,
  removeReasonTemplate: ADMINS,
  listBlacklist: ADMINS,
  addToBlacklist: ADMINS,
  removeFromBlacklist: ADMINS,
  listAudit: ADMINS,
  forgetPerson: ADMINS,
  getPayment: PAYERS,
  subscribeToPayment: PAYERS,
  markPaymentSent: PAYERS,
  cancelPayment: PAYERS,
  decideTestPayment: PAYERS,
  settleTestTransaction: MERCHANTS,
  rejectTestTransaction: MERCHANTS,
  reverseTestTransaction: MERCHANTS,
  expireTestTransaction: MERCHANTS,
} as const satisfies Record<string, readonly Role[] | typeof PAYERS>;

type Permissions = typeof PERMISSIONS;
export type OperationName = keyof Permissions;

/** The operations of one kind of caller. No operation is for both kinds. */
export type OperationOf<C extends Caller> = {
  [Name in OperationName]: Permissions[Name][number] extends C['role'] ? Name : never;
}[OperationName];

/** The kind of caller that runs an operation. */
export type CallerOf<N extends OperationName> = Permissions[N][number] extends Payer['role']
  ? Payer
  : Principal;

/** The operations that only test keys may run: their merchant decides in the place of the desk. */
const FOR_TEST_KEYS_ALONE: ReadonlySet<OperationName> = new Set<OperationName>([
  'settleTestTransaction',
  'rejectTestTransaction',
  'reverseTestTransaction',
  'expireTestTransaction',
]);

/** The operations that test keys may run too, each on what test keys have made. All others concern real money. */
const FOR_BOTH_MODES: ReadonlySet<OperationName> = new Set<OperationName>([
  'whoAmI',
  'signIn',
  'createDeposit',
  'createWithdrawal',
  'getTransaction',
  'getTransactions',
  'listTransactions',
  'subscribeToTransactions',
  'settleTransaction',
  'rejectTransaction',
  'reverseTransaction',
  'correctTransaction',
  'cancelTransaction',
  'undoTransition',
  'settleTransactions',
  'claimWithdrawal',
  'releaseWithdrawal',
  'markWithdrawalSent',
  'clearBlacklistMark',
  'addNote',
  'listEvents',
  'listCallbackAttempts',
  'readCallbackSummary',
  'listFailedCallbacks',
  'redeliverCallback',
  'redeliverFailedCallbacks',
  'readQueueTotals',
  'readStatistics',
  'listFilterChoices',
  'listLastChanges',
  'listReasonTemplates',
  'listAvailableBanks',
  'listAudit',
]);

/** The mode of keys that an operation is for, if it is not for the mode of the caller's; otherwise undefined. */
export function refusedMode(caller: Caller, operation: OperationName): 'test' | 'live' | undefined {
  if (caller.role === 'payer') return undefined;
  if (!caller.client.isTest) return FOR_TEST_KEYS_ALONE.has(operation) ? 'test' : undefined;
  return FOR_BOTH_MODES.has(operation) || FOR_TEST_KEYS_ALONE.has(operation) ? undefined : 'live';
}

/** Makes a client the caller of operations. @param useSign every request with a key has it. */
export function principalOf(client: Client, useSign?: Principal['useSign']): Principal {
  return { role: client.role, client, useSign };
}

export function mayRun(role: Caller['role'], operation: OperationName): boolean {
  const allowed: readonly Caller['role'][] = PERMISSIONS[operation];
  return allowed.includes(role);
}
