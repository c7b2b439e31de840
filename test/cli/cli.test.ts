import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { migrations } from '../../db/migrations/index.ts';
import { commands } from '../../src/surfaces/cli/commands.ts';
import { describeDay } from '../../src/surfaces/cli/day-columns.ts';
import { usageOf } from '../../src/surfaces/cli/parameters.ts';
import { parseCommandLine } from '../../src/surfaces/cli/program.ts';
import { renderTable } from '../../src/surfaces/cli/table.ts';
import { call, DEPOSIT, depositFields, MERCHANT, startTestService, temporaryFolder } from '../harness.ts';
import { cliJson, expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { expectData, expectFailure } from '../support/responses.ts';

describe('cli', () => {
  /** A typed value that messages must not repeat: it may be a secret. */
  const VALUE = 'Not-To-Be-Repeated-1';

  let folder: ReturnType<typeof temporaryFolder>;
  let databasePath: string;

  beforeAll(async () => {
    folder = temporaryFolder();
    databasePath = join(folder.path, 'nested', 'cli.db');
  });

  afterAll(() => folder[Symbol.dispose]());

  const run = (...words: readonly string[]) => runCli(words, { databasePath });

  describe('without a database', () => {
    test('a command says how to create one, and creates none', async () => {
      const line = expectOneLine(await run('clients', 'list'), 1);
      expect(line).toContain(`there is no database at ${databasePath}. Run: bank-transfers migrate`);
      expect(existsSync(databasePath)).toBe(false);
    });

    test('migrate creates an empty one, prints the migrations, and does nothing the second time', async () => {
      expect(await run('migrate')).toMatchObject({
        code: 0,
        stdout: `Ran ${Object.keys(migrations).join(', ')}.\n`,
      });
      expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
      expect(await cliJson(databasePath, 'migrate')).toEqual({ migrated: [] });
      expect(await run('clients', 'list')).toMatchObject({ code: 0, stdout: 'There are none.\n' });
    });

    test('the first start of the service after migrate seeds the demo data', async () => {
      await using service = await startTestService({ env: { DATABASE_URL: databasePath } });
      expect(await cliJson(databasePath, 'clients', 'list')).toMatchObject([
        ...['admin', 'merchant', 'operator'].map((role) => ({ appKey: `demo-${role}`, role, test: false })),
        { appKey: 'demo-test', role: 'merchant', test: true },
      ]);
      expect(await cliJson(databasePath, 'banks', 'list')).toHaveLength(3);
      expect(await cliJson(databasePath, 'accounts', 'list')).toHaveLength(6);
      expectData(await call(service, DEPOSIT, { body: depositFields() }));
    });
  });

  describe('with the demo data', () => {
    test('a list for people is a table of aligned columns', async () => {
      const { code, stdout } = await run('banks', 'list');
      expect(code).toBe(0);
      const lines = stdout.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^BANK ID +NAME +STATE +DEPOSIT +WITHDRAWAL +CREATED$/);
      for (const heading of ['NAME', 'STATE', 'DEPOSIT', 'WITHDRAWAL', 'CREATED']) {
        const column = lines[0]?.indexOf(heading) ?? 0;
        for (const line of lines) expect(line.slice(column - 2, column + 1)).toMatch(/^ {2}\S$/);
      }
      expect(lines[1]).toMatch(/Demo Anadolu Bank +active +10\.\.100000 +10\.\.100000 +20\d\d-/);
    });

    test('a list for machines is one JSON document, with amounts as numbers and timestamps in ISO 8601', async () => {
      const [bank] = await cliJson(databasePath, 'banks', 'list');
      expect(bank).toEqual({
        bankId: '507f1f77bcf86cd799439011',
        name: 'Demo Anadolu Bank',
        active: true,
        deposit: { minAmount: 10, maxAmount: 100000 },
        withdrawal: { minAmount: 10, maxAmount: 100000 },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
    });

    test('all options of clients create reach the client', async () => {
      const options = ['--name', 'Acme Shop', '--role=viewer', '--app-key', 'acme', '--require-timed-sign'];
      const network = [
        '--callback-url',
        'https://acme.example.com/cb',
        '--allow-ip',
        '10.0.0.1',
        '--allow-ip',
        '::1',
      ];
      expect(await cliJson(databasePath, 'clients', 'create', ...options, ...network)).toEqual({
        client: {
          appKey: 'acme',
          name: 'Acme Shop',
          role: 'viewer',
          test: false,
          callbackUrl: 'https://acme.example.com/cb',
          ipAllowlist: ['10.0.0.1/32', '::1/128'],
          requiresTimedSign: true,
          returnHosts: [],
          returnUrl: null,
          brand: { name: null, color: null, logoUrl: null },
          disabledAt: null,
          createdAt: expect.any(String),
        },
        secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    });

    test('clients show prints one client, and refuses an unknown appKey', async () => {
      const clients = await cliJson(databasePath, 'clients', 'list');
      const [admin] = clients;
      expect(await cliJson(databasePath, 'clients', 'show', admin.appKey)).toEqual(admin);
      const { stdout } = await run('clients', 'show', MERCHANT.appKey);
      expect(stdout).toMatch(/^APP KEY +NAME .*\ndemo-merchant .*\n$/);
      expect(expectOneLine(await run('clients', 'show', 'nobody'), 1)).toContain(
        'No client has this appKey.',
      );
    });

    test('a secret is shown once, by the command that creates it', async () => {
      const created = await run(
        'clients',
        'create',
        '--name',
        'Once',
        '--role',
        'admin',
        '--app-key',
        'once',
      );
      const rotated = await run('clients', 'rotate-secret', 'once', '--grace', '90s');
      const secrets = [created, rotated].map(({ stdout }) => {
        expect(stdout).toContain('It is shown this once and never again');
        return /^Secret: ([0-9a-f]{64})$/m.exec(stdout)?.[1] ?? expect.fail('no secret was shown');
      });
      expect(new Set(secrets).size).toBe(2);
      expect(rotated.stdout).toMatch(/^The secret before it ends at 20\S+Z\.$/m);
      expect(rotated.stdout).not.toContain(secrets[0]);
      const lists = await Promise.all([run('clients', 'list'), run('clients', 'list', '--json')]);
      for (const { code, stdout } of lists) {
        expect(code).toBe(0);
        for (const secret of secrets) expect(stdout).not.toContain(secret);
      }
      for (const secret of secrets) expect(readFileSync(databasePath, 'latin1')).not.toContain(secret);
    });

    test('a refused command prints one line, exits with 1 and changes nothing', async () => {
      const before = await cliJson(databasePath, 'clients', 'list');
      const refused: [words: string[], says: string][] = [
        [['clients', 'rotate-secret', 'nobody'], 'No client has this appKey.'],
        [['clients', 'create', '--name', 'A', '--role', 'admin', '--app-key', 'acme'], '--app-key is taken.'],
        [['banks', 'activate', 'nowhere'], 'No bank has this bankId.'],
        [['accounts', 'limit', 'nothing', '5'], 'accountId is not the id of a known account.'],
        [['blacklist', 'remove', 'nothing'], 'entryId is not the id of a known entry.'],
      ];
      for (const [words, says] of refused) expect(expectOneLine(await run(...words), 1)).toContain(says);
      expect(await cliJson(databasePath, 'clients', 'list')).toEqual(before);
    });

    test('a wrong setting and a file that is no database are reported in one line', async () => {
      const wrong = await runCli(['clients', 'list'], { databasePath, env: { CURRENCY: 'lira', PORT: 'x' } });
      expect(expectOneLine(wrong, 1)).toMatch(/PORT must be .*CURRENCY must be /);
      const noDatabase = await runCli(['clients', 'list'], { databasePath: fileURLToPath(import.meta.url) });
      expect(expectOneLine(noDatabase, 1)).toContain('file is not a database');
    });
  });

  test.each([
    [['clients', VALUE], 'See: bank-transfers clients --help'],
    [['clients', 'create', '--name', 'A'], '--role is required. See: bank-transfers clients create --help'],
    [['clients', 'rotate-secret', 'acme', '--secret', VALUE], 'There is no option --secret.'],
    [['banks', 'limits', 'b', '--deposit', VALUE], '--deposit must be MIN..MAX'],
  ])('%j prints one line on stderr and exits with 2, before any database is opened', async (words, says) => {
    const line = expectOneLine(await runCli(words, { databasePath: '/nonexistent/folder/cli.db' }), 2);
    expect(line).toContain(says);
    expect(line).not.toContain(VALUE);
  });

  test('production requires the master key of the service and https for callbacks', async () => {
    using production = temporaryFolder();
    const path = join(production.path, 'production.db');
    const env = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://pay.example.com',
      MASTER_KEY: 'ab'.repeat(32),
    };
    const words = ['clients', 'create', '--name', 'Acme', '--role', 'merchant'];
    const { MASTER_KEY: _, ...keyless } = env;
    expect(expectOneLine(await runCli(['migrate'], { databasePath: path, env: keyless }), 1)).toContain(
      'MASTER_KEY',
    );
    expect(await runCli(['migrate'], { databasePath: path, env })).toMatchObject({ code: 0 });
    const plain = await runCli([...words, '--callback-url', 'http://acme.example.com'], {
      databasePath: path,
      env,
    });
    expect(expectOneLine(plain, 1)).toContain('--callback-url must be an https URL in production.');
    const otherKey = await runCli(words, {
      databasePath: path,
      env: { ...env, MASTER_KEY: 'cd'.repeat(32) },
    });
    expect(expectOneLine(otherKey, 1)).toContain('MASTER_KEY is not the key');
  });

  test('a key that is disabled while no service runs is refused after the next start', async () => {
    using own = temporaryFolder();
    await (await startTestService({ folder: own.path })).stop();
    await cliJson(join(own.path, 'test.db'), 'clients', 'disable', MERCHANT.appKey);
    await using service = await startTestService({ folder: own.path });
    expectFailure(await call(service, DEPOSIT, { body: depositFields() }), 'error_site_not_found');
  });
});

describe('help', () => {
  const ROOT = join(import.meta.dirname, '../..');
  const NOWHERE = { databasePath: '/nonexistent/folder/cli.db' };

  /** Splits a command line as a shell does, without expansions. */
  const split = (line: string) =>
    Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');

  test.each([
    [['--help'], 'Usage: bank-transfers <command> [options]'],
    [[], 'Usage: bank-transfers <command> [options]'],
    [['help'], 'Usage: bank-transfers <command> [options]'],
    [['help', 'clients', 'disable'], 'Usage: bank-transfers clients disable <appKey> [--json]'],
    [['-h'], 'Usage: bank-transfers <command> [options]'],
    [['accounts', '--help'], 'Usage: bank-transfers accounts <command> [options]'],
    [['clients', 'disable', '--help'], 'Usage: bank-transfers clients disable <appKey> [--json]'],
    [['clients', 'create', '--role', 'nonsense', '-h'], '--allow-ip <cidr>'],
  ])('%j prints help and needs no database', async (words, says) => {
    const { code, stdout, stderr } = await runCli(words, NOWHERE);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(says);
  });

  test('npm run cli runs the program from a checkout: --version prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const words = [join(ROOT, 'src/dev/cli.mjs'), '--version'];
    expect(await promisify(execFile)(process.execPath, words)).toEqual({
      stdout: `${version}\n`,
      stderr: '',
    });
  });

  test('a closed pipe is no failure', async () => {
    const run = await runCliProcess(['--help'], { ...NOWHERE, closeStdout: true });
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('serve starts the service, which says in one line why it cannot run', async () => {
    const run = await runCliProcess(['serve'], { ...NOWHERE, env: { PORT: '70000' } });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^bank-transfers cannot start: PORT must be [^\n]+\n$/);
  });

  /** Parses words. @returns the invocation, and the printed help on one line. */
  function parse(words: readonly string[]) {
    let printed = '';
    const print = (text: string) => {
      printed += text.replace(/\s+/g, ' ');
    };
    return { invocation: parseCommandLine(words, { version: '1.0.0', print }), printed };
  }

  const helpOf = (...words: readonly string[]) => parse([...words, '--help']).printed;
  const groups = commands.flatMap((entry) => ('commands' in entry ? [entry] : []));

  test.each(groups)(
    '$name lists its commands in its help and in that of the program',
    ({ name, commands }) => {
      const all = commands.map((command) => command.name);
      expect(helpOf()).toContain(`: ${all.join(', ')}.`);
      for (const command of commands) expect(helpOf(name)).toContain(` ${command.name} ${command.summary}`);
    },
  );

  const paths = commands.flatMap((entry) =>
    'commands' in entry
      ? entry.commands.map((command) => [`${entry.name} ${command.name}`, command] as const)
      : [[entry.name, entry] as const],
  );

  describe.each(paths)('%s', (path, command) => {
    const { parameters = [], summary, example } = command;

    test('names each of its parameters in its help, once in the usage and once with its description', () => {
      const help = helpOf(...path.split(' '));
      expect(help).toContain(summary);
      for (const { syntax, help: description } of parameters) {
        const spelling = syntax.replace('...', '');
        expect(help.split(spelling.replace(/>$/, '')).length - 1, spelling).toBeGreaterThanOrEqual(2);
        expect(help).toContain(`${spelling} ${description}`);
      }
    });

    test('has an example that it accepts', () => {
      expect(parse(split(example)).invocation).toMatchObject({ command, json: false });
    });

    test('is in the reference, with its summary, its usage, its options and its example', () => {
      const reference = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8');
      const usage = usageOf(command).replace(/ ?\[--json\]$/, '');
      const [, section = ''] = reference.split(`\n### ${path}\n`);
      const [text = ''] = section.split('\n## ', 1)[0]?.split('\n### ') ?? [];
      expect(text).toContain(summary);
      expect(text).toContain(`\nbank-transfers ${path} ${usage}`.trimEnd());
      for (const { syntax, help } of parameters)
        if (syntax.startsWith('--')) expect(text).toContain(`\n| \`${syntax}\` | ${help} |\n`);
      expect(text).toContain(`$ bank-transfers ${example}\n`);
    });
  });
});

describe('table', () => {
  test('no cell of a table controls the terminal', () => {
    const hostile = '\u001b[31mred\u009b2J\u009d0;title\u0007\u202egpj';
    expect(renderTable<string>([['TEXT', (text) => text]], [hostile])).toBe(
      'TEXT\n_[31mred_2J_0;title__gpj\n',
    );
  });
});

type Day = Parameters<typeof describeDay>[0];

const amounts = {
  opening: 100,
  credits: 50,
  debits: 0,
  fees: 0,
  closing: 150,
  lineCount: 7,
  pendingCount: 2,
  otherCurrencyCount: 3,
  waitingCount: 1,
  waiting: 50,
  drift: 0,
  unexplained: 0,
};

const day: Day = {
  day: '2026-11-21',
  currency: 'TRY',
  shownClosing: null,
  figuresHash: 'abc',
  accounts: [
    {
      accountId: '691e5b10a1b2c3d4e5f60718',
      bank: 'Demo',
      accountName: 'Demo Ltd',
      iban: 'TR330006100519786457841326',
      ...amounts,
      difference: 0,
      gap: 0,
      missing: null,
    },
  ],
  total: { ...amounts, missingCount: 0 },
  unassigned: 0,
  unassignedCount: 0,
  closings: [],
  changes: [],
};

/** The cells of the row that begins so, by the headings of its table. */
function cellsOf(text: string, first: string): Record<string, string> {
  const rows = text.split('\n').map((line) => line.split(/ {2,}/));
  const at = rows.findIndex(([cell]) => cell === first);
  return Object.fromEntries(rows[at - 1]!.map((heading, i) => [heading.trim(), rows[at]![i]!.trim()]));
}

describe('days show', () => {
  it('counts the lines, those not booked and those in other currencies', () => {
    expect(cellsOf(describeDay(day), 'Demo')).toMatchObject({
      LINES: '7',
      'NOT BOOKED': '2',
      'OTHER CURRENCY': '3',
    });
  });

  it('says how much was paid that no account shows yet', () => {
    expect(describeDay(day)).not.toContain('in no account yet');
    expect(describeDay({ ...day, unassignedCount: 2, unassigned: 75.5 })).toContain(
      'Paid, and in no account yet: 2 (75.50).',
    );
  });

  it('writes changed counts as counts and changed amounts as amounts', () => {
    const accountId = day.accounts[0]!.accountId;
    const changes: Day['changes'] = [{ accountId, figure: 'lineCount', closed: 7, now: 8 }];
    expect(cellsOf(describeDay({ ...day, changes }), accountId)).toMatchObject({
      'CLOSED WITH': '7',
      NOW: '8',
    });
    const amount: Day['changes'] = [{ accountId, figure: 'closing', closed: 150, now: null }];
    expect(cellsOf(describeDay({ ...day, changes: amount }), accountId)).toMatchObject({
      'CLOSED WITH': '150.00',
      NOW: '-',
    });
  });
});
