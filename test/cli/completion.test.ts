import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { runCli } from '../support/cli.ts';

const NOWHERE = { databasePath: '/nonexistent/folder/cli.db' };
const scripts: Record<string, string> = {};

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout, stderr } = await runCli(['completion', shell], NOWHERE);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    scripts[shell] = stdout;
  }
});

/** Asks the script what can follow some words, as bash does. */
function complete(...words: readonly string[]): string[] {
  const script = `${scripts.bash}
COMP_WORDS=(bank-transfers ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_bank_transfers
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter(Boolean);
}

describe('in bash', () => {
  test('the first word is completed', () => {
    expect(complete('cl')).toEqual(['clients']);
    expect(complete('')).toEqual(
      expect.arrayContaining([...commands.map(({ name }) => name), 'serve', 'completion', '--version']),
    );
  });

  test('so are the commands of a group, and the options of a command, wherever options stand', () => {
    expect(complete('clients', 'cr')).toEqual(['create']);
    expect(complete('clients', 'create', '--ro')).toEqual(['--role']);
    expect(complete('clients', 'create', '--role', 'merchant', '--app')).toEqual(['--app-key']);
    expect(complete('migrate', '')).toEqual(['--json', '--help']);
  });

  test('a word that is no command gets none', () => {
    expect(complete('nonsense', 'x')).toEqual([]);
  });
});

test.each(['bash', 'zsh', 'fish'])('the script of %s knows every command', (shell) => {
  for (const entry of commands) {
    const inside = 'commands' in entry ? entry.commands : [];
    for (const { name } of inside) {
      const place =
        shell === 'fish'
          ? `from ${entry.name}; and __fish_seen_subcommand_from ${name}'`
          : ` ${entry.name} ${name} '*)`;
      expect(scripts[shell]).toContain(place);
    }
  }
});

test('another shell is refused with the names of those that are known', async () => {
  const { code, stderr } = await runCli(['completion', 'tcsh'], NOWHERE);
  expect(code).toBe(2);
  expect(stderr).toBe(
    'bank-transfers: <shell> must be one of bash, zsh, fish. See: bank-transfers completion --help\n',
  );
});
