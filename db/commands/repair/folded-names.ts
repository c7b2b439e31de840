import { foldNames } from '../../rows/transactions.ts';
import { checkFoldedNames } from '../../verify/folded-names.ts';
import type { RepairRun } from './run.ts';

/** Folds names anew. What is kept about the repair has no names: a person may have to be forgotten. */
export async function repairFoldedNames(run: RepairRun): Promise<void> {
  for await (const page of checkFoldedNames(run.trx))
    for (const { transactionId } of page) {
      const row = await run.trx
        .selectFrom('transactions')
        .select(['type', 'user_name', 'account_name'])
        .where('id', '=', transactionId)
        .executeTakeFirstOrThrow();
      await run.trx.updateTable('transactions').set(foldNames(row)).where('id', '=', transactionId).execute();
      const [before, after] = [{ folded_names: 'wrong' }, { folded_names: 'stored anew' }];
      await run.record({ kind: 'transaction-changed', subject: transactionId, before, after });
    }
}
