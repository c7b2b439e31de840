import type { Role } from '../service/types.ts';

const OPERATORS: readonly Role[] = ['operator', 'admin'];
const ADMINS: readonly Role[] = ['admin'];

/** What the console shows to whom. The service decides by itself, whatever is shown. */
const RIGHTS = { changeTransactions: OPERATORS, redeliver: OPERATORS, administer: ADMINS } as const;

export type Right = keyof typeof RIGHTS;

/** Whether a role may do this. */
export function hasRight(role: Role, right: Right): boolean {
  return RIGHTS[right].includes(role);
}
