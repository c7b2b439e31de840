import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { commitUnknown, mapDatabaseErrorsSync } from '../../db/engines/database-errors.ts';
import { AmountText } from '../../src/operations/fields.ts';
import { explain } from '../../src/service/command-line/run.ts';
import { UsageError } from '../../src/surfaces/cli/command.ts';
import { parseCommandLine } from '../../src/surfaces/cli/program.ts';

/** A typed value that messages must not repeat: it may be a secret. */
const VALUE = 'Not-To-Be-Repeated-1';

/** Parses words that ask for no help. */
const parse = (words: readonly string[]) =>
  parseCommandLine(words, { version: '1.0.0', print: (text) => expect.fail(`this was printed: ${text}`) });

const CREATE = ['clients', 'create', '--name', 'A', '--role', 'admin'];
const BANK = ['banks', 'add', '--name', 'A'];
const ACCOUNT = ['accounts', 'add', '--bank', 'b', '--name', 'A', '--iban', 'TR330006100519786457841326'];
const ENTRY = ['blacklist', 'add', '--value', VALUE];

test.each<[says: string, words: string[]]>([
  [
    'The first word must be one of serve, clients, banks, accounts, blacklist, templates, transactions, statements, match-policies, profiles, payouts, payout-profiles, days, events, callbacks, audit, listen, trigger, people, secrets, migrate, verify, backup, restore, after-restore, move.',
    ['--json'],
  ],
  ['The first word must be one of', [VALUE]],
  ['The first word must be one of', ['--json', 'clients', 'list']],
  ['The word after banks must be one of list, add, limits, activate, deactivate.', ['banks']],
  ['The word after banks must be one of', ['banks', VALUE]],
  ['move. Did you mean clients?', ['client', 'list']],
  ['deactivate. Did you mean list?', ['banks', 'lits']],
  ['There is no option --secret.', [...CREATE, '--secret', VALUE]],
  ['There is no option --secret.', [...CREATE, `--secret=${VALUE}`]],
  ['There is no option --nam. Did you mean --name?', ['clients', 'create', '--nam', VALUE]],
  ['There is no option --nam.', ['clients', 'create', `--nam=${VALUE}`]],
  [
    'There is no option --port. Settings come from the environment: PORT=3001 bank-transfers serve.',
    ['serve', '--port', VALUE],
  ],
  ['There is no option -x.', ['migrate', '-x']],
  ['There is no option -N.', ['migrate', `-${VALUE}`]],
  ['There is no option --version.', ['clients', 'list', '--version']],
  ['There are too many words: the command takes only options.', ['clients', 'list', VALUE]],
  ['There are too many words: the command takes <appKey>.', ['clients', 'rotate-secret', 'acme', VALUE]],
  ['--name is required. --role is required.', ['clients', 'create']],
  ['<appKey> is required.', ['clients', 'disable']],
  ['<cidr> is required.', ['clients', 'allow-ips', 'acme']],
  ['--name needs a value.', ['clients', 'create', '--role', 'admin', '--name']],
  [
    '--name needs a value; one that begins with a hyphen is written --name=<value>.',
    ['banks', 'add', '--name', '--id', 'x'],
  ],
  ['--name needs a value.', ['banks', 'add', '--name=']],
  ['--name was given more than once.', [...CREATE, '--name', VALUE]],
  ['--json takes no value.', ['clients', 'list', `--json=${VALUE}`]],
  ['--json takes no value. See:', ['clients', 'list', '--json=1']],
  ['--inactive takes no value.', [...BANK, `--inactive=${VALUE}`]],
  [
    '--role must be one of merchant, viewer, operator, admin.',
    ['clients', 'create', '--name', 'A', '--role', VALUE],
  ],
  ['--app-key must have 3 to 128 letters, digits', [...CREATE, '--app-key', `${VALUE} `]],
  ['--callback-url must be an http or https URL.', [...CREATE, '--callback-url', `ftp://${VALUE}/`]],
  [
    '<url> must hold no user name and no password.',
    ['clients', 'set-callback', 'acme', `https://a:${VALUE}@example.com/`],
  ],
  [
    '<cidr> number 2 has bits beyond its prefix: write 10.0.0.0/8 or 10.0.0.1/32.',
    ['clients', 'allow-ips', 'acme', '::1', '10.0.0.1/8'],
  ],
  ['--allow-ip number 1 must be an IP address or a CIDR block', [...CREATE, '--allow-ip', VALUE]],
  ['<on|off> must be on or off.', ['clients', 'require-timed-sign', 'acme', VALUE]],
  [
    '--grace must be a duration such as 90s, 30m, 24h or 7d',
    ['clients', 'rotate-secret', 'acme', '--grace', VALUE],
  ],
  [
    '--grace must be a whole number from 0 to 2592000.',
    ['clients', 'rotate-secret', 'acme', '--grace', '31d'],
  ],
  ['--deposit must be MIN..MAX', [...BANK, '--deposit', VALUE]],
  ['--deposit minAmount must not be greater than maxAmount.', [...BANK, '--deposit', '10..9.99']],
  [
    '--withdrawal maxAmount must be a number from 0.01 to 1000000000',
    [...BANK, '--withdrawal', `10..${VALUE}`],
  ],
  ['The request changes nothing.', ['banks', 'limits', 'b']],
  ['--iban must be a valid IBAN', [...ACCOUNT.slice(0, -1), 'TR330006100519786457841327']],
  ['--daily-limit must be a number from 0.01', [...ACCOUNT, '--daily-limit', '0']],
  ['<amount> must be a number from 0.01', ['accounts', 'limit', 'a', '1e3']],
  ['--url: url must be a whole http or https URL', ['listen', 'a', '--url', `ftp://${VALUE}`]],
  ['--url: url must be a whole http or https URL', ['trigger', 'deposit.successful', '--url', VALUE]],
  ['--forward must be a whole http or https URL', ['listen', 'a', '--forward', VALUE]],
  [
    '--status must be one of successful, unsuccessful, or both with a comma.',
    ['listen', 'a', '--status', VALUE],
  ],
  ['--type must be deposit or withdrawal.', ['listen', 'a', '--type', VALUE]],
  ['--kind must be one of userId, iban, convertedName.', [...ENTRY, '--kind', 'name']],
  ['--value must be a valid IBAN', [...ENTRY, '--kind', 'iban']],
])('%s ← %j', (says, words) => {
  const message = messageOf(words);
  expect(message).toContain(says);
  expect(message).toContain(' See: bank-transfers ');
  expect(message).not.toMatch(/\n/);
  expect(message).not.toContain(VALUE);
});

