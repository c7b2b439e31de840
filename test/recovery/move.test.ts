import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMoveTarget } from '../../db/engines/postgres/move-target.ts';
import { openMoveSource } from '../../db/engines/sqlite/move-source.ts';
import { MOVED_TABLES } from '../../db/maintenance/move/tables.ts';
import { RESTORED } from '../../db/sql/metadata.ts';
import { readConfig } from '../../src/config/config.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { call, createClock, MERCHANT, OPERATOR, temporaryFolder } from '../harness.ts';
import { type CliRun, runCli } from '../support/cli.ts';
import { startManualClockService, updateClient } from '../support/manual-clock-service.ts';
import { inFile, moveHere, queryAt, SLOW_MS, useHistory } from '../support/moves.ts';
import { payerCall } from '../support/payments.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';

const { newDatabase, newMigratedDatabase, copyHistory, history } = useHistory();

describe('move', () => {
  function keyOf(databasePath: string): string {
    return readFileSync(`${databasePath}.master-key`, 'utf8').trim();
  }

  /** What a restore had left out before the move, beyond the numbers of the history. */
  const NUMBERS = { transactions: 5_000, batches: 700 };

  /** A moved history. */
  let moved: {
    readonly folder: string;
    readonly path: string;
    readonly url: string;
    readonly run: CliRun;
  };
  let folder: ReturnType<typeof temporaryFolder>;

  beforeAll(async () => {
    folder = temporaryFolder();
    const path = copyHistory(folder.path);
    inFile(path, (file) => {
      const restored = file.prepare('insert into metadata (key, value) values (?, ?)');
      restored.run(RESTORED.transactionNumber, `${NUMBERS.transactions}`);
      restored.run(RESTORED.batchNumber, `${NUMBERS.batches}`);
    });
    const url = await newDatabase();
    const run = await runCli(['move', '--to', url, '--json'], { databasePath: path });
    moved = { folder: folder.path, path, url, run };
  }, SLOW_MS);

  afterAll(() => folder[Symbol.dispose]());

  test('every table of both engines is in the list of what is moved, with all its columns', async () => {
    const { path, url } = moved;
    const source = openMoveSource(path);
    const target = await openMoveTarget(url);
    try {
      const listed = MOVED_TABLES.map(({ table }) => table).sort();
      expect(source.tables().sort()).toEqual(listed);
      expect((await target.tables()).sort()).toEqual(listed);
      for (const { table, key } of MOVED_TABLES) {
        const columns = (await target.columns(table)).map(({ name }) => name);
        expect(columns.sort()).toEqual(source.columns(table).sort());
        expect(columns).toEqual(expect.arrayContaining([...key]));
      }
    } finally {
      await target.close();
      source.close();
    }
  });

  test('a moved database has the same rows in every table, and verify agrees on both sides', async () => {
    const { path: databasePath, url, run } = moved;
    const env = { MASTER_KEY: keyOf(databasePath) };
    expect(run).toMatchObject({ code: 0 });
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({
      outcome: 'moved',
      verdict: { disagreements: [] },
      keyFile: `${databasePath}.master-key`,
    });
    for (const table of report.tables) {
      expect(table.source, table.table).toEqual(table.target);
      expect(table.source.rows, table.table).toBeGreaterThan(0);
    }
    expect(new Set(report.tables.map(({ source }: { source: { hash: string } }) => source.hash)).size).toBe(
      MOVED_TABLES.length,
    );
    expect(run.stdout + run.stderr).not.toContain(env.MASTER_KEY);
    expect(run.stdout + run.stderr).not.toContain('bank-password');
    for (const words of [['verify'], ['audit', 'verify']])
      for (const place of [databasePath, url]) {
        const checked = await runCli(words, { databasePath: place, env });
        expect(checked, checked.stdout).toMatchObject({ code: 0, stderr: '' });
      }
    const [last] = JSON.parse(
      (await runCli(['audit', 'list', '--operation', 'move', '--json'], { databasePath: url, env })).stdout,
    ).items;
    expect(JSON.parse(last.after)).toMatchObject({ from: databasePath, rows: { transactions: 10 } });
  });

  test('the old file refuses a service, commands that write, and another move', async () => {
    const { path: databasePath, url } = moved;
    await expect(startManualClockService({ folder: moved.folder })).rejects.toThrow(
      /was moved to postgres:\S+ on .*Set DATABASE_URL to that database/,
    );
    for (const words of [['clients', 'list'], ['migrate'], ['backup', join(moved.folder, 'copy.db')]])
      expect((await runCli(words, { databasePath })).stderr).toContain('was moved to');
    const again = await runCli(['move', '--to', url], { databasePath });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was filled by a move before') });
    const elsewhere = await runCli(['move', '--to', await newDatabase()], { databasePath });
    expect(elsewhere).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('What happened there since'),
    });
  });

  test('a service goes on with a moved database: keys, callbacks, plans, cursors, links and used signs', {
    timeout: SLOW_MS,
  }, async () => {
    const url = await newMigratedDatabase();
    using folder = temporaryFolder();
    await using receiver = await startReceiver();
    const clock = createClock();
    const first = await startManualClockService({ folder: folder.path, clock });
    const merchant = await first.merchantOf(receiver);
    const settled = (await first.withdraw(merchant)).transactionId;
    await first.transition('settle', settled, { fields: { sequence: '1' } });
    await first.callbackWorker.idle();
    receiver.respondWith(status(500));
    const waiting = (await first.withdraw(merchant)).transactionId;
    await first.transition('settle', waiting, { fields: { sequence: '1' } });
    await first.callbackWorker.idle();
    const planned = (await first.withdraw(merchant)).transactionId;
    await first.transition('settle', planned, { fields: { sequence: '1', holdSeconds: '30' } });
    const deposit = await first.deposit(merchant);
    const page = expectData(await first.ask('/v1/events?limit=1', { as: merchant }));
    const signed = { as: merchant, sign: 'timed', nowMs: clock.nowMs() } as const;
    const secondPage = { ...signed, nowMs: clock.nowMs() + 1 };
    const note = { ...signed, as: OPERATOR, body: { text: 'a note' } };
    const noted = await call(first, `/v1/transactions/${waiting}/notes`, note);
    expect(noted.status, noted.text).toBeLessThan(300);
    await first.stop();
    const { databasePath } = first;
    await moveHere(databasePath, url, { pageRows: 2 });

    receiver.respondWith(status(204));
    const arrived = receiver.deliveries.length;
    await using second = await startManualClockService({
      folder: folder.path,
      clock,
      env: { DATABASE_URL: url, MASTER_KEY: keyOf(databasePath) },
    });
    // The secret of the merchant opens: its signs are accepted.
    const rest = expectData(await call(second, `/v1/events?after=${page.nextCursor}`, secondPage));
    expect(rest.items.map((event: { transactionId: string }) => event.transactionId)).toContain(waiting);
    expect(rest.items.map((event: { transactionId: string }) => event.transactionId)).not.toContain(settled);
    expect(rest.items.map((event: { transactionId: string }) => event.transactionId)).not.toContain(planned);
    clock.advance(10_000);
    await second.callbackWorker.idle();
    const sentFor = (id: string) =>
      receiver.deliveries.slice(arrived).filter(({ body: text }) => text.includes(id)).length;
    expect([sentFor(settled), sentFor(waiting), sentFor(planned)]).toEqual([0, 1, 0]);
    clock.advance(30_000);
    await second.planRunner.runNow();
    await second.callbackWorker.idle();
    expect([sentFor(settled), sentFor(waiting), sentFor(planned)]).toEqual([0, 1, 1]);
    // The sign of a command works once, on whichever engine.
    const replayed = await call(second, `/v1/transactions/${waiting}/notes`, note);
    expect(replayed.text).toContain('sign was used before');
    const path = new URL(deposit.url).pathname;
    const shown = await payerCall(second, 'payments.get', { token: path.slice('/pay/'.length) });
    expect(shown.json.result.data.data).toMatchObject({ status: 'pending' });
    await updateClient(second, { appKey: merchant.appKey, callbackUrl: null });
    const next = expectData(await second.ask('/v1/events', { as: merchant })).items;
    const created = (await second.withdraw(merchant)).transactionId;
    await second.transition('settle', created, { fields: { sequence: '1' } });
    const after = expectData(
      await second.ask(`/v1/events?after=${next.at(-1).eventId ?? next.at(-1).id}`, { as: merchant }),
    ).items;
    expect(after.map((event: { transactionId: string }) => event.transactionId)).toEqual([created]);
  });

  test('a moved database gives no number that a restore has left out', async () => {
    const { path, url } = moved;
    const env = { DATABASE_URL: url, MASTER_KEY: keyOf(path) };
    await using service = await startManualClockService({ folder: moved.folder, env });
    const { transactionId } = await service.withdraw(MERCHANT);
    const [account] = await service.dependencies.db.read('listEveryAccount');
    const post = { as: OPERATOR, json: { transactionIds: [transactionId], accountId: account?.id } } as const;
    const batch = expectData(await service.ask('/v1/payouts', post));
    const [{ number }] = await queryAt(url, `select number from transactions where id = '${transactionId}'`);
    expect(Number(number)).toBeGreaterThan(NUMBERS.transactions);
    expect(batch.number).toBeGreaterThan(NUMBERS.batches);
  });

  test('a row that differs is named by its table, its key and its columns, without its values', {
    timeout: SLOW_MS,
  }, async () => {
    const url = await newMigratedDatabase();
    using folder = temporaryFolder();
    const databasePath = copyHistory(folder.path);
    const { settled, rejected } = history();
    await queryAt(
      url,
      `create function spoil() returns trigger language plpgsql as $$
       begin new.user_name := 'Somebody Else'; return new; end $$;
     create trigger spoil before insert on transactions for each row when (new.id = '${settled}')
       execute function spoil();
     create function lose() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger lose before insert on callbacks for each row when (new.transaction_id = '${rejected}')
       execute function lose();
     create function add() returns trigger language plpgsql as $$
       begin insert into used_signs values ('a sign', 1) on conflict do nothing; return null; end $$;
     create trigger add after insert on metadata for each statement execute function add()`,
    );
    const report = await moveHere(databasePath, url);
    const tables = report.tables.filter(({ differenceCount }) => differenceCount > 0);
    expect(tables).toMatchObject([
      { table: 'transactions', differences: [{ key: settled, problem: 'differs', columns: ['user_name'] }] },
      { table: 'callbacks', differences: [{ problem: 'missing' }] },
      { table: 'used_signs', differences: [{ key: 'a sign', problem: 'added' }] },
    ]);
    expect(report.outcome).toBe('differs');
    expect(JSON.stringify(report)).not.toContain('Somebody Else');
    const env = { DATABASE_URL: url, MASTER_KEY: keyOf(databasePath) };
    await expect(startManualClockService({ folder: folder.path, env })).rejects.toThrow('was not finished');
    // The file is as it was.
    await (await startManualClockService({ folder: folder.path })).stop();
  });
});

