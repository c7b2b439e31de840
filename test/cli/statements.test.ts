import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from '../../src/service/command-line/run.ts';
import { startTestService, type TestService, temporaryFolder } from '../harness.ts';
import { cliJson, runCli } from '../support/cli.ts';
import { bankFile } from '../support/statements/bank-file.ts';

/** An account of the demo bank. */
const IBAN = 'TR640099900000999000001001';

let service: TestService;
const files = temporaryFolder();
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  files[Symbol.dispose]();
});

function write(name: string, text: string): string {
  const path = join(files.path, name);
  writeFileSync(path, text);
  return path;
}

const paid = (amountMinor: number, isBroken = false) =>
  bankFile({ iban: IBAN, lines: [{ amountMinor, text: 'paid' }], isBroken });
const run = (...words: readonly string[]) => runCli(words, { databasePath: service.databasePath });

test('import prints a line for each file, and imports no file twice', async () => {
  const [first, second] = [write('first.sta', paid(100)), write('second.sta', paid(200))];
  expect(await run('statements', 'import', first, second)).toEqual({
    code: 0,
    stdout: `${first}: 1 line, 1 new\n${second}: 1 line, 1 new\n`,
    stderr: '',
  });
  expect(await run('statements', 'import', first)).toMatchObject({
    code: 0,
    stdout: `${first}: imported before for Demo Anadolu Bank Collections, ${IBAN}, nothing has changed\n`,
  });
});

test('a refused file gives each problem a line of its own, and keeps back no other', async () => {
  const rows = ['Tarih;Fiş No;Açıklama;İşlem Tutarı;Bakiye', '99.11.2026;F1;x;1,00;1', '20.11.2026;F2;x;?;1'];
  const bad = write('bad.csv', rows.join('\r\n'));
  const good = write('third.sta', paid(300));
  const folder = join(files.path, 'folder');
  mkdirSync(folder);
  const { code, stdout, stderr } = await run('statements', 'import', bad, folder, `${good}.none`, good);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[0]).toBe(`${bad}: refused, nothing of it was imported`);
  expect(lines[1]).toMatch(/^ {2}file, row 2: /);
  expect(lines[2]).toMatch(/^ {2}file, row 3: /);
  expect(lines.slice(3)).toEqual([
    `${folder}: refused, nothing of it was imported`,
    '  It is no file.',
    `${good}.none: refused, nothing of it was imported`,
    '  It cannot be read (ENOENT).',
    `${good}: 1 line, 1 new`,
    '',
  ]);
});

test('the account and the profile can be said', async () => {
  const [account] = await cliJson(service.databasePath, 'accounts', 'list');
  const path = write('generic.csv', 'Date;Amount;Description;Currency\r\n2026-11-20;1.00;x;TRY\r\n');
  const words = ['statements', 'import', path];
  expect(await run(...words)).toMatchObject({ code: 1 });
  expect(await run(...words, '--profile', 'generic', '--account', account.accountId)).toMatchObject({
    code: 0,
    stdout: `${path}: 1 line, 1 new\n`,
  });
  const text = write('text.sta', paid(1));
  expect((await run('statements', 'import', text, '--account', 'none')).stdout).toContain('Check its id.');
});

test('--json prints one document, and a refusal is a part of it', async () => {
  const [good, bad] = [write('fourth.sta', paid(400)), write('empty.sta', '')];
  const { code, stdout, stderr } = await run('statements', 'import', good, bad, '--json');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(JSON.parse(stdout).files).toMatchObject([
    { path: good, outcome: 'imported', isRepeat: false, file: { lineCount: 1, addedCount: 1 } },
    { path: bad, outcome: 'refused', problems: [expect.stringMatching(/^file: /)] },
  ]);
});

test('on a terminal a bar shows how far the import is', async () => {
  let shown = '';
  const path = write('fifth.sta', paid(500));
  const code = await runCommandLine(['statements', 'import', path], {
    env: { DATABASE_URL: service.databasePath },
    serve: () => Promise.reject(new Error('nobody asked for the service')),
    stdout: () => {},
    stderr: (text) => {
      shown += text;
    },
    isTerminal: true,
  });
  expect(code).toBe(0);
  expect(shown).toMatch(/^\rimporting \[\.{24}\] 0% 0 of 1 files: fifth\.sta, 0 lines/);
  expect(shown).toMatch(/\rimporting \[#{24}\] 100% 1 of 1 files[^:]*: done[^\n]*\n$/);
});

test('a held statement says so, is listed, and is released with a reason', async () => {
  const path = write('held.sta', paid(600, true));
  const { code, stdout } = await run('statements', 'import', path);
  expect(code).toBe(0);
  const [, id = ''] = /statement ([0-9a-f]{24}) is held: /.exec(stdout) ?? [];
  const held = await run('statements', 'held');
  expect(held.stdout).toContain(id);
  expect(held.stdout.trim().split('\n')).toHaveLength(2);
  expect((await run('statements', 'release', id)).code).toBe(2);
  expect(await run('statements', 'release', id, '--reason', 'a page is missing')).toMatchObject({
    code: 0,
    stdout: `The statement ${id} is released.\n`,
  });
  expect((await run('statements', 'held')).stdout).toBe('There are none.\n');
  expect((await run('statements', 'list')).stdout).toContain(id);
});

test('lines are listed by their state, page after page', async () => {
  await service.statementMatcher.matchNow();
  const all = await cliJson(service.databasePath, 'statements', 'lines');
  const states = new Set(all.items.map(({ state }: { state: string }) => state));
  for (const state of states) {
    const of = await cliJson(service.databasePath, 'statements', 'lines', '--state', String(state));
    expect(of.items.every((line: { state: string }) => line.state === state)).toBe(true);
  }
  const { stdout } = await run('statements', 'lines', '--limit', '1');
  expect(stdout).toContain(`There are more: --after ${all.items[0].lineId}\n`);
  expect((await run('statements', 'lines', '--state', 'none')).code).toBe(2);
});
