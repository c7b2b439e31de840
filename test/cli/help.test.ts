import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCall } from '../../src/cli/call.ts';
import { commands } from '../../src/cli/commands.ts';
import { usageOf } from '../../src/cli/help.ts';
import { runCli } from '../support/cli.ts';

const NOWHERE = { databasePath: '/nonexistent/folder/cli.db' };

/** A command line as a shell splits it, without expansions. */
const split = (line: string) =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');

test.each([
  [['--help'], 'Usage: bank-transfers <noun> <verb> [options]'],
  [['-h'], 'Usage: bank-transfers <noun> <verb> [options]'],
  [['accounts', '--help'], 'Usage: bank-transfers accounts <verb> [options]'],
  [['clients', 'disable', '--help'], 'Usage: bank-transfers clients disable <appKey> [--json]'],
  [['clients', 'create', '--role', 'nonsense', '-h'], '--allow-ip <cidr>'],
])('%j prints help and needs no database', async (words, says) => {
  const { code, stdout, stderr } = await runCli(words, NOWHERE);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(says);
});

const helpOf = (...words: readonly string[]) => {
  const call = readCall([...words, '--help']);
  return call.kind === 'help' ? call.text : expect.fail('this is no help');
};

describe.each(commands.map((command) => [command.name, command] as const))('%s', (name, command) => {
  test('is in the help of the program and of its noun', () => {
    expect(helpOf()).toContain(`  ${name} `);
    if (command.operation) expect(helpOf(name.split(' ')[0] ?? '')).toContain(`  ${name} `);
  });

  test('names each of its parameters in its help, once in the usage and once with what it is', () => {
    const help = helpOf(...name.split(' '));
    for (const parameter of command.parameters) {
      const spelling = parameter.kind === 'argument' ? parameter.placeholder : `--${parameter.name}`;
      expect(help.split(spelling).length - 1, spelling).toBeGreaterThanOrEqual(2);
      expect(help).toContain(parameter.help);
    }
  });

  test('has an example that it accepts', () => {
    expect(readCall(split(command.example))).toMatchObject({ kind: 'run', command, json: false });
  });

  test('is in the reference, with its usage and its example', () => {
    const reference = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
    expect(reference).toContain(usageOf(command).replace(' [--json]', ''));
    expect(reference).toContain(`bank-transfers ${command.example}`);
  });
});
