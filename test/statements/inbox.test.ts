import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClock, startTestService, type TestServiceOptions, temporaryFolder } from '../harness.ts';
import { IS_LONG } from '../support/long.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { withDatabase } from '../support/rows-of.ts';
import { launchService } from '../support/service-process.ts';
import { hasSmallDisk, onReadOnlyFolder } from '../support/small-disk.ts';
import { type BankFileLine, bankFile } from '../support/statements/bank-file.ts';

/** A service that watches a folder, and looks at it when a test says so. */
interface InboxService extends AsyncDisposable {
  readonly service: ManualClockService;
  /** The watched folder. */
  readonly path: string;
  /** Lets as much time pass as a file must lie still, and looks before and after it. */
  look(): Promise<void>;
  /** The names in the folder, or in one of its two. */
  names(folder?: 'imported' | 'refused'): string[];
  read(name: string): string;
  /** The number of lines that are stored. */
  lineCount(): Promise<number>;
}

/** Starts a service with a folder of its own, whose timers never run by themselves. */
async function startInbox(
  options: Pick<TestServiceOptions, 'engine'> & { readonly prepare?: (path: string) => void } = {},
): Promise<InboxService> {
  const folder = temporaryFolder();
  const path = join(folder.path, 'inbox');
  mkdirSync(path);
  options.prepare?.(path);
  const service = await startManualClockService({
    folder: folder.path,
    env: { STATEMENTS_DIR: path },
    ...(options.engine && { engine: options.engine }),
    platform: { schedule: () => () => {} },
  });
  const lookOnce = async () => {
    await service.statementInbox?.lookNow();
  };
  return {
    service,
    path,
    async look() {
      await lookOnce();
      service.clock.advance(2000);
      await lookOnce();
    },
    names: (inner) =>
      readdirSync(inner ? join(path, inner) : path)
        .filter((name) => name !== 'imported' && name !== 'refused')
        .sort(),
    read: (name) => readFileSync(join(path, name), 'utf8'),
    lineCount: () =>
      withDatabase(service.databasePath, async (db) => {
        const rows = await db.selectFrom('statement_lines').select('id').execute();
        return rows.length;
      }),
    async [Symbol.asyncDispose]() {
      await service.stop();
      folder[Symbol.dispose]();
    },
  };
}

/** An account of the demo bank. */
const IBAN = 'TR640099900000999000001001';
const LINES: readonly BankFileLine[] = [
  { amountMinor: 500, text: 'one' },
  { amountMinor: 700, text: 'another' },
];
const GOOD = bankFile({ iban: IBAN, lines: LINES });
const BROKEN = 'Tarih;Fiş No;Açıklama;İşlem Tutarı;Bakiye\r\n99.11.2026;F1;x;1,00;1,00\r\n';

function put({ path }: InboxService, name: string, text: string): void {
  writeFileSync(join(path, name), text);
}

test('a file is imported once it has lain still for two seconds, and moved', async () => {
  await using inbox = await startInbox();
  put(inbox, 'bank.sta', GOOD.slice(0, 100));
  await inbox.service.statementInbox?.lookNow();
  inbox.service.clock.advance(1900);
  // It is still being written.
  appendFileSync(join(inbox.path, 'bank.sta'), GOOD.slice(100));
  await inbox.service.statementInbox?.lookNow();
  inbox.service.clock.advance(1900);
  await inbox.service.statementInbox?.lookNow();
  expect([inbox.names(), await inbox.lineCount()]).toEqual([['bank.sta'], 0]);
  inbox.service.clock.advance(100);
  await inbox.service.statementInbox?.lookNow();
  expect([inbox.names(), inbox.names('imported'), inbox.names('refused')]).toEqual([[], ['bank.sta'], []]);
  expect(inbox.read('imported/bank.sta')).toBe(GOOD);
  expect(await inbox.lineCount()).toBe(2);
});

test('a file with problems is moved aside, with its problems beside it', async () => {
  await using inbox = await startInbox();
  put(inbox, 'bad.csv', BROKEN);
  put(inbox, 'good.sta', GOOD);
  await inbox.look();
  expect(inbox.names('refused')).toEqual(['bad.csv', 'bad.csv.problems.txt']);
  expect(inbox.read('refused/bad.csv')).toBe(BROKEN);
  expect(inbox.read('refused/bad.csv.problems.txt')).toMatch(/^file, row 2: [^\n]+\n/);
  expect(inbox.names('imported')).toEqual(['good.sta']);
  expect(await inbox.lineCount()).toBe(2);
});

