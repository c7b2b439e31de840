import type { AccountDisagreement } from '../../../src/domain/consistency.ts';
import { checkAccountUse } from '../../verify/account-use.ts';
import { checkCounters } from '../../verify/counters.ts';
import { accountColumns, setAccountUse, setCounters } from '../common/set-sums.ts';
import type { RepairRun } from './run.ts';

/** Sets every wrong row of counters to the sums over its transactions. */
export async function repairCounters(run: RepairRun): Promise<void> {
  for await (const page of checkCounters(run.trx))
    for (const disagreement of page) {
      const { day, clientId, bankId, type, stored, expected } = disagreement;
      await setCounters(run.trx, disagreement);
      const subject = `${day} ${clientId} ${bankId} ${type}`;
      await run.record({ kind: 'counters-set', subject, before: stored, after: expected });
    }
}

/** Sets the use of every wrong account to the sum of its deposits. */
export async function repairAccountUse(run: RepairRun): Promise<void> {
  for await (const page of checkAccountUse(run.trx))
    for (const [accountId, disagreement] of byAccount(page)) {
      await setAccountUse(run.trx, disagreement);
      const [before, after] = [accountColumns(disagreement.stored), accountColumns(disagreement.expected)];
      await run.record({ kind: 'account-use-set', subject: accountId, before, after });
    }
}

/** Keeps one disagreement for each account: its use and its place are repaired together. */
function byAccount(page: readonly AccountDisagreement[]): Map<string, AccountDisagreement> {
  return new Map(page.map((disagreement) => [disagreement.accountId, disagreement]));
}
