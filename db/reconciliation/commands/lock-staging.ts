import type { DatabaseTransaction } from '../../tables.ts';

/** Reads a file that is being imported, so that no other command changes it before the commit. */
export function lockStaging(trx: DatabaseTransaction, fileId: string) {
  return trx
    .selectFrom('statement_files')
    .selectAll()
    .where('id', '=', fileId)
    .where('state', '=', 'staging')
    .forUpdate()
    .executeTakeFirst();
}
