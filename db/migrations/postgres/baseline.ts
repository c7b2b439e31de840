import { type Kysely, sql } from 'kysely';
import { KEY_TABLES, PARTITIONED_TABLES, POSITIONS } from './partitioned-tables.ts';
import { TABLES } from './tables.ts';

const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** What queries use and PostgreSQL does not have under the same name, and what makes a command run again. */
const FUNCTIONS = `
  create function instr(whole text, part text) returns integer
    language sql immutable strict parallel safe return strpos(whole, part);
  create function run_again(reason text) returns void language plpgsql volatile as $$
    begin
      raise exception '%', reason using errcode = 'serialization_failure';
    end $$;
`;

/** Whoever changes what processes cache tells all of them, in the same commit. */
const DIRECTORY_TRIGGERS = `
  create function count_directory_change() returns trigger language plpgsql as $$
    begin
      perform pg_notify('directory', '');
      return null;
    end $$;
  create trigger clients_count after insert or update or delete on clients
    for each statement execute function count_directory_change();
  create trigger client_secrets_count after insert or update or delete on client_secrets
    for each statement execute function count_directory_change();
  create trigger banks_count after insert or update or delete on banks
    for each statement execute function count_directory_change();
`;

/**
 * The audit log takes rows at its end only, and keeps each as it is. The end moves with each row before the next one of
 * the same statement is looked at, which a trigger after the row would not do.
 */
const AUDIT_TRIGGERS = `
  create function append_audit() returns trigger language plpgsql as $$
    begin
      update audit_tip set position = new.position, hash = new.hash
        where position = new.position - 1 and hash = new.previous_hash;
      if not found then
        raise exception 'the audit log takes a row at its end only';
      end if;
      return new;
    end $$;
  create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log and its end are changed by new rows only';
    end $$;
  create function guard_audit_tip() returns trigger language plpgsql as $$
    begin
      if pg_trigger_depth() < 2 or new.position <= old.position then
        raise exception 'the end of the audit log moves with its rows only';
      end if;
      return new;
    end $$;
  create trigger audit_appends before insert on audit for each row execute function append_audit();
  create trigger audit_refuses before update or delete on audit
    for each row execute function refuse_audit_change();
  create trigger audit_refuses_truncate before truncate on audit
    for each statement execute function refuse_audit_change();
  create trigger audit_tip_advances before update on audit_tip
    for each row execute function guard_audit_tip();
  create trigger audit_tip_refuses before insert or delete or truncate on audit_tip
    for each statement execute function refuse_audit_change();
`;

export async function up(db: Kysely<never>): Promise<void> {
  await sql.raw(POSITIONS).execute(db);
  // The order of text is the one of its bytes, as in SQLite.
  for (const tables of [TABLES, PARTITIONED_TABLES, KEY_TABLES])
    await sql.raw(tables.replaceAll(/(?<=\w) text\b/g, ' text collate "C"')).execute(db);
  await sql.raw(FUNCTIONS).execute(db);
  await sql.raw(DIRECTORY_TRIGGERS).execute(db);
  await sql`
    insert into metadata (key, value) values ('directory_version', '0'), ('time_zone', 'UTC')
  `.execute(db);
  await sql`
    insert into audit_tip (id, position, hash) values (1, 0, ${sql.lit(FIRST_PREVIOUS_HASH)})
  `.execute(db);
  await sql.raw(AUDIT_TRIGGERS).execute(db);
}
