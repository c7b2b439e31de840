import type { Transaction } from '../../../src/transactions/domain/transaction.ts';

/** The mode that a command means: whoever asks with a live key finds no test, and the other way round. */
export interface MeantMode {
  /** Undefined where both are meant. */
  readonly isTest?: boolean | undefined;
}

export function isOtherMode(transaction: Pick<Transaction, 'isTest'>, isTest: MeantMode['isTest']): boolean {
  return isTest !== undefined && transaction.isTest !== isTest;
}