describe('move writers', () => {
  test('what a command writes during a move is moved, or refused', { timeout: SLOW_MS }, async () => {
    using folder = temporaryFolder();
    const databasePath = copyHistory(folder.path);
    const url = await newMigratedDatabase();
    // A command of the command line opens the file before the move, and writes when it can.
    const config = readConfig({ DATABASE_URL: databasePath });
    const command = await openAppContext({
      config,
      platform: nodePlatform,
      migrate: false,
      lockTimeoutMs: 20,
    });
    // Its writing thread starts with the first write, which can take longer than the move.
    await command.engine.run('setMetadata', { key: 'written 0', value: '' });
    const stored: string[] = [];
    const failures = new Set<string>();
    let isOver = false;
    const write = async () => {
      for (let count = 1; !isOver; count += 1) {
        const key = `written ${count}`;
        await command.engine
          .run('setMetadata', { key, value: '' })
          .then(() => stored.push(key))
          .catch((error: Error) =>
            failures.add((error.cause as Error | undefined)?.message ?? error.message),
          );
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    const writing = write();
    try {
      expect(await moveHere(databasePath, url)).toMatchObject({ outcome: 'moved' });
      const keys = (await queryAt(url, 'select key from metadata')).map(({ key }) => key);
      expect(stored.filter((key) => !keys.includes(key))).toEqual([]);
      await expect(command.engine.run('setMetadata', { key: 'late', value: '' })).rejects.toThrow(
        'the file was moved meanwhile',
      );
    } finally {
      isOver = true;
      await writing;
      await command.close();
    }
    const late = inFile(databasePath, (file) =>
      file.prepare("select count(*) from metadata where key = 'late'").pluck().get(),
    );
    expect(late).toBe(0);
    expect([...failures]).toContain('database is locked');
  });
});
