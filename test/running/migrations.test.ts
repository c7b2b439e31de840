import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { createClock, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { cliJson, runCliProcess } from '../support/cli.ts';
import {
  neverSchedule,
  startManualClockService,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { openDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { launchService } from '../support/service-process.ts';

/** Starting several processes takes long on a busy machine. */
const MANY_PROCESSES_MS = 90_000;

/** Migrates by the command line, in a separate process. */
function migrate(databasePath: string) {
  return runCliProcess(['migrate', '--json'], { databasePath });
}

/** The SQL of the whole schema. */
function schemaOf(databasePath: string): unknown[] {
  const database = new Sqlite(databasePath, { readonly: true });
  const schema = database.prepare('select type, name, sql from sqlite_schema order by type, name').all();
  database.close();
  return schema;
}

async function migratedAlone(folder: string): Promise<unknown[]> {
  const path = join(folder, 'alone.db');
  const engine = openSqlite({ path, lockTimeoutMs: 1000 });
  await engine.migrate();
  await engine.close();
  return schemaOf(path);
}

test('two connections that migrate one new database at once both succeed, and each migration runs once', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'test.db');
  const engines = [1, 2, 3].map(() => openSqlite({ path, lockTimeoutMs: 0 }));
  const ran = await Promise.all(engines.map((engine) => engine.migrate()));
  const states = await Promise.all(engines.map((engine) => engine.schemaState()));
  for (const engine of engines) await engine.close();
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
  expect(states).toEqual(states.map(() => ({ missing: [], unknown: [] })));
  expect(schemaOf(path)).toEqual(await migratedAlone(folder.path));
});

test(
  'processes that open and migrate one new database at once all succeed',
  async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'new', 'test.db');
    const ran = await Promise.all([1, 2, 3].map(() => migrate(path)));
    const names = ran.map(({ stdout }) => JSON.parse(stdout).migrated);
    expect(names.filter((migrated) => migrated.length > 0)).toHaveLength(1);
    expect(schemaOf(path)).toEqual(await migratedAlone(folder.path));
  },
  MANY_PROCESSES_MS,
);

test(
  'a database that a newer version has changed is refused by service and command line, and left as it is',
  async () => {
    using folder = temporaryFolder();
    const { stop, databasePath } = await startTestService({ folder: folder.path });
    await stop();
    const database = new Sqlite(databasePath);
    database.exec("insert into kysely_migration values ('999-from-the-future', '2036-11-20T12:00:00Z')");
    database.close();
    const before = schemaOf(databasePath);

    const { code, stderr } = await launchService(folder.path).exited;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^bank-transfers cannot start: DATABASE_URL: a newer version [^\n]*999-from-the-future[^\n]*\n$/,
    );
    expect(await migrate(databasePath)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/a newer version [^\n]*999-from-the-future[^\n]*\n$/),
    });
    expect(schemaOf(databasePath)).toEqual(before);
  },
  MANY_PROCESSES_MS,
);

/** Takes back what 026 added. */
const WITHOUT_026 = `
  drop index line_decisions_settling;
  create unique index line_decisions_settling on line_decisions (transaction_id)
    where settles = 1 and undone_at_ms is null;
  alter table line_decisions drop column part;
  alter table line_decisions drop column before_state;
  alter table line_decisions drop column before_decision_id;
`;

/** Takes back what 025 added. */
const WITHOUT_025 = `${WITHOUT_026}
  drop table blacklist_clearances;
  drop index blacklist_entry;
  create unique index blacklist_entry on blacklist (value, kind, client_id);
  alter table blacklist drop column key;
  alter table transactions drop column sent_to_bank_at_ms;
  alter table events drop column paid_from_account_id;
  alter table events drop column bank_reference;
`;

/** Takes back what 023 and 024 added. */
const WITHOUT_024 = `${WITHOUT_025}
  drop index statement_lines_payer_end;
  alter table statement_lines drop column payer_folded;
  drop table line_sightings;
  alter table statement_lines drop column is_vouched;
  alter table statement_lines drop column is_collective;
`;

