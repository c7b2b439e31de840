import type { AccountDisagreement, AccountUse } from '../../../src/domain/consistency.ts';
import { checkAccountUse } from '../../verify/account-use.ts';
import { checkCounters } from '../../verify/counters.ts';
import type { RepairLog } from './log.ts';

/** Sets every row of counters to what its transactions add up to. */
export async function repairCounters(log: RepairLog): Promise<void> {
  for await (const page of checkCounters(log.trx))
    for (const { day, clientId, bankId, type, stored, expected } of page) {
      const key = { day, client_id: clientId, bank_id: bankId, type };
      await log.trx
        .deleteFrom('transaction_counters')
        .where('day', '=', day)
        .where('client_id', '=', clientId)
        .where('bank_id', '=', bankId)
        .where('type', '=', type)
        .execute();
      if (expected)
        await log.trx
          .insertInto('transaction_counters')
          .values({ ...key, ...expected })
          .execute();
      const subject = `${day} ${clientId} ${bankId} ${type}`;
      await log.note({ kind: 'counters-set', subject, before: stored, after: expected });
    }
}

/** Sets what accounts were used for to the sums of their deposits. */
export async function repairAccountUse(log: RepairLog): Promise<void> {
  for await (const page of checkAccountUse(log.trx))
    for (const [accountId, { stored, expected }] of byAccount(page)) {
      const after = columnsOf(expected);
      await log.trx.updateTable('bank_accounts').set(after).where('id', '=', accountId).execute();
      await log.note({ kind: 'account-use-set', subject: accountId, before: columnsOf(stored), after });
    }
}

/** An account whose use and whose place are both wrong is mended once. */
function byAccount(page: readonly AccountDisagreement[]): Map<string, AccountDisagreement> {
  return new Map(page.map((one) => [one.accountId, one]));
}

function columnsOf({ usedDay, usedMinor, assignedOrder }: AccountUse) {
  return { used_day: usedDay, used_minor: usedMinor, assigned_order: assignedOrder };
}
