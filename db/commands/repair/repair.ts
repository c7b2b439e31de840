import type { RepairOutput } from '../../../src/domain/repair.ts';
import { engineSqlOf } from '../../engines/sql-of.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { appendAudit } from '../common/append-audit.ts';
import { repairAttempts } from './attempts.ts';
import { repairCallbacks } from './callbacks.ts';
import { repairFoldedNames } from './folded-names.ts';
import { repairHolds } from './holds.ts';
import { repairKeys } from './keys.ts';
import { type RepairInput, RepairRun } from './run.ts';
import { repairAccountUse, repairCounters } from './sums.ts';
import { repairReferences, repairTransactions } from './transactions.ts';

/**
 * Repairs every disagreement that a rule decides, inside one transaction, and stores what it changed. It finds the
 * disagreements itself: others may have written since they were listed. Where nothing disagrees it changes nothing.
 * @returns the changes, in their order.
 */
export async function repair(trx: DatabaseTransaction, input: RepairInput): Promise<RepairOutput> {
  await engineSqlOf(trx).lockOutWriters(trx);
  const run = new RepairRun(trx, input);
  // Attempts show which events a client may have received, so they come first.
  await repairAttempts(run);
  await repairTransactions(run);
  await repairReferences(run);
  await repairFoldedNames(run);
  // A repaired status decides which keys there are.
  await repairKeys(run);
  // Some events may have been removed since.
  await repairAttempts(run);
  // A callback that is not held back is due.
  await repairHolds(run);
  await repairCallbacks(run);
  // Sums come last: they add up what was repaired before them.
  await repairCounters(run);
  await repairAccountUse(run);
  const output = run.output();
  if (output.count > 0)
    await appendAudit(trx, input.audit, {
      ...{ targetKind: 'database', targetId: 'repairs' },
      ...{ before: null, after: { repairs: output.count } },
    });
  return output;
}
