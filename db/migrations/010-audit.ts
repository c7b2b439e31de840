import { type Kysely, sql } from 'kysely';

const FIRST_PREVIOUS_HASH = '0'.repeat(64);
const INDEXED = ['occurred_at_ms', 'actor', 'operation', 'target_id'] as const;

/**
 * The audit log, and its end. Triggers let rows be added at the end alone, and keep each as it is. The end is kept
 * apart from the rows, so that the log also shows when its last rows are removed.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('position', 'integer', (column) => column.primaryKey())
    .addColumn('occurred_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('address', 'text')
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text')
    .addColumn('target_kind', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text', (column) => column.notNull())
    .addColumn('before_json', 'text')
    .addColumn('after_json', 'text')
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  for (const column of INDEXED)
    await db.schema.createIndex(`audit_by_${column}`).on('audit').column(column).execute();
  await db.schema
    .createTable('audit_tip')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into audit_tip (id, position, hash) values (1, 0, ${FIRST_PREVIOUS_HASH})`.execute(db);
  await guardRows(db);
  await guardTip(db);
}

async function guardRows(db: Kysely<never>): Promise<void> {
  await sql`
    create trigger audit_appends before insert on audit
    when not exists (select 1 from audit_tip where position = new.position - 1 and hash = new.previous_hash)
    begin select raise(abort, 'the audit log takes a row at its end only'); end
  `.execute(db);
  await sql`
    create trigger audit_advances after insert on audit
    begin update audit_tip set position = new.position, hash = new.hash; end
  `.execute(db);
  for (const event of ['update', 'delete'] as const)
    await sql`
      create trigger ${sql.ref(`audit_refuses_${event}`)} before ${sql.raw(event)} on audit
      begin select raise(abort, 'a row of the audit log is never changed and never removed'); end
    `.execute(db);
}

async function guardTip(db: Kysely<never>): Promise<void> {
  await sql`
    create trigger audit_tip_advances before update on audit_tip
    when new.position <= old.position
      or not exists (select 1 from audit where position = new.position and hash = new.hash)
    begin select raise(abort, 'the end of the audit log moves with its rows only'); end
  `.execute(db);
  // Without it `insert or replace` would set the end back, and then replace the last row as well.
  await sql`
    create trigger audit_tip_refuses_insert before insert on audit_tip
    begin select raise(abort, 'the end of the audit log moves with its rows only'); end
  `.execute(db);
  await sql`
    create trigger audit_tip_refuses_delete before delete on audit_tip
    begin select raise(abort, 'the end of the audit log is never removed'); end
  `.execute(db);
}