function messageOf(words: readonly string[]): string {
  try {
    parse(words);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return expect.fail('the words were accepted');
}

test.each<[words: string[], input: unknown]>([
  [['clients', 'rotate-secret', 'a'], { appKey: 'a' }],
  [['clients', 'rotate-secret', '--grace', '0', 'a'], { appKey: 'a', graceSeconds: 0 }],
  [['clients', 'rotate-secret', 'a', '--grace=90'], { appKey: 'a', graceSeconds: 90 }],
  [['clients', 'rotate-secret', 'a', '--grace=90s'], { appKey: 'a', graceSeconds: 90 }],
  [['clients', 'rotate-secret', 'a', '--grace=5m'], { appKey: 'a', graceSeconds: 300 }],
  [['clients', 'rotate-secret', 'a', '--grace=2h'], { appKey: 'a', graceSeconds: 7200 }],
  [['clients', 'rotate-secret', 'a', '--grace=30d'], { appKey: 'a', graceSeconds: 2_592_000 }],
  [['clients', 'disable', '--', '-a'], { appKey: '-a', disabled: true }],
  [['clients', 'enable', 'a'], { appKey: 'a', disabled: false }],
  [['clients', 'set-callback', 'a', 'none'], { appKey: 'a', callbackUrl: null }],
  [['clients', 'allow-ips', 'a', 'any'], { appKey: 'a', ipAllowlist: [] }],
  [['clients', 'allow-ips', 'a', '::1', '10.0.0.0/8'], { appKey: 'a', ipAllowlist: ['::1', '10.0.0.0/8'] }],
  [['clients', 'require-timed-sign', 'a', 'off'], { appKey: 'a', requiresTimedSign: false }],
  [['banks', 'add', '--name=-', '--inactive'], { name: '-', active: false }],
  [
    ['banks', 'limits', 'b', '--deposit', '0.01..1000000000'],
    { bankId: 'b', deposit: { minAmount: new AmountText('0.01'), maxAmount: new AmountText('1000000000') } },
  ],
  [['banks', 'limits', 'b', '--withdrawal', 'none'], { bankId: 'b', withdrawal: null }],
  [['accounts', 'limit', 'a', '100.5'], { accountId: 'a', dailyLimit: new AmountText('100.5') }],
  [['accounts', 'limit', 'a', 'none'], { accountId: 'a', dailyLimit: null }],
])('%j has the input %j', (words, input) => {
  expect(parse(words)).toMatchObject({ json: false, input });
  expect(parse([...words.slice(0, 2), '--json', ...words.slice(2)])).toMatchObject({ json: true, input });
});

/** What a command prints when SQLite refuses with a code. */
function explained(code: string, message: string): string {
  try {
    return mapDatabaseErrorsSync<string>(
      () => {
        throw new Sqlite.SqliteError(message, code);
      },
      () => true,
    );
  } catch (error) {
    return explain(error);
  }
}

test.each([
  ['SQLITE_BUSY', 'database is locked', 'fuser -v'],
  ['SQLITE_FULL', 'database or disk is full', 'df -h'],
  ['SQLITE_IOERR', 'EMFILE: too many open files', 'ulimit -n'],
  ['SQLITE_READONLY_DBMOVED', 'the file of the database was moved', 'Move the file back'],
  ['SQLITE_IOERR_SHMSIZE', 'disk I/O error', 'dmesg'],
  ['SQLITE_READONLY', 'attempt to write a readonly database', 'this user can read and write'],
  ['SQLITE_CORRUPT', 'database disk image is malformed', 'bank-transfers restore <file>'],
])('%s is explained with its code and what to do, and not with requests', (code, message, cure) => {
  const text = explained(code, message);
  expect(text).toMatch(/^bank-transfers: [^\n]+\n$/);
  expect(text).toContain(`${message} (${code}). `);
  expect(text).toContain(cure);
  expect(text).not.toContain('request');
});

test('a commit of unknown outcome is explained as such', () => {
  const lost = new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR');
  expect(explain(commitUnknown(lost))).toContain('it is not known whether the change is stored');
});