/** Takes back what 022 added and dropped. */
const WITHOUT_022 = `${WITHOUT_024}
  create table payer_ibans (
    client_id text not null,
    user_id text not null,
    iban text not null,
    decision_id text not null,
    created_at_ms bigint not null,
    primary key (client_id, user_id, iban)
  );
  create index payer_ibans_of_iban on payer_ibans (iban);
  create index payer_ibans_of_decision on payer_ibans (decision_id);
  create index transactions_final_here on transactions
    (bank_account_id, final_amount_minor, updated_at_ms, created_at_ms, amount_minor)
    where final_amount_minor <> amount_minor and is_test = 0;
  create index statement_lines_returns on statement_lines (account_id, amount_minor, id)
    where debit_kind = 'return' and is_open = 1;
  create index statement_lines_out on statement_lines (counterparty_iban, amount_minor)
    where direction = 'debit' and counterparty_iban is not null;
  drop index transactions_pending_here;
  create index transactions_pending_here on transactions (bank_account_id, amount_minor)
    where status = 'pending' and is_test = 0;
  drop index transactions_to_iban;
  drop index statement_lines_out_amount;
  create index statement_lines_out_amount on statement_lines
    (account_id, amount_minor, coalesce(booking_date, value_date, '9999-12-31')) where debit_kind <> 'fee';
`;

/** Takes back what 021 added. */
const WITHOUT_021 = `${WITHOUT_022}
  drop index payer_ibans_of_decision;
  drop index statement_lines_open;
  create index statement_lines_open on statement_lines (account_id, amount_minor) where is_open = 1;
  drop index transactions_pending_here;
  drop index transactions_ended_here;
  drop index transactions_final_here;
  drop index transactions_pending_name;
  create index transactions_pending_name on transactions (converted_name)
    where type = 'deposit' and status = 'pending';
`;

/** Takes back what 020 added. */
const WITHOUT_020 = `${WITHOUT_021}
  drop table callback_failures;
  drop index clients_test;
  drop index transactions_test;
  drop index transactions_by_time;
  create index transactions_by_time on transactions (created_at_ms, id);
  drop index transactions_pending;
  create index transactions_pending on transactions
    (created_at_ms, id, type, amount_minor, sent_at_ms, client_id, bank_id, bank_account_id)
    where status = 'pending';
  drop index transactions_unsuccessful;
  create index transactions_unsuccessful on transactions (ended_as, created_at_ms, id)
    where status = 'unsuccessful';
  drop index transactions_late;
  create index transactions_late on transactions (created_at_ms, id)
    where (status = 'unsuccessful' and ended_as = 'expired' and sent_at_ms is not null)
      or (status = 'successful' and ended_as <> 'reversed');
  alter table transactions drop column is_test;
  alter table clients drop column is_test;
  alter table clients drop column clock_ahead_ms;
`;

/** Takes back what 019 added. */
const WITHOUT_019 = `${WITHOUT_020}
  drop index statement_lines_returns;
  drop index statement_lines_out_amount;
  alter table statement_lines drop column debit_kind;
`;

/** Takes back what 018 added. */
const WITHOUT_018 = `${WITHOUT_019}
  drop index statement_lines_out;
  drop table bank_profiles;
  drop table match_policies;
  create table match_policies (
    client_id text primary key references clients (id),
    policy text not null,
    updated_at_ms bigint not null
  );
  drop index transactions_pending_name;
  drop index transactions_moved;
  drop index statement_lines_of_day;
  create index statement_lines_of_day on statement_lines (account_id, booking_date);
  alter table statements drop column currency;
`;

/** Takes back what 017 added. */
const WITHOUT_017 = `
  drop table if exists payer_ibans;
  drop table match_policies;
  drop table line_decisions;
  drop table line_references;
  drop table statement_lines;
  drop table statements;
  drop table statement_files;
`;

