import type { SchemaDialect } from '../../engines/schema-dialect.ts';

const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** The audit log. Its end is kept apart from the rows, so that the log also shows when its last rows are removed. */
export const audit = (d: SchemaDialect): readonly string[] => [
  `create table audit (
    position ${d.numberKey},
    occurred_at_ms bigint not null,
    actor_kind text not null,
    actor text,
    address text,
    operation text not null,
    request_id text,
    target_kind text not null,
    target_id text not null,
    before_json text,
    after_json text,
    previous_hash text not null,
    hash text not null
  )`,
  'create index audit_by_occurred_at_ms on audit (occurred_at_ms)',
  'create index audit_by_actor on audit (actor)',
  'create index audit_by_operation on audit (operation)',
  'create index audit_by_target_id on audit (target_id)',
  `create table audit_tip (
    id integer primary key check (id = 1),
    position bigint not null,
    hash text not null
  ) ${d.busy(10)}`,
];

/** The initial tip of the chain, and the triggers that allow rows only at its end and refuse changes to them. */
export const auditGuards = (d: SchemaDialect): readonly string[] => [
  `insert into audit_tip (id, position, hash) values (1, 0, '${FIRST_PREVIOUS_HASH}')`,
  ...d.only('sqlite', ...SQLITE_GUARDS),
  ...d.only('postgres', ...POSTGRES_GUARDS),
];

const refuseChange = (event: 'update' | 'delete') => `
  create trigger audit_refuses_${event} before ${event} on audit
  begin select raise(abort, 'a row of the audit log is never changed and never removed'); end`;

const SQLITE_GUARDS = [
  `create trigger audit_appends before insert on audit
  when not exists (select 1 from audit_tip where position = new.position - 1 and hash = new.previous_hash)
  begin select raise(abort, 'the audit log takes a row at its end only'); end`,
  `create trigger audit_advances after insert on audit
  begin update audit_tip set position = new.position, hash = new.hash; end`,
  refuseChange('update'),
  refuseChange('delete'),
  `create trigger audit_tip_advances before update on audit_tip
  when new.position <= old.position
    or not exists (select 1 from audit where position = new.position and hash = new.hash)
  begin select raise(abort, 'the end of the audit log moves with its rows only'); end`,
  // Without this trigger, `insert or replace` could set the end back, and then replace the last row as well.
  `create trigger audit_tip_refuses_insert before insert on audit_tip
  begin select raise(abort, 'the end of the audit log moves with its rows only'); end`,
  `create trigger audit_tip_refuses_delete before delete on audit_tip
  begin select raise(abort, 'the end of the audit log is never removed'); end`,
];

/**
 * The end moves before each row is inserted, not after it, because the next row of the same statement is checked before
 * that.
 */
const POSTGRES_GUARDS = [
  `create function append_audit() returns trigger language plpgsql as $$
    begin
      update audit_tip set position = new.position, hash = new.hash
        where position = new.position - 1 and hash = new.previous_hash;
      if not found then
        raise exception 'the audit log takes a row at its end only';
      end if;
      return new;
    end $$`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log and its end are changed by new rows only';
    end $$`,
  `create function guard_audit_tip() returns trigger language plpgsql as $$
    begin
      if pg_trigger_depth() < 2 or new.position <= old.position then
        raise exception 'the end of the audit log moves with its rows only';
      end if;
      return new;
    end $$`,
  'create trigger audit_appends before insert on audit for each row execute function append_audit()',
  `create trigger audit_refuses before update or delete on audit
    for each row execute function refuse_audit_change()`,
  `create trigger audit_refuses_truncate before truncate on audit
    for each statement execute function refuse_audit_change()`,
  `create trigger audit_tip_advances before update on audit_tip
    for each row execute function guard_audit_tip()`,
  `create trigger audit_tip_refuses before insert or delete or truncate on audit_tip
    for each statement execute function refuse_audit_change()`,
];
