/** What a key may do. Each later role may do what the earlier reading roles may; see PERMISSIONS. */
export const ROLES = ['merchant', 'viewer', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who makes a request, after authentication. */
export interface Principal {
  readonly clientId: string;
  readonly appKey: string;
  readonly role: Role;
}

const EVERYONE = ['merchant', 'viewer', 'operator', 'admin'] as const;
const CREATORS = ['merchant', 'operator', 'admin'] as const;
const ADMINS = ['admin'] as const;

/** The one table of which operation needs which role. */
export const PERMISSIONS = {
  createDeposit: CREATORS,
  createWithdrawal: CREATORS,
  getTransaction: EVERYONE,
  getTransactions: EVERYONE,
  listTransactions: EVERYONE,
  watchTransactions: EVERYONE,
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
} as const satisfies Record<string, readonly Role[]>;

export type OperationName = keyof typeof PERMISSIONS;

/** Whether the role may run the operation. */
export function mayRun(role: Role, operation: OperationName): boolean {
  const allowed: readonly Role[] = PERMISSIONS[operation];
  return allowed.includes(role);
}