/** Takes back what 016 added. */
const WITHOUT_016 = `
  alter table transactions drop column user_name_folded;
  alter table transactions drop column account_name_folded;
`;

/** Takes back what 015 added. Its other index of pending callbacks is made again. */
const WITHOUT_015 = `
  drop table reason_templates;
  alter table events drop column internal_reason;
  alter table events drop column seen_by;
  drop index callback_attempts_failed;
`;

/** Takes back what 014 added. */
const WITHOUT_014 = `
  alter table clients drop column return_hosts;
  alter table clients drop column return_url;
  alter table clients drop column brand_name;
  alter table clients drop column brand_color;
  alter table clients drop column brand_logo;
  drop table client_logos;
  alter table transactions drop column return_url;
`;

/** Takes back what 013 added. */
const WITHOUT_013 = `
  drop table holds;
  drop table notes;
  alter table transactions drop column claim_holder_id;
  alter table transactions drop column claimed_at_ms;
  alter table transactions drop column claim_ends_at_ms;
`;

/** SQL that undoes migration 012. */
const UNDO_REFERENCES = `
  drop index transactions_pending;
  create index transactions_pending on transactions (created_at_ms, id) where "status" = 'pending';
  drop index transactions_open_reference;
  drop index transactions_ended_reference;
  drop index transactions_ended_amount;
  drop index transactions_final_amount;
  drop index transactions_ended_iban;
  drop index transactions_unsuccessful;
  drop index transactions_late;
  alter table transactions drop column reference;
  alter table transactions drop column ended_as;
  alter table transaction_counters drop column expired_count;
  alter table transaction_counters drop column cancelled_count;
  alter table transaction_counters drop column rejected_count;
  alter table transaction_counters drop column reversed_count;
  delete from metadata where key = 'time_zone';
`;

const BACK_TO_011 =
  WITHOUT_018 + WITHOUT_017 + WITHOUT_016 + WITHOUT_015 + WITHOUT_014 + WITHOUT_013 + UNDO_REFERENCES;

/** Turns a database into one of version 007 on a machine whose wall clock was set back by `offsetMs`. */
function turnIntoVersion007(databasePath: string, offsetMs: number): void {
  const database = new Sqlite(databasePath);
  database.exec(BACK_TO_011);
  database.exec(`
    delete from kysely_migration where name >= '008';
    drop table used_signs;
    alter table bank_accounts rename column paid_day to used_day;
    alter table bank_accounts rename column paid_minor to used_minor;
    alter table bank_accounts drop column pending_minor;
    drop table audit;
    drop table audit_tip;
    alter table metadata rename to service_info;
    insert into service_info values ('clock_offset_ms', '${offsetMs}');
    update transactions set expires_at_ms = expires_at_ms + ${offsetMs} where status = 'pending';
    update callbacks set due_at_ms = due_at_ms + ${offsetMs}, due_since_ms = due_since_ms + ${offsetMs};
  `);
  database.close();
}

test('due times that an earlier version measured by its own clock become times of the wall clock', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const options = { folder: folder.path, clock, platform: { schedule: neverSchedule } };
  const first = await startManualClockService(options);
  const client = await first.merchantOf({ url: 'http://127.0.0.1:9/' });
  await first.deposit(client);
  const settled = await first.deposit(client, { userId: 'another' });
  await first.stop();
  const engine = openSqlite({ path: first.databasePath, lockTimeoutMs: 1000 });
  await engine.run('applyTransitions', {
    nowMs: clock.nowMs(),
    steadyNowMs: clock.nowMs(),
    timeZone: 'UTC',
    requests: [
      {
        transactionId: settled.transactionId,
        command: { kind: 'settle', sequence: 1 },
        actor: { kind: 'service', clientId: null },
        eventId: 'event-1',
      },
    ],
  });
  await engine.close();
  const dueTimes = () => {
    const database = new Sqlite(first.databasePath, { readonly: true });
    const times = [
      ...database.prepare('select id, expires_at_ms from transactions order by id').all(),
      ...database.prepare('select event_id, due_at_ms, due_since_ms, waits_since_ms from callbacks').all(),
    ];
    database.close();
    return times;
  };
  const before = dueTimes();
  turnIntoVersion007(first.databasePath, 3_600_000);
  await cliJson(first.databasePath, 'migrate');
  expect(dueTimes()).toEqual(before);
  expect(before).toHaveLength(3);
  const database = new Sqlite(first.databasePath, { readonly: true });
  const keys = database.prepare('select key from metadata order by key').pluck().all();
  database.close();
  expect(keys).toEqual(['directory_version', 'master_key_id', 'time_zone']);
});

