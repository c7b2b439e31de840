import { sql } from 'kysely';
import { engineSqlOf } from '../../engines/sql-of.ts';
import { checkKeys, hasKeyOf } from '../../verify/keys.ts';
import type { RepairRun } from './run.ts';

/** Removes the keys that no transaction has, and then stores those that are missing and free. */
export async function repairKeys(run: RepairRun): Promise<void> {
  const { trx } = run;
  const { keyTables } = engineSqlOf(trx);
  for await (const page of checkKeys(trx))
    for (const { kind, table, transactionId } of page) {
      const key = keyTables.find((one) => one.table === table);
      if (!key) continue;
      const columns = sql.join([...key.columns.map((column) => sql.ref(column)), sql.ref('transaction_id')]);
      const owners = sql`(select * from transactions where id = ${transactionId} and ${key.condition}) as t`;
      const { numAffectedRows } =
        kind === 'key-left'
          ? await sql`
              delete from ${sql.table(table)} as k
              where k.transaction_id = ${transactionId}
                and not exists (select 1 from ${owners} where ${hasKeyOf(key)})`.execute(trx)
          : await sql`
              insert into ${sql.table(table)} (${columns})
              select ${sql.join(key.columns.map((column) => sql.ref(column)))}, id from ${owners}
              on conflict do nothing`.execute(trx);
      if (numAffectedRows === 0n) continue;
      const [values, subject] = [{ table }, transactionId];
      if (kind === 'key-left')
        await run.record({ kind: 'key-removed', subject, before: values, after: null });
      else await run.record({ kind: 'key-added', subject, before: null, after: values });
    }
}
