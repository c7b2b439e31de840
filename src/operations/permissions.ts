import type { Role } from '../domain/role.ts';
import type { Client } from './admin/directory.ts';

/** Who makes a request with a key, after authentication. */
export interface Principal {
  readonly role: Role;
  /** The holder of the key, as it stood when the request was let in. */
  readonly client: Client;
}

/** Who holds the payment link of a deposit: it opens that deposit, and nothing else. */
export interface Payer {
  readonly role: 'payer';
  readonly depositId: string;
}

/** Whoever makes a request. */
export type Caller = Principal | Payer;

const EVERYONE = ['merchant', 'viewer', 'operator', 'admin'] as const;
const CREATORS = ['merchant', 'operator', 'admin'] as const;
const OPERATORS = ['operator', 'admin'] as const;
const ADMINS = ['admin'] as const;
const PAYERS = ['payer'] as const;

/** The one table of which operation needs which role. */
export const PERMISSIONS = {
  whoAmI: EVERYONE,
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
  listEvents: EVERYONE,
  listCallbackAttempts: EVERYONE,
  redeliverCallback: OPERATORS,
  redeliverFailedCallbacks: OPERATORS,
  readStatistics: EVERYONE,
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
  listBlacklist: ADMINS,
  addToBlacklist: ADMINS,
  removeFromBlacklist: ADMINS,
  getPayment: PAYERS,
  subscribeToPayment: PAYERS,
  markPaymentSent: PAYERS,
  cancelPayment: PAYERS,
} as const satisfies Record<string, readonly Role[] | typeof PAYERS>;

type Permissions = typeof PERMISSIONS;
export type OperationName = keyof Permissions;

/** The operations that a kind of caller may run at all: no operation is for keys and payers both. */
export type OperationOf<C extends Caller> = {
  [Name in OperationName]: Permissions[Name][number] extends C['role'] ? Name : never;
}[OperationName];

/** The client as the one who asks. */
export function principalOf(client: Client): Principal {
  return { role: client.role, client };
}

/** Whether the role may run the operation. */
export function mayRun(role: Caller['role'], operation: OperationName): boolean {
  const allowed: readonly Caller['role'][] = PERMISSIONS[operation];
  return allowed.includes(role);
}
