import type { AccountDisagreement, AccountState } from '../../../src/domain/consistency.ts';
import { checkAccountUse } from '../../verify/account-use.ts';
import { checkCounters } from '../../verify/counters.ts';
import type { RepairRun } from './run.ts';

/** Sets every wrong row of counters to the sums over its transactions. */
export async function repairCounters(run: RepairRun): Promise<void> {
  for await (const page of checkCounters(run.trx))
    for (const { day, clientId, bankId, type, stored, expected } of page) {
      const key = { day, client_id: clientId, bank_id: bankId, type };
      await run.trx
        .deleteFrom('transaction_counters')
        .where('day', '=', day)
        .where('client_id', '=', clientId)
        .where('bank_id', '=', bankId)
        .where('type', '=', type)
        .execute();
      if (expected)
        await run.trx
          .insertInto('transaction_counters')
          .values({ ...key, ...expected })
          .execute();
      const subject = `${day} ${clientId} ${bankId} ${type}`;
      await run.record({ kind: 'counters-set', subject, before: stored, after: expected });
    }
}

/** Sets the use of every wrong account to the sum of its deposits. */
export async function repairAccountUse(run: RepairRun): Promise<void> {
  for await (const page of checkAccountUse(run.trx))
    for (const [accountId, { stored, expected }] of byAccount(page)) {
      const after = columnsOf(expected);
      await run.trx.updateTable('bank_accounts').set(after).where('id', '=', accountId).execute();
      await run.record({ kind: 'account-use-set', subject: accountId, before: columnsOf(stored), after });
    }
}

/** Keeps one disagreement for each account: its use and its place are repaired together. */
function byAccount(page: readonly AccountDisagreement[]): Map<string, AccountDisagreement> {
  return new Map(page.map((disagreement) => [disagreement.accountId, disagreement]));
}

function columnsOf({ pendingMinor, paidDay, paidMinor, assignedOrder }: AccountState) {
  return {
    pending_minor: pendingMinor,
    paid_day: paidDay,
    paid_minor: paidMinor,
    assigned_order: assignedOrder,
  };
}