test('nothing that lies in the two folders is ever replaced', async () => {
  await using inbox = await startInbox();
  for (const amountMinor of [100, 200, 300]) {
    put(inbox, 'day.sta', bankFile({ iban: IBAN, lines: [{ amountMinor, text: 'x' }] }));
    put(inbox, 'bad.csv', BROKEN + amountMinor);
    await inbox.look();
  }
  expect(inbox.names('imported')).toHaveLength(3);
  expect(new Set(inbox.names('imported').map((name) => inbox.read(`imported/${name}`))).size).toBe(3);
  for (const name of inbox.names('imported')) expect(name).toMatch(/^day(\.[0-9a-f]{24})?\.sta$/);
  expect(inbox.names('refused').filter((name) => name.endsWith('.problems.txt'))).toHaveLength(3);
});

describe('what is no finished file of its own is left alone:', () => {
  test('one that is hidden or not yet whole, by its name', async () => {
    await using inbox = await startInbox();
    const names = ['.hidden.sta', 'BANK.TMP', 'bank.sta.part', 'bank.sta.tmp', 'bank.sta~', 'x.crdownload'];
    for (const name of names) put(inbox, name, GOOD + name);
    await inbox.look();
    expect([inbox.names(), await inbox.lineCount()]).toEqual([names, 0]);
  });

  test('a link to a file, a folder, and a file in a folder', async () => {
    await using inbox = await startInbox();
    const elsewhere = join(inbox.path, '..', 'elsewhere.sta');
    writeFileSync(elsewhere, GOOD);
    symlinkSync(elsewhere, join(inbox.path, 'link.sta'));
    mkdirSync(join(inbox.path, 'folder.sta'));
    writeFileSync(join(inbox.path, 'folder.sta', 'inner.sta'), GOOD);
    await inbox.look();
    expect([inbox.names(), await inbox.lineCount()]).toEqual([['folder.sta', 'link.sta'], 0]);
    expect(existsSync(elsewhere)).toBe(true);
  });
});

test('a file that is too large is refused without being read', async () => {
  await using inbox = await startInbox();
  put(inbox, 'huge.xml', '<');
  // A file without contents on the disk.
  truncateSync(join(inbox.path, 'huge.xml'), 128 * 1024 * 1024 + 1);
  await inbox.look();
  expect(inbox.names('refused')).toEqual(['huge.xml', 'huge.xml.problems.txt']);
  expect(inbox.read('refused/huge.xml.problems.txt')).toContain('larger than 134217728 bytes');
});

test('names of any length and with any characters are moved within the folder', async () => {
  await using inbox = await startInbox();
  const names = [`${'ü'.repeat(120)}.sta`, '..odd..name', 'a\nb.sta', '-rf', 'C:\\con.sta'];
  for (const name of names) put(inbox, name, BROKEN + name);
  await inbox.look();
  expect(inbox.names()).toEqual([names[1]]);
  expect(inbox.names('refused').filter((name) => !name.endsWith('.problems.txt'))).toHaveLength(4);
});

test('while another import is under way, a file waits for its turn, and the log says so once', async () => {
  await using inbox = await startInbox();
  const { statements, runtime } = inbox.service.dependencies;
  const other = {
    id: runtime.newId(),
    name: 'other',
    sha256: 'a'.repeat(64),
    sizeBytes: 1,
    format: 'csv' as const,
    profileId: null,
    clientId: null,
    createdAtMs: runtime.nowMs(),
  } as const;
  expect(await statements.imports.begin(other)).toEqual({ kind: 'begun' });
  put(inbox, 'bank.sta', GOOD);
  await inbox.look();
  expect([inbox.names(), inbox.names('refused')]).toEqual([['bank.sta'], []]);
  for (const isOver of [false, true]) {
    if (isOver) await statements.imports.drop(other.id);
    inbox.service.clock.advance(5000);
    await inbox.service.statementInbox?.lookNow();
  }
  const said = inbox.service.logLines.filter((line) => line.includes('waits in the folder'));
  expect(said).toEqual([expect.stringContaining('Another file is being imported')]);
  expect([inbox.names('imported'), await inbox.lineCount()]).toEqual([['bank.sta'], 2]);
});

test('a process that ends between the import and the move leaves no line twice', async () => {
  await using inbox = await startInbox();
  put(inbox, 'bank.sta', GOOD);
  await inbox.look();
  // As it was before the move.
  renameSync(join(inbox.path, 'imported/bank.sta'), join(inbox.path, 'bank.sta'));
  await inbox.look();
  expect([inbox.names(), inbox.names('imported'), await inbox.lineCount()]).toEqual([[], ['bank.sta'], 2]);
});

test('a stop ends the import of a long file: the file stays, and nothing of it is kept', async () => {
  await using inbox = await startInbox();
  const lines = Array.from({ length: 5_000 }, (_, index) => ({ amountMinor: 100 + index, text: 'long' }));
  put(inbox, 'long.sta', bankFile({ iban: IBAN, lines }));
  const looking = inbox.look();
  await expect.poll(() => inbox.lineCount(), { interval: 5 }).toBeGreaterThan(0);
  await inbox.service.stop();
  await looking;
  expect([inbox.names(), inbox.names('imported'), await inbox.lineCount()]).toEqual([['long.sta'], [], 0]);
});

