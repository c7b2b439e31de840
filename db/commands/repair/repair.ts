import type { RepairOutput } from '../../../src/domain/consistency.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { repairAttempts, repairCallbacks } from './callbacks.ts';
import { type RepairInput, RepairLog } from './log.ts';
import { repairAccountUse, repairCounters } from './sums.ts';
import { repairTransactions } from './transactions.ts';

/**
 * Mends everything in a database that disagrees and that a rule decides, inside one transaction, and writes down
 * what it did. It finds the disagreements itself: others may have written since they were listed. Where nothing
 * disagrees it changes nothing. Sums come last, since they add up what was mended before them.
 * @returns what was done, in its order.
 */
export async function repair(trx: DatabaseTransaction, input: RepairInput): Promise<RepairOutput> {
  const log = new RepairLog(trx, input);
  // Attempts tell which events are known outside. Behind that there may be some whose event is gone.
  await repairAttempts(log);
  await repairTransactions(log);
  await repairAttempts(log);
  await repairCallbacks(log);
  await repairCounters(log);
  await repairAccountUse(log);
  return log.output();
}
