import type { Transaction } from '../../../src/transactions/domain/transaction.ts';

/** The mode of the transactions that a command may find: a live key finds no tests, and a test key finds only tests. */
export interface ModeScope {
  /** Undefined for both modes. */
  readonly isTest?: boolean | undefined;
}

export function isOtherMode(transaction: Pick<Transaction, 'isTest'>, isTest: ModeScope['isTest']): boolean {
  return isTest !== undefined && transaction.isTest !== isTest;
}