test('accounts of an earlier version count what is pending and what was paid last, whatever they counted before', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const options = { folder: folder.path, clock, platform: { schedule: neverSchedule } };
  const service = await startManualClockService(options);
  const client = await service.merchantOf(undefined);
  const settle = async (finalAmount: string) => {
    const { transactionId } = await service.deposit(client);
    await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount } });
  };
  await settle('400');
  clock.advance(86_400_000);
  await settle('450');
  await service.deposit(client);
  await service.transition('cancel', (await service.deposit(client)).transactionId, { as: client });
  await service.stop();
  const { databasePath } = service;
  const uses = () => {
    const database = new Sqlite(databasePath, { readonly: true });
    const rows = database.prepare(
      'select pending_minor, paid_day, paid_minor from bank_accounts where assigned_order > 0 order by id',
    );
    const read = rows.all();
    database.close();
    return read;
  };
  const before = uses();
  const database = new Sqlite(databasePath);
  database.exec(BACK_TO_011);
  database.exec(`
    delete from kysely_migration where name >= '011';
    alter table bank_accounts rename column paid_day to used_day;
    alter table bank_accounts rename column paid_minor to used_minor;
    alter table bank_accounts drop column pending_minor;
    update bank_accounts set used_day = 20000, used_minor = 99
  `);
  database.close();
  await cliJson(databasePath, 'migrate');
  expect(uses()).toEqual(before);
  expect(before).toContainEqual(expect.objectContaining({ paid_minor: 45_000 }));
  await expectAgreement(databasePath);
});

test('a deposit whose payer had said that the money is sent waits for a day after that, like new ones', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const service = await startManualClockService({
    folder: folder.path,
    clock,
    platform: { schedule: neverSchedule },
  });
  const client = await service.merchantOf(undefined);
  const sent = await service.deposit(client, { userId: 'sent' });
  const unsent = await service.deposit(client, { userId: 'unsent' });
  const ended = await service.deposit(client, { userId: 'ended' });
  await service.transition('cancel', ended.transactionId, { as: client });
  await service.stop();
  const { databasePath } = service;
  const sentAtMs = clock.nowMs() + 1000;
  const database = new Sqlite(databasePath);
  database.exec(`
    delete from kysely_migration where name >= '013';
    ${WITHOUT_018}
    ${WITHOUT_017}
    ${WITHOUT_016}
    ${WITHOUT_015}
    ${WITHOUT_014}
    ${WITHOUT_013}
    update transactions set sent_at_ms = ${sentAtMs} where user_id in ('sent', 'ended')
  `);
  const read = database.prepare('select expires_at_ms from transactions where id = ?').pluck();
  const before = [sent, unsent, ended].map(({ transactionId }) => read.get(transactionId));
  await cliJson(databasePath, 'migrate');
  const after = [sent, unsent, ended].map(({ transactionId }) => read.get(transactionId));
  database.close();
  expect(after).toEqual([sentAtMs + 86_400_000, before[1], before[2]]);
  await expectAgreement(databasePath);
});

