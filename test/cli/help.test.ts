import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/surfaces/cli/commands.ts';
import { usageOf } from '../../src/surfaces/cli/parameters.ts';
import { parseCommandLine } from '../../src/surfaces/cli/program.ts';
import { runCli, runCliProcess } from '../support/cli.ts';

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

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(await runCliProcess(['--version'], NOWHERE)).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

test('serve starts the service, which says why it cannot run', async () => {
  const { code, stderr } = await runCliProcess(['serve'], { ...NOWHERE, env: { PORT: '70000' } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^bank-transfers cannot start: PORT must be /);
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

test.each(groups)('$name lists its commands in its help and in that of the program', ({ name, commands }) => {
  const all = commands.map((command) => command.name);
  expect(helpOf()).toContain(`: ${all.join(', ')}.`);
  for (const command of commands) expect(helpOf(name)).toContain(` ${command.name} ${command.summary}`);
});

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
