import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { ROOT } from '../support/consumer-project.ts';
import { makeFolderOf, readStages, runStage, takeFromBuild } from '../support/dockerfile.ts';
import { freePort } from '../support/free-port.ts';

const stages = readStages('docs/deploy/Dockerfile');
const build = stages.get('build') ?? [];
const image = stages.get('') ?? [];
const textOf = (name: string) => image.find((one) => one.name === name)?.text ?? '';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Lays out a folder as the image does, from the files of the checkout. */
function layOut(folder: string): void {
  takeFromBuild(image, (from, to) => {
    makeFolderOf(join(folder, to));
    symlinkSync(join(ROOT, from), join(folder, to));
  });
}

test('what the Dockerfile puts into the image migrates, serves, is healthy and stops, without other files', async () => {
  using folder = temporaryFolder();
  layOut(folder.path);
  const [program = '', ...args]: string[] = JSON.parse(textOf('ENTRYPOINT'));
  const settings = Object.fromEntries(
    textOf('ENV')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  const env = {
    PATH: process.env.PATH,
    ...settings,
    DATABASE_URL: join(folder.path, 'bank.db'),
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    MASTER_KEY: '5e'.repeat(32),
    PUBLIC_URL: 'https://pay.example.com',
  };
  // Links lead to files of the checkout, which find their packages there; those of the image must be enough.
  const options = { cwd: folder.path, env };
  const links = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const run = (words: readonly string[]) => spawnSync(program, [...links, ...args, ...words], options);
  expect(run(['migrate']).status).toBe(0);
  const command: string[] = JSON.parse(textOf('CMD'));
  const service = spawn(program, [...links, ...args, ...command], { ...options, stdio: 'pipe' });
  const [healthy = '', ...check]: string[] = JSON.parse(textOf('HEALTHCHECK').replace(/^.*? CMD /, ''));
  const isHealthy = () => spawnSync(healthy, check, options).status;
  await expect.poll(isHealthy, { timeout: 60_000 }).toBe(0);
  service.kill('SIGTERM');
  expect(await once(service, 'close')).toEqual([0, null]);
  expect(isHealthy()).toBe(1);
});

test('the image runs as another user than root, and its build takes nothing that is not there', () => {
  expect(textOf('USER')).toBe('node');
  for (const { name, text } of build) {
    if (name !== 'COPY') continue;
    for (const source of text.split(' ').slice(0, -1))
      expect(existsSync(join(ROOT, source)), source).toBe(true);
  }
});

test.skipIf(!process.env.LONG)(
  'the build steps of the Dockerfile run as they stand in an empty folder, and leave no development packages',
  () => {
    using folder = temporaryFolder();
    runStage(build, folder.path);
    expect(existsSync(join(folder.path, 'dist/src/cli.js'))).toBe(true);
    const packages = readdirSync(join(folder.path, 'node_modules'));
    expect(packages).toContain('better-sqlite3');
    expect(packages).not.toContain('vitest');
  },
  1_800_000,
);

test('a build without the development packages says what to do, in one line', () => {
  using folder = temporaryFolder();
  makeFolderOf(join(folder.path, 'src/dev/x'));
  symlinkSync(join(ROOT, 'src/dev/check-packages.mjs'), join(folder.path, 'src/dev/check-packages.mjs'));
  const script = ['--preserve-symlinks-main', '--preserve-symlinks', 'src/dev/check-packages.mjs'];
  const { status, stderr } = spawnSync(process.execPath, script, { cwd: folder.path, encoding: 'utf8' });
  expect([status, stderr.split('\n').length]).toEqual([1, 2]);
  expect(stderr).toContain('npm ci --include=dev');
  expect(JSON.parse(read('package.json')).scripts.build).toMatch(/^node src\/dev\/check-packages[.]mjs && /);
});

test('every setting in the files for operators is one that the service has', () => {
  const table = read('docs/settings.md');
  const inCompose = [...read('docs/deploy/compose.yaml').matchAll(/^ {4}((?!POSTGRES)[A-Z_]+): /gm)].map(
    ([, name]) => name,
  );
  const inUnit = [...read('docs/deploy/bank-transfers.service').matchAll(/^Environment=([A-Z_]+)=/gm)];
  const names = [...inCompose, ...inUnit.map(([, name]) => name)];
  expect(names.length).toBeGreaterThanOrEqual(6);
  for (const name of names) expect(table, name).toContain(`\`${name}\``);
});

test('the unit runs the program where an installed package has it', () => {
  const { bin } = JSON.parse(read('package.json'));
  const starts = [...read('docs/deploy/bank-transfers.service').matchAll(/^Exec\w+=(\S+) (\S+) (\w+)$/gm)];
  expect(starts.map(([, , path, word]) => [path, word])).toEqual(
    ['migrate', 'serve'].map((word) => [`node_modules/bank-transfers/${bin['bank-transfers']}`, word]),
  );
});

test('the command line beside the unit has its settings, its database and its program', () => {
  const unit = read('docs/deploy/bank-transfers.service');
  const script = read('docs/deploy/bank-transfers.sh');
  const found = (pattern: RegExp) => pattern.exec(unit)?.[1] ?? 'missing';
  expect(script).toContain(`\n. ${found(/^EnvironmentFile=(.+)$/m)}\n`);
  expect(script).toContain(`:-${found(/^Environment=DATABASE_URL=(.+)$/m)}}\n`);
  expect(script).toContain(`\nNODE_ENV=${found(/^Environment=NODE_ENV=(.+)$/m)}\n`);
  const [, node, path] = /^ExecStart=(\S+) (\S+) serve$/m.exec(unit) ?? [];
  expect(script).toContain(`\nexec ${node} ${found(/^WorkingDirectory=(.+)$/m)}/${path} "$@"\n`);
  // The settings are as a shell reads them.
  using folder = temporaryFolder();
  const settings = join(folder.path, 'settings.env');
  writeFileSync(settings, 'MASTER_KEY=5e5e\nPUBLIC_URL=https://pay.example.com\n');
  const here = script.replace('/etc/bank-transfers.env', settings).replace(/^exec .*$/m, 'env; echo "$@"');
  const { stdout } = spawnSync('/bin/sh', ['-c', here, 'sh', 'callbacks', 'a b'], { encoding: 'utf8' });
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['MASTER_KEY=5e5e', 'NODE_ENV=production', 'callbacks a b']),
  );
});