test('statements that were imported before there were days of an account count in them', async () => {
  using folder = temporaryFolder();
  const clock = createClock();
  const options = { folder: folder.path, clock };
  const before = await startWithoutTimers(options);
  const desk = await openDesk(undefined, before);
  const deposit = await desk.deposit();
  const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: deposit.reference });
  expect(line).toMatchObject({ state: 'matched' });
  const account = (await before.dependencies.accounts.list()).find(({ iban }) => iban === desk.iban);
  const day = line.bookingDate;
  const target = `/v1/statements/days?accountId=${account?.id}&fromDay=${day}&toDay=${day}`;
  const days = expectData(await before.ask(target));
  expect(days.days).toMatchObject([{ isClosingStated: true, deposits: 500, unexplained: 0 }]);
  await before.stop();
  const database = new Sqlite(before.databasePath);
  database.exec(`delete from kysely_migration where name >= '018'; ${WITHOUT_018}`);
  database.close();
  await using after = await startWithoutTimers(options);
  expect(expectData(await after.ask(target))).toEqual(days);
});

test('keys and transactions from before there were test keys are live ones', async () => {
  using folder = temporaryFolder();
  const service = await startWithoutTimers({ folder: folder.path });
  const client = await service.merchantOf(undefined);
  const { transactionId } = await service.deposit(client);
  await service.stop();
  const database = new Sqlite(service.databasePath);
  database.exec(`delete from kysely_migration where name >= '020'; ${WITHOUT_020}`);
  database.close();
  await using later = await startWithoutTimers({ folder: folder.path });
  const { items } = expectData(await later.ask('/v1/transactions'));
  expect(items).toMatchObject([{ transactionId }]);
  expect(items[0].test).toBeUndefined();
  await expectAgreement(later.databasePath);
});

test('of entries of the blacklist whose names have the same letters the oldest stays, and blocks every spelling', async () => {
  using folder = temporaryFolder();
  const before = await startWithoutTimers({ folder: folder.path });
  const merchant = await before.merchantOf(undefined);
  await before.stop();
  const database = new Sqlite(before.databasePath);
  database.exec(`delete from kysely_migration where name >= '025'; ${WITHOUT_025}`);
  const insert = database.prepare("insert into blacklist values (?, '', 'convertedName', ?, null, 0)");
  for (const [id, value] of [
    ['a', 'ali-isik'],
    ['b', 'aliisik'],
    ['c', 'veli'],
  ])
    insert.run(id, value);
  database.close();
  await using after = await startWithoutTimers({ folder: folder.path });
  const entries = await after.dependencies.blacklist.list({ limit: 10 });
  expect(entries.map(({ id }) => id)).toEqual(['a', 'c']);
  const body = depositFields({ name: 'Ali.Işık' });
  expectFailure(await after.ask(DEPOSIT, { as: merchant, body }), 'error_transaction_blacklisted');
  expect(schemaOf(after.databasePath)).toEqual(await migratedAlone(folder.path));
});

test('what was matched before a match had its own indexes is matched, taken back and counted as ever after it', async () => {
  using folder = temporaryFolder();
  const options = { folder: folder.path, clock: createClock() };
  const before = await startWithoutTimers(options);
  const old = await openDesk(undefined, before);
  const first = await old.deposit();
  const [line] = await old.receive({ amountMinor: 50_000, name: 'TEST USER', text: first.reference });
  expect(line).toMatchObject({ state: 'matched' });
  await before.stop();
  const database = new Sqlite(before.databasePath);
  database.exec(`delete from kysely_migration where name >= '021'; ${WITHOUT_021}`);
  database.close();
  await using after = await startWithoutTimers(options);
  const desk = await openDesk(undefined, after);
  expect(expectData(await desk.decide('undo', line.lineId, { reason: 'Another one' })).line.state).toBe(
    'undone',
  );
  const second = await desk.deposit({ userId: 'second' });
  const again = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: second.reference });
  expect(again).toMatchObject([{ state: 'matched' }]);
  await expectAgreement(after.databasePath);
  expect(schemaOf(after.databasePath)).toEqual(await migratedAlone(folder.path));
});
