import type { Role } from '../service/types.ts';

const OPERATORS: readonly Role[] = ['operator', 'admin'];
const ADMINS: readonly Role[] = ['admin'];

/** Roles that see each part of the console. The service checks every request independently. */
const RIGHTS = { changeTransactions: OPERATORS, redeliver: OPERATORS, administer: ADMINS } as const;

export type Right = keyof typeof RIGHTS;

/** Returns whether a role has a right. */
export function hasRight(role: Role, right: Right): boolean {
  return RIGHTS[right].includes(role);
}