test('a process that ends between the problems and the move refuses the file again', async () => {
  await using inbox = await startInbox();
  put(inbox, 'bad.csv', BROKEN);
  writeFileSync(join(inbox.path, 'refused/bad.csv.problems.txt'), 'half of a sen');
  await inbox.look();
  expect(inbox.names('refused')).toEqual(['bad.csv', 'bad.csv.problems.txt']);
  expect(inbox.read('refused/bad.csv.problems.txt')).toMatch(/^file, row 2: /);
});

test('files that lay in the folder at the start are imported, and the log names none of them', async () => {
  await using inbox = await startInbox({
    prepare(path) {
      mkdirSync(join(path, 'imported'));
      writeFileSync(join(path, `${IBAN}.sta`), GOOD);
    },
  });
  await inbox.look();
  expect(inbox.names('imported')).toEqual([`${IBAN}.sta`]);
  expect(inbox.service.logLines.join()).toContain('a file of a bank was imported');
  expect(inbox.service.logLines.join()).not.toContain(IBAN);
});

test('the folder is looked at again and again, until the service stops', async () => {
  const due: (() => unknown)[] = [];
  const runDue = () => Promise.all(due.splice(0).map((run) => run()));
  const clock = createClock();
  using folder = temporaryFolder();
  const files = join(folder.path, 'files');
  mkdirSync(files);
  const service = await startTestService({
    env: { STATEMENTS_DIR: files },
    platform: {
      ...clock,
      schedule(run, delayMs) {
        if (delayMs === 1000) due.push(run);
        return () => {};
      },
    },
  });
  for (const name of ['first.sta', 'second.sta']) {
    writeFileSync(join(files, name), GOOD + name);
    await runDue();
    clock.advance(2000);
    await runDue();
    expect(readdirSync(files)).toEqual(['imported', 'refused']);
  }
  const atStop = [...due];
  await service.stop();
  writeFileSync(join(files, 'third.sta'), GOOD);
  clock.advance(2000);
  await Promise.all(atStop.map((run) => run()));
  expect(readdirSync(files)).toContain('third.sta');
});

describe('a start is refused with one line that names the setting:', () => {
  test.each([
    ['no folder', (path: string) => join(path, 'missing')],
    [
      'a file',
      (path: string) => {
        writeFileSync(join(path, 'file'), '');
        return join(path, 'file');
      },
    ],
    [
      'a link in the place of a folder in it',
      (path: string) => {
        mkdirSync(join(path, 'inbox'));
        mkdirSync(join(path, 'archive'));
        symlinkSync(join(path, 'archive'), join(path, 'inbox/imported'));
        return join(path, 'inbox');
      },
    ],
  ])('%s', async (_, prepare) => {
    using folder = temporaryFolder();
    const starting = startTestService({ env: { STATEMENTS_DIR: prepare(folder.path) } });
    await expect(starting).rejects.toThrow(/^STATEMENTS_DIR: [^\n]+ is not a folder[^\n]*\.$/);
  });

  test.runIf(hasSmallDisk && IS_LONG)('a folder from which it can move nothing', async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'inbox');
    for (const name of ['imported', 'refused']) mkdirSync(join(path, name), { recursive: true });
    const env = { STATEMENTS_DIR: path, DATABASE_URL: join(folder.path, 'bank.db') };
    const { code, stderr } = await launchService(folder.path, env, onReadOnlyFolder(path)).exited;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^[^\n]+ STATEMENTS_DIR: [^\n]+ \(EROFS\)[^\n]+\n$/),
    ]);
  });
});

test('a file whose name is in the characters of Windows is imported, and another one with the same letters too', async () => {
  await using inbox = await startInbox();
  const name = Buffer.concat([
    Buffer.from(`${inbox.path}/\xd6zet `),
    Buffer.from([0xde]),
    Buffer.from('.sta'),
  ]);
  writeFileSync(name, GOOD);
  put(inbox, 'Özet Ş.sta', bankFile({ iban: IBAN, lines: [{ amountMinor: 900, text: 'third' }] }));
  await inbox.look();
  expect(inbox.names()).toEqual([]);
  expect(inbox.names('imported')).toHaveLength(2);
  expect(inbox.names('imported')).toContain('Özet Ş.sta');
  expect(await inbox.lineCount()).toBe(3);
});

test('a file with the character NUL in its texts is imported without it', async () => {
  await using inbox = await startInbox();
  put(
    inbox,
    'nul.sta',
    bankFile({ iban: IBAN, lines: [{ amountMinor: 500, text: 'FAST Ada#x' }] }).replace('#', '\0'),
  );
  await inbox.look();
  expect([inbox.names(), inbox.names('refused'), await inbox.lineCount()]).toEqual([[], [], 1]);
});
