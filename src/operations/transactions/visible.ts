import type { Transaction } from '../../domain/transaction.ts';
import type { Context } from '../operation.ts';
import type { Caller } from '../permissions.ts';
import { isOfMode } from './scope.ts';

/** Whether the caller belongs to the desk, which sees what is held back, claims and notes. */
export function isDesk({ role }: Caller): boolean {
  return role !== 'merchant' && role !== 'payer';
}

/**
 * Reads transactions as the caller may see them, of its own mode. For merchants and payers nothing has happened that the
 * desk can still undo: see released.ts in the domain. Whose they are, the caller of this function checks.
 */
export async function findVisible(
  { principal, dependencies: { transactions } }: Context<Caller>,
  ids: readonly string[],
): Promise<Transaction[]> {
  const found = await (isDesk(principal) ? transactions.findByIds(ids) : transactions.findReleased(ids));
  return found.filter((transaction) => isOfMode(principal, transaction));
}
