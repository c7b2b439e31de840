import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/service/command-line/run.ts';
import {
  ADMIN,
  createClock,
  DEMO_BANK_ID,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { cliJson, runCli } from '../support/cli.ts';
import { createAccount } from '../support/entities.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { payment, reason, statusFile } from '../support/payouts/pain002-texts.ts';
import { expectData } from '../support/responses.ts';
import { bankFile } from '../support/statements/bank-file.ts';
import { USED_AGAIN } from '../support/thread-pool.ts';

const files = temporaryFolder();
afterAll(() => files[Symbol.dispose]());

describe('payouts', () => {
  let service: ManualClockService;
  let accountId: string;

  beforeAll(async () => {
    service = await startManualClockService({ clock: createClock(Date.now()) });
    accountId = (await createAccount(service, { bankId: DEMO_BANK_ID })).id;
  });

  afterAll(() => service.stop());

  const run = (...words: readonly string[]) => runCli(words, { databasePath: service.databasePath });
  const pathOf = (name: string) => join(files.path, name);
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  async function prepare(): Promise<Json> {
    const { transactionId } = await service.withdraw(MERCHANT, { accountName: 'Şükrü Öz' });
    return expectData(
      await service.ask('/v1/payouts', {
        as: OPERATOR,
        json: { transactionIds: [transactionId], accountId },
      }),
    );
  }

  async function approve({ payoutId, contentHash }: Json): Promise<Json> {
    const target = `/v1/payouts/${payoutId}/approve`;
    return expectData(await service.ask(target, { as: ADMIN, json: { contentHash } }));
  }

  describe('payouts', () => {
    test('are listed and shown', async () => {
      const { payoutId, number, rows } = await approve(await prepare());
      const listed = await run('payouts', 'list', '--state', 'approved');
      expect(listed.stdout).toContain(payoutId);
      const { stdout } = await run('payouts', 'show', payoutId);
      for (const text of [payoutId, String(number), rows[0].iban, 'Şükrü Öz', 'demo admin'])
        expect(stdout.toLowerCase()).toContain(text.toLowerCase());
    });

    test('are exported to a file that only its owner can read', async () => {
      const { payoutId } = await approve(await prepare());
      const path = pathOf('exported.xml');
      const { code, stdout } = await run('payouts', 'export', payoutId, path);
      const bytes = readFileSync(path);
      expect({ code, stdout }).toEqual({ code: 0, stdout: `Wrote ${path}.\nSHA-256: ${sha256(bytes)}\n` });
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(bytes.toString()).toContain('<Nm>Sukru Oz</Nm>');
      const { state } = await cliJson(service.databasePath, 'payouts', 'show', payoutId);
      expect(state).toBe('exported');
    });

    test('are exported to the same file again', async () => {
      const { payoutId } = await approve(await prepare());
      const path = pathOf('again.xml');
      await run('payouts', 'export', payoutId, path);
      const { code, stdout } = await run('payouts', 'export', payoutId, path);
      expect(code).toBe(0);
      expect(stdout).toContain('has these bytes already');
      await run('payouts', 'export', payoutId, pathOf('copy.xml'));
      expect(readFileSync(pathOf('copy.xml'))).toEqual(readFileSync(path));
    });

    test('overwrite no other file, and are not exported then', async () => {
      const { payoutId } = await approve(await prepare());
      const path = pathOf('other.xml');
      writeFileSync(path, 'something else');
      const { code, stderr } = await run('payouts', 'export', payoutId, path);
      expect(code).toBe(1);
      expect(stderr).toContain('There is another file of this name already');
      expect(readFileSync(path, 'utf8')).toBe('something else');
      const { state } = await cliJson(service.databasePath, 'payouts', 'show', payoutId);
      expect(state).toBe('approved');
    });

    test('are not exported where no file can be made', async () => {
      const { payoutId } = await approve(await prepare());
      const { code, stderr } = await run('payouts', 'export', payoutId, pathOf('nowhere/exported.xml'));
      expect(code).toBe(1);
      expect(stderr).toContain('The file cannot be written (ENOENT).');
      const { state } = await cliJson(service.databasePath, 'payouts', 'show', payoutId);
      expect(state).toBe('approved');
    });

    test('overwrite no other file after the export', async () => {
      const { payoutId } = await approve(await prepare());
      await run('payouts', 'export', payoutId, pathOf('first.xml'));
      const path = pathOf('taken.xml');
      writeFileSync(path, 'something else');
      expect((await run('payouts', 'export', payoutId, path)).code).toBe(1);
      expect(readFileSync(path, 'utf8')).toBe('something else');
    });

    test('that nobody has approved have no file', async () => {
      const { payoutId } = await prepare();
      const { code, stderr } = await run('payouts', 'export', payoutId, pathOf('early.xml'));
      expect(code).toBe(1);
      expect(stderr).toContain('is prepared, and has no file');
    });

    test('are not approved here, since the command line identifies nobody', async () => {
      const { payoutId } = await prepare();
      expect((await run('payouts', 'approve', payoutId)).code).toBe(2);
    });
  });

  test('the answer of a bank is imported like a statement, and says what it has changed', async () => {
    const { payoutId, number } = await approve(await prepare());
    await run('payouts', 'export', payoutId, pathOf('answered.xml'));
    const id = `P${String(number).padStart(9, '0')}`;
    const refused = `<TxInfAndSts><OrgnlEndToEndId>${id}-000001</OrgnlEndToEndId><TxSts>RJCT</TxSts>${reason('AC04')}</TxInfAndSts>`;
    const unknown = `<TxInfAndSts><OrgnlEndToEndId>${id}-000009</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>`;
    const answer = pathOf('answer.xml');
    writeFileSync(answer, statusFile({ original: id, payments: payment(refused + unknown, `${id}-G0001`) }));
    expect(await run('statements', 'import', answer)).toMatchObject({
      code: 0,
      stdout: `${answer}: the answer to batch ${number}: 0 accepted, 0 held, 1 refused\n  changed nothing: unknown_payout ${id}-000009 ACSC\n`,
    });
    expect((await run('statements', 'import', answer)).stdout).toContain('was imported before');
    expect((await run('payouts', 'show', payoutId)).stdout).toMatch(/refused +\S.*account/i);
  });

  describe('payout profiles', () => {
    const PROFILE = {
      id: 'sea-bank',
      title: 'Sea Bank',
      format: 'csv',
      characters: 'latin',
      encoding: 'windows-1254',
      columns: [
        { header: 'IBAN', value: 'iban' },
        { header: 'Alıcı', value: 'name' },
        { header: 'Tutar', value: 'amount' },
      ],
    };

    test('are tried, saved, chosen for an account, and used for its files', async () => {
      writeFileSync(pathOf('sea-bank.json'), JSON.stringify(PROFILE));
      const example = pathOf('example.csv');
      const tried = await run('payout-profiles', 'try', pathOf('sea-bank.json'), example);
      expect(tried.stdout).toContain('IBAN;Alıcı;Tutar');
      expect(new TextDecoder('windows-1254').decode(readFileSync(example))).toContain('Çağrı Öğütçü');
      expect((await run('payout-profiles', 'list')).stdout).not.toContain('sea-bank');

      expect((await run('payout-profiles', 'save', pathOf('sea-bank.json'))).code).toBe(0);
      expect((await run('payout-profiles', 'list')).stdout).toMatch(/sea-bank +Sea Bank +an admin/);
      const chosen = await run('payouts', 'account', accountId, '--profile', 'sea-bank', '--bic', 'TCZBTR2A');
      expect(chosen.stdout).toMatch(/sea-bank +TCZBTR2A\n$/);
      const { payoutId } = await approve(await prepare());
      await run('payouts', 'export', payoutId, pathOf('file.csv'));
      const text = new TextDecoder('windows-1254').decode(readFileSync(pathOf('file.csv')));
      expect(text).toMatch(/^IBAN;Alıcı;Tutar\r\n\w+;Şükrü Öz;500,00\r\n$/);

      expect((await run('payout-profiles', 'remove', 'sea-bank')).code).toBe(1);
      await run('payouts', 'account', accountId, '--profile', 'none', '--bic', 'none');
      expect((await run('payout-profiles', 'remove', 'sea-bank')).code).toBe(0);
    });

    test('that are wrong name the field', async () => {
      writeFileSync(pathOf('wrong.json'), JSON.stringify({ ...PROFILE, encoding: 'latin5' }));
      const { code, stderr } = await run('payout-profiles', 'save', pathOf('wrong.json'));
      expect(code).toBe(1);
      expect(stderr).toContain('profile.encoding must be one of utf-8, windows-1254. It is "latin5".');
    });

    test('are printed as JSON that can be saved again', async () => {
      const { stdout } = await run('payout-profiles', 'show', 'sepa');
      expect(JSON.parse(stdout)).toMatchObject({ id: 'sepa', serviceLevel: 'SEPA', charges: 'SLEV' });
    });
  });
});

describe('statements', () => {
  /** An account of the demo bank. */
  const IBAN = 'TR640099900000999000001001';

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

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

  test('a refused file has a line for each problem, and holds up no other file', async () => {
    const rows = [
      'Tarih;Fiş No;Açıklama;İşlem Tutarı;Bakiye',
      '99.11.2026;F1;x;1,00;1',
      '20.11.2026;F2;x;?;1',
    ];
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

  test('a pipe without a writer is no file, and nothing waits for one', async () => {
    const pipe = join(files.path, 'pipe.sta');
    execFileSync('mkfifo', [pipe]);
    const refused = `${pipe}: refused, nothing of it was imported\n  It is no file.\n`;
    expect(await run('statements', 'import', pipe)).toEqual({ code: 1, stdout: refused, stderr: '' });
    for (const words of [
      ['profiles', 'save', pipe],
      ['clients', 'set-brand', 'demo-merchant', '--logo', pipe],
    ])
      expect((await run(...words)).code).not.toBe(0);
  });

  test('the account and the profile can be given as options', async () => {
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

  test('no text of --json controls the terminal', async () => {
    const path = write('red\u009b31m\u202egpj.sta', paid(450));
    const { stdout } = await run('statements', 'import', path, '--json');
    expect(stdout).toContain(String.raw`red\u009b31m\u202egpj.sta`);
    expect(JSON.parse(stdout).files).toMatchObject([{ path, outcome: 'imported' }]);
  });

  test('on a terminal a bar shows how far the import is', async () => {
    let shown = '';
    const path = write('fifth.sta', paid(500));
    const code = await runCommandLine(['statements', 'import', path], {
      env: { DATABASE_URL: service.databasePath },
      engine: USED_AGAIN,
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
});
