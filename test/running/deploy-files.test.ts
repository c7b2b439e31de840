import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { ROOT } from '../support/consumer-project.ts';

describe('files for operators', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

  test('every setting in the files for operators is one that the service has', () => {
    const table = read('docs/settings.md');
    const inCompose = [...read('docs/deploy/compose.yaml').matchAll(/^ {6}((?!POSTGRES)[A-Z_]+): /gm)].map(
      ([, name]) => name,
    );
    const inUnit = [...read('docs/deploy/bank-transfers.service').matchAll(/^Environment=([A-Z_]+)=/gm)];
    const names = [...inCompose, ...inUnit.map(([, name]) => name)];
    expect(names.length).toBeGreaterThanOrEqual(6);
    for (const name of names) expect(table, name).toContain(`\`${name}\``);
  });

  /** The command in the head of the compose file that keeps its settings. */
  const keepSettings = read('docs/deploy/compose.yaml')
    .split('\n\n', 1)[0]
    ?.match(/^# {3}\(umask .*?[.]env\)$/ms)?.[0]
    .replace(/^# {3}/gm, '');

  test('the settings of the containers are kept once, in a file that only its owner reads', () => {
    using folder = temporaryFolder();
    mkdirSync(join(folder.path, 'docs/deploy'), { recursive: true });
    const keep = () => spawnSync('/bin/sh', ['-c', keepSettings ?? ''], { cwd: folder.path }).status;
    const file = join(folder.path, 'docs/deploy/.env');
    expect(keep()).toBe(0);
    const kept = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const needed = [...read('docs/deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
    expect(new Set(kept.match(/^\w+(?==.)/gm))).toEqual(new Set(needed));
    // Done again, nothing is lost.
    expect(keep()).not.toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(kept);
  });

  test('the settings of the containers are in no package, no image and no commit', () => {
    const file = 'docs/deploy/.env';
    for (const list of ['.gitignore', '.dockerignore']) expect(read(list).split('\n'), list).toContain(file);
    expect(JSON.parse(read('package.json')).files).toContain(`!${file}`);
  });

  test('each command of compose in the documents names its file, which has the settings beside it', () => {
    for (const name of ['runbook.md', 'running.md', 'postgresql.md'])
      for (const [, words] of read(`docs/${name}`).matchAll(/docker compose ([^`\n]*)/g))
        expect(words, name).toMatch(/^-f docs\/deploy\/compose[.]yaml /);
  });

  test('the unit runs nothing but the service, which looks at the database first, where an installed package has it', () => {
    const { bin } = JSON.parse(read('package.json'));
    const starts = [...read('docs/deploy/bank-transfers.service').matchAll(/^Exec\w+=(\S+) (\S+) (\w+)$/gm)];
    expect(starts.map(([, , path, word]) => [path, word])).toEqual([
      [`node_modules/bank-transfers/${bin['bank-transfers']}`, 'serve'],
    ]);
  });

  test('the unit runs as a user that its installation makes, whom root’s commands can become beside it', () => {
    const unit = read('docs/deploy/bank-transfers.service');
    const [, user = ''] = /^User=(.+)$/m.exec(unit) ?? [];
    expect(read('docs/running.md')).toMatch(new RegExp(`^useradd --system .*${user}$`, 'm'));
    expect(user).not.toBe('');
    // A unit with a dynamic user has its folder where root alone can reach it.
    expect(unit).not.toContain('DynamicUser');
  });

  test('the command line beside the unit has its settings, its database and its program', () => {
    const unit = read('docs/deploy/bank-transfers.service');
    const script = read('docs/deploy/bank-transfers.sh');
    const found = (pattern: RegExp) => pattern.exec(unit)?.[1] ?? 'missing';
    expect(script).toContain(`<${found(/^EnvironmentFile=(.+)$/m)} || exit 2\n`);
    expect(script).toContain(`-${found(/^Environment=DATABASE_URL=(.+)$/m)}}" NODE`);
    expect(script).toContain(` NODE_ENV=${found(/^Environment=NODE_ENV=(.+)$/m)}\n`);
    const [, node, path] = /^ExecStart=(\S+) (\S+) serve$/m.exec(unit) ?? [];
    expect(script).toContain(`\nexec ${node} ${found(/^WorkingDirectory=(.+)$/m)}/${path} "$@"\n`);
    expect(runBeside('').stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'NODE_ENV=production',
        expect.stringMatching('DATABASE_URL=/var/lib'),
        'words a b',
      ]),
    );
  });

  /** Runs the script that stands beside the unit, as far as the program: it prints its variables and words. */
  function runBeside(settings: string | undefined, env: NodeJS.ProcessEnv = {}) {
    using folder = temporaryFolder();
    const file = join(folder.path, 'settings.env');
    if (settings !== undefined) writeFileSync(file, settings);
    const script = read('docs/deploy/bank-transfers.sh')
      .replaceAll('/etc/bank-transfers.env', file)
      .replace(/^exec .*$/m, 'env; echo "words $@"');
    const options = { encoding: 'utf8', env: { PATH: process.env.PATH, ...env } } as const;
    return spawnSync('/bin/sh', ['-c', script, 'sh', 'a b'], options);
  }

  const AS_SYSTEMD: readonly [string, string, string][] = [
    [
      'with what only a shell reads as signs',
      'A=postgres://db/x?a=1&b=$c;d #e',
      'postgres://db/x?a=1&b=$c;d #e',
    ],
    ['in double quotes', 'A="a b"', 'a b'],
    ['in single quotes', "A='a\\b \"c'", 'a\\b "c'],
    ['between blanks', '  A=a b \t', 'a b'],
    ['after others of its name', 'A=1\nA=2', '2'],
    ['after comments', '# A=1\n; A=2\n\nA=3\nB', '3'],
  ];

  test.each(AS_SYSTEMD)(
    'the command line beside the unit reads a setting %s as the unit does',
    (_, line, value) => {
      expect(runBeside(line).stdout.split('\n')).toContain(`A=${value}`);
    },
  );

  test('the command line beside the unit leaves what its caller has set', () => {
    const { stdout } = runBeside('DATABASE_URL=live\n', { DATABASE_URL: 'restored' });
    expect(stdout.split('\n')).toContain('DATABASE_URL=restored');
  });

  test.each([
    ['an empty database of the caller', 'DATABASE_URL=live\n', { DATABASE_URL: '' }],
    ['what systemd would read in another way', 'A="a\\b"\n', {}],
    ['settings that it cannot read', undefined, {}],
  ])('the command line beside the unit refuses %s', (_, settings, env) => {
    expect(runBeside(settings, env)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+\n$/),
    });
  });
});
