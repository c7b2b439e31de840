import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeReport, runKillLoop } from '../crash/kill-loop.ts';
import { call, DEPOSIT, depositFields, temporaryFolder } from '../harness.ts';
import { runCli } from '../support/cli.ts';
import { ROOT } from '../support/consumer-project.ts';
import { freePort } from '../support/free-port.ts';
import { IS_LONG } from '../support/long.ts';
import { expectData } from '../support/responses.ts';
import { startServiceProcess } from '../support/service-process.ts';

/** One line of a Dockerfile. */
interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Reads a Dockerfile. @returns the instructions of each stage, by the name of the stage. */
function readStages(path: string): ReadonlyMap<string, readonly Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let current: Instruction[] = [];
  for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
    const [, name, text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      current = [];
      stages.set(/ AS (\w+)$/.exec(text)?.[1] ?? '', current);
    } else if (name) current.push({ name, text });
  }
  return stages;
}

/** Runs the steps of a stage that copy files of the checkout, or run commands, in an empty folder, as they stand. */
function runStage(stage: readonly Instruction[], folder: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  for (const { name, text } of stage) {
    if (name === 'COPY') copy(text.split(' ').slice(0, -1), folder, ignored);
    if (name === 'RUN') execFileSync('sh', ['-c', text], { cwd: folder, env: cleanEnv(), stdio: 'pipe' });
  }
}

function copy(sources: readonly string[], folder: string, ignored: readonly string[]): void {
  const isIgnored = (path: string) =>
    ignored.some((pattern) =>
      pattern.includes('*')
        ? !path.includes('/') &&
          new RegExp(`^${pattern.replaceAll('.', '[.]').replaceAll('*', '.*')}$`).test(path)
        : path === pattern,
    );
  for (const source of sources)
    cpSync(join(ROOT, source), join(folder, source), {
      recursive: true,
      filter: (path) => !isIgnored(relative(ROOT, path)),
    });
}

/** A build does not have the variables that the packages of this run have set. */
function cleanEnv(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => !/^(npm_|VITEST|NODE_)/.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** Links or copies what the last stage takes from the one before, with the packages that are no development packages. */
function takeFromBuild(stage: readonly Instruction[], link: (from: string, to: string) => void): void {
  for (const { name, text } of stage) {
    if (name !== 'COPY') continue;
    const paths = text.replace('--from=build ', '').split(' ');
    const target = paths.at(-1) ?? '';
    for (const path of paths.slice(0, -1)) {
      const from = path.replace('/build/', '');
      if (!existsSync(join(ROOT, from))) throw new Error(`the build makes no ${from}`);
      const to = target.endsWith('/') ? join(target, from) : target;
      if (from === 'node_modules') for (const one of productionPackages()) link(one, one);
      else link(from, to);
    }
  }
}

/** The folders of the packages that stay after `npm prune --omit=dev`. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries<{ dev?: boolean; devOptional?: boolean; optional?: boolean }>(packages).flatMap(
    ([path, { dev, devOptional }]) =>
      path.lastIndexOf('node_modules/') === 0 && !dev && !devOptional && existsSync(join(ROOT, path))
        ? [path]
        : [],
  );
}

/** Makes the folder of a path. */
function makeFolderOf(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
}

describe('deploy', () => {
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
    expect(JSON.parse(read('package.json')).scripts.build).toMatch(
      /^node src\/dev\/check-packages[.]mjs && /,
    );
  });
});

describe('crash', () => {
  /** `npm run test:crash` kills many more times. */
  const KILLS = IS_LONG ? 4 : 2;

  test('after kill -9 under load every acknowledged create is stored once, and every other one can be sent again', async () => {
    const seed = Date.now() % 1_000_000;
    using folder = temporaryFolder();
    const report = await runKillLoop({ folder: folder.path, kills: KILLS, seed }).catch((error: unknown) => {
      throw new Error(`npm run test:crash -- --kills ${KILLS} --seed ${seed}`, { cause: error });
    });
    process.stdout.write(`seed ${seed}, ${describeReport(report)}\n`);
    expect(report.kills).toBe(KILLS);
    expect(report.acknowledged).toBeGreaterThan(KILLS);
  });
});

describe('files', () => {
  /** Starting several processes takes its time on a busy machine. */
  const MANY_PROCESSES_MS = 90_000;

  /** Gives a command the usual mask, which lets everybody read new files. */
  const USUAL_MASK = ['/bin/sh', '-c', 'umask 022; exec "$@"', 'sh'];

  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

  /** The modes of all files in a folder. */
  function modesIn(folder: string): Record<string, string> {
    return Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
  }

  const PRIVATE = {
    'bank.db': '600',
    'bank.db-shm': '600',
    'bank.db-wal': '600',
    'bank.db.check': '600',
    'bank.db.owner': '600',
    'bank.db.owner-journal': '600',
    'bank.db.running': '600',
    'bank.db.master-key': '600',
  };

  test(
    'a new database and every file beside it are readable by their owner only, in a folder of the same kind',
    async () => {
      using folder = temporaryFolder();
      const databasePath = join(folder.path, 'new', 'deep', 'bank.db');
      const env = { DATABASE_URL: databasePath };
      await using service = await startServiceProcess(folder.path, env, USUAL_MASK);
      expectData(await call(service, DEPOSIT, { body: depositFields() }));
      expect(modesIn(join(folder.path, 'new', 'deep'))).toEqual(PRIVATE);
      expect([modeOf(join(folder.path, 'new')), modeOf(join(folder.path, 'new', 'deep'))]).toEqual([
        '700',
        '700',
      ]);
    },
    MANY_PROCESSES_MS,
  );

  test(
    'the files of an earlier version are taken from others, and a folder that was there stays as it is',
    async () => {
      using folder = temporaryFolder();
      const data = join(folder.path, 'data');
      mkdirSync(data);
      chmodSync(data, 0o755);
      const env = { DATABASE_URL: join(data, 'bank.db') };
      const first = await startServiceProcess(folder.path, env, USUAL_MASK);
      expectData(await call(first, DEPOSIT, { body: depositFields() }));
      await first.kill();
      for (const name of readdirSync(data)) if (!name.endsWith('key')) chmodSync(join(data, name), 0o644);
      await using second = await startServiceProcess(folder.path, env, USUAL_MASK);
      expectData(await call(second, DEPOSIT, { body: depositFields() }));
      expect(modesIn(data)).toEqual(PRIVATE);
      expect(modeOf(data)).toBe('755');
    },
    MANY_PROCESSES_MS,
  );

  test('a database that the command line makes is readable by its owner only', async () => {
    using folder = temporaryFolder();
    const databasePath = join(folder.path, 'new', 'bank.db');
    expect(await runCli(['migrate'], { databasePath })).toMatchObject({ code: 0, stderr: '' });
    expect(modeOf(databasePath)).toBe('600');
    expect(modeOf(join(folder.path, 'new'))).toBe('700');
  });
});
