import { once } from 'node:events';
import { linkSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { isMountPoint } from '../../db/engines/sqlite/database-file.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { readConfig } from '../../src/config/config.ts';
import { StartError } from '../../src/config/start-error.ts';
import { refusePublicDemoKeys } from '../../src/service/exposure.ts';
import { Ledger } from '../crash/ledger.ts';
import { runLoad } from '../crash/load.ts';
import { verify } from '../crash/verify.ts';
import { ADMIN, call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { holdWriteLock, openCommitted } from '../support/committed-rows.ts';
import { ROOT, run } from '../support/consumer-project.ts';
import { allRequestsRead } from '../support/grouped-creates.ts';
import { everyNth } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { createRandom } from '../support/random.ts';
import { openRaw, signedPost } from '../support/raw-connection.ts';
import { expectData } from '../support/responses.ts';
import { type Environment, startServiceProcess } from '../support/service-process.ts';

/** Starting several processes takes long on a busy machine. */
const MANY_PROCESSES_MS = 90_000;

describe('start', () => {
  const MASTER_KEY = '0123456789abcdef'.repeat(4);
  const OTHER_KEY = 'fedcba9876543210'.repeat(4);

  const PRODUCTION = {
    NODE_ENV: 'production',
    MASTER_KEY,
    PUBLIC_URL: 'https://pay.example.com',
    LOG_LEVEL: 'info',
  };

  /** Asserts that a service in this process does not start. @returns the message. */
  async function refusal(folder: string, env: Environment): Promise<string> {
    const failure: unknown = await startTestService({ folder, env }).catch((error: unknown) => error);
    if (!(failure instanceof StartError)) throw new Error('it is not refused', { cause: failure });
    expect(failure.message).toMatch(/^[^\n]+$/);
    return failure.message;
  }

  test('a port in use and a host of another machine are reported with the setting', async () => {
    using folder = temporaryFolder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await refusal(folder.path, { PORT: String(port) })).toMatch(/^HOST and PORT: .*EADDRINUSE/);
    other.close();
    expect(await refusal(folder.path, { HOST: '192.0.2.1' })).toMatch(/^HOST and PORT: .*EADDRNOTAVAIL/);
  });

  test('npm start says what it does and finds a taken port before it builds', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const started = await run(ROOT, 'env', [
      `PORT=${port}`,
      process.execPath,
      join(ROOT, 'src/dev/start.mjs'),
    ]);
    other.close();
    expect(started.code).toBe(1);
    const [doing, problem, ...rest] = started.stderr.split('\n');
    expect(doing).toBe(`Starting bank-transfers on 127.0.0.1:${port} …`);
    expect(problem).toContain(`another port: PORT=${port + 1} npm start`);
    expect(rest).toEqual(['']);
  });

  test('a database that cannot be opened is reported with the setting', async () => {
    using folder = temporaryFolder();
    const text = join(folder.path, 'text');
    writeFileSync(text, 'This is a text and not a database, and it is long enough for one. '.repeat(20));
    const directory = join(folder.path, 'directory');
    mkdirSync(directory);
    // No user can create files in /proc, not even root.
    for (const path of [join(text, 'below', 'a.db'), directory, text, '/proc/a.db'])
      expect(await refusal(folder.path, { DATABASE_URL: path })).toContain(`DATABASE_URL: ${path}: `);
  });

  test('a database that refuses the start is reported with what to do about it', async () => {
    using folder = temporaryFolder();
    const text = join(folder.path, 'text');
    writeFileSync(text, 'This is a text and not a database, and it is long enough for one. '.repeat(20));
    expect(await refusal(folder.path, { DATABASE_URL: text })).toMatch(
      /\(SQLITE_NOTADB\)\. .*bank-transfers restore <file>$/,
    );
    expect(await refusal(folder.path, { DATABASE_URL: folder.path })).toMatch(
      /\(SQLITE_CANTOPEN\)\. Name a file that this user can read and write/,
    );
  });

  test('a service that finds its database locked does not start, and says why', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path, env: { MASTER_KEY } });
    await service.stop();
    const locker = new Sqlite(service.databasePath);
    locker.exec("delete from metadata where key = 'currency'; begin immediate");
    const failure: unknown = await startTestService({
      folder: folder.path,
      env: { MASTER_KEY },
      limits: { lockMs: 20 },
    }).catch((error: unknown) => error);
    locker.close();
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(
      /^Error: DATABASE_URL: \S+: .* \(SQLITE_BUSY\)\. Another program holds the lock/,
    );
    expect(String(failure)).not.toContain('processId');
  });

  test('production seeds nothing', async () => {
    using folder = temporaryFolder();
    await using service = await startTestService({ folder: folder.path, env: PRODUCTION });
    const response = await call(service, DEPOSIT, { body: depositFields() });
    expect([response.status, response.json.error.type]).toEqual([404, 'error_site_not_found']);
    const database = new Sqlite(service.databasePath, { readonly: true });
    for (const table of ['clients', 'banks', 'bank_accounts'])
      expect(database.prepare(`select * from ${table}`).all()).toEqual([]);
    database.close();
  });

  test('production refuses a database with demo keys', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path, env: { MASTER_KEY } });
    await service.stop();
    expect(await refusal(folder.path, PRODUCTION)).toContain('DATABASE_URL: the database holds a demo key');
  });

  test('a MASTER_KEY other than that of the database is refused', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path, env: { MASTER_KEY } });
    await service.stop();
    const message = await refusal(folder.path, { MASTER_KEY: OTHER_KEY });
    expect(message).toMatch(/^MASTER_KEY is not the key .* Set that key,/);
    expect(message).not.toContain(OTHER_KEY);
  });

  test('a file with the key of another database is named', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path });
    await service.stop();
    const path = `${service.databasePath}.master-key`;
    writeFileSync(path, `${OTHER_KEY}\n`);
    expect(await refusal(folder.path, {})).toContain(`The key of ${path} is not the key`);
    rmSync(path);
    expect(await refusal(folder.path, {})).toContain(`Put ${path} back, or set MASTER_KEY to its key.`);
  });

  test('a missing MASTER_KEY is generated once and stored beside the database, readable by its owner only', async () => {
    using folder = temporaryFolder();
    const first = await startTestService({ folder: folder.path });
    const path = `${first.databasePath}.master-key`;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await first.stop();
    await using second = await startTestService({ folder: folder.path });
    expectData(await call(second, DEPOSIT, { body: depositFields() }));
    expect(readdirSync(folder.path).filter((name) => name.includes('master-key'))).toEqual([
      'test.db.master-key',
    ]);
  });

  test('an invalid master key file is reported with its path', async () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'test.db.master-key'), '');
    expect(await refusal(folder.path, {})).toContain('MASTER_KEY: the file');
  });

  test('a refused start leaves no lock: the next start succeeds', async () => {
    using folder = temporaryFolder();
    await refusal(folder.path, { HOST: '192.0.2.1' });
    await using service = await startTestService({ folder: folder.path });
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
  });

  testLong(
    'once a killed service has left its database, another one can start',
    async () => {
      using folder = temporaryFolder();
      const first = await startServiceProcess(folder.path);
      expectData(await call(first, DEPOSIT, { body: depositFields() }));
      await first.kill();
      await using second = await startTestService({ folder: folder.path });
      expectData(await call(second, DEPOSIT, { body: depositFields() }));
    },
    MANY_PROCESSES_MS,
  );
});

describe('stop', () => {
  /** Resolves once no process listens on the port. */
  async function untilRefused(url: string): Promise<void> {
    const { hostname, port } = new URL(url);
    for (let tries = 0; tries < 1000; tries += 1) {
      const socket = connect(Number(port), hostname);
      const refused = await once(socket, 'connect').then(
        () => false,
        () => true,
      );
      socket.destroy();
      if (refused) return;
      await sleep(5);
    }
    throw new Error('the service still listens');
  }

  test.each(everyNth(2, ['SIGTERM', 'SIGINT'] as const))(
    '%s: requests in flight get their responses, new ones and a second service are refused, and the exit code is 0',
    async (signal) => {
      using folder = temporaryFolder();
      await using service = await startServiceProcess(folder.path);
      await expect(startTestService({ folder: folder.path })).rejects.toThrow('service already runs');
      using idle = await openRaw(service);
      idle.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
      expect((await idle.response()).headers.connection).toBe('keep-alive');
      using silent = await openRaw(service);
      using halfHeaders = await openRaw(service);
      halfHeaders.write('POST /v1/transactions/deposit HT');

      const inFlight = await Promise.all(Array.from({ length: 32 }, () => openRaw(service)));
      const responses = inFlight.map((connection) => connection.response());
      const requests = inFlight.map(() => signedPost(DEPOSIT, depositFields()));
      {
        await using lock = await holdWriteLock(service.databasePath);
        // The lock delays all requests but the first, of which half is not sent yet.
        for (const [index, connection] of inFlight.entries())
          connection.write(index === 0 ? requests[0]!.slice(0, -20) : requests[index]!);
        await allRequestsRead(service);
        service.signal(signal);
        await untilRefused(service.url);
        service.signal(signal);
        await Promise.all([idle.closed, silent.closed, halfHeaders.closed]);
        await lock.release();
      }
      inFlight[0]!.write(requests[0]!.slice(-20));

      await using committed = openCommitted(service.databasePath);
      for (const { status, headers, json } of await Promise.all(responses)) {
        // If the machine stalls for a second, the wait for the lock can end before the lock is released, and the signal sent.
        expect([200, 503]).toContain(status);
        if (status !== 200) continue;
        expect(headers.connection).toBe('close');
        expect((await committed.withProcessId(json.data.processId)).map((row) => row.id)).toEqual([
          json.data.transactionId,
        ]);
      }
      const { code, stderr, stdout } = await service.exited;
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.trimEnd().split('\n').at(-1)).toContain('"msg":"stopped"');
    },
  );

  testLong(
    'SIGTERM under load: every 200 is stored, and nothing is stored whose response was withheld',
    async () => {
      using folder = temporaryFolder();
      const ledger = new Ledger();
      const random = createRandom(1);
      {
        await using service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
        let responsesLeft = 400;
        await runLoad({
          url: service.url,
          ledger,
          random,
          onAcknowledged() {
            responsesLeft -= 1;
            if (responsesLeft === 0) service.signal('SIGTERM');
          },
        });
        expect(await service.exited).toMatchObject({ code: 0, stderr: '' });
      }
      await using service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
      const verdict = await verify(service, ledger, random);
      expect(verdict.storedUnanswered).toBe(0);
    },
    MANY_PROCESSES_MS,
  );

  test('a request that never ends delays a stop for a limited time only', async () => {
    const service = await startTestService({ limits: { closeMs: 100 } });
    using endless = await openRaw(service);
    endless.write(signedPost(DEPOSIT, depositFields()).slice(0, -20));
    await allRequestsRead(service);
    await service.stop();
    await endless.closed;
  });
});

describe('one owner', () => {
  /** Starts a service that must not come up. @returns why. */
  async function refusal(folder: string, databasePath: string): Promise<string> {
    const starting = startTestService({ folder, env: { DATABASE_URL: databasePath } });
    const failure: unknown = await starting.catch((error: unknown) => error);
    if (!(failure instanceof StartError)) throw new Error('it is not refused', { cause: failure });
    expect(failure.message).toMatch(/^DATABASE_URL: [^\n]+$/);
    return failure.message;
  }

  test('a second service is refused over a symbolic link to the file, to its folder, and to another link', async () => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'data');
    mkdirSync(data);
    const databasePath = join(data, 'bank.db');
    await using service = await startTestService({
      folder: folder.path,
      env: { DATABASE_URL: databasePath },
    });
    const link = join(folder.path, 'link.db');
    const linkToLink = join(folder.path, 'link-to-link.db');
    const linkedFolder = join(folder.path, 'linked');
    symlinkSync(databasePath, link);
    symlinkSync('link.db', linkToLink);
    symlinkSync(data, linkedFolder);
    const others = [link, linkToLink, join(linkedFolder, 'bank.db'), join(data, '..', 'data', 'bank.db')];
    for (const other of others)
      expect(await refusal(folder.path, other)).toContain('another bank-transfers service already runs');
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    await expectAgreement(databasePath);
  });

  test('a service that was started over a symbolic link keeps a second one from the file itself', async () => {
    using folder = temporaryFolder();
    const databasePath = join(folder.path, 'bank.db');
    const link = join(folder.path, 'link.db');
    // The file is not there yet: the link leads to where it is made.
    symlinkSync('bank.db', link);
    await using service = await startTestService({ folder: folder.path, env: { DATABASE_URL: link } });
    expect(await refusal(folder.path, databasePath)).toContain('another bank-transfers service already runs');
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
  });

  test('a file with a second name is opened under none of them, since each would have a log of its own', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path });
    const second = join(folder.path, 'second.db');
    linkSync(service.databasePath, second);
    for (const path of [second, service.databasePath])
      expect(await refusal(folder.path, path)).toContain('more than one name');
    expect(() => openSqlite({ path: second, lockTimeoutMs: 0 })).toThrow('more than one name');
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    await service.stop();
  });

  test('a file that is a mount of its own is refused, since its log would be left in another folder', () => {
    const mounts = [
      '22 27 0:21 / /proc rw,relatime - proc proc rw',
      '30 27 8:1 /srv/bank.db /data/my\\040bank.db rw,relatime - ext4 /dev/sda1 rw',
      '31 27 8:1 /srv /data/other rw,relatime - ext4 /dev/sda1 rw',
    ].join('\n');
    expect(isMountPoint('/data/my bank.db', mounts)).toBe(true);
    expect(isMountPoint('/data/other/bank.db', mounts)).toBe(false);
    expect(isMountPoint('/data', mounts)).toBe(false);
  });
});

describe('demo exposure', () => {
  /** Returns the error that the person at the start reads; undefined if the service starts. */
  function complaint(environment: Record<string, string>): string | undefined {
    try {
      refusePublicDemoKeys(readConfig(environment));
      return undefined;
    } catch (error) {
      if (error instanceof StartError) return error.message;
      throw error;
    }
  }

  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '0'],
    ['HOST', '192.0.2.1'],
    ['HOST', '::ffff:192.0.2.1'],
    ['HOST', 'bank.example.com'],
    ['HOST', 'localhost.example.com'],
    ['HOST', '127.0.0.1.example.com'],
    ['PUBLIC_URL', 'https://pay.example.com'],
    ['PUBLIC_URL', 'http://192.168.1.10:3000'],
    ['PUBLIC_URL', 'http://[2001:db8::1]:3000'],
    ['PUBLIC_URL', 'http://localhost@pay.example.com'],
  ])('outside production, %s=%s is refused in one line that names it and the cure', (name, value) => {
    for (const more of [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }, { ALLOW_DEMO_KEYS: '0' }]) {
      const said = complaint({ ...more, [name]: value });
      expect(said).toMatch(new RegExp(`^${name} [^\n]+ALLOW_DEMO_KEYS=1[^\n]*\\.$`));
      expect(said).toContain('NODE_ENV=production');
    }
    expect(complaint({ [name]: value, ALLOW_DEMO_KEYS: '1' })).toBeUndefined();
  });

  test.each([
    ['HOST', '127.0.0.1'],
    ['HOST', '127.8.9.10'],
    ['HOST', '::1'],
    ['HOST', '::ffff:127.0.0.1'],
    ['HOST', 'localhost'],
    ['PUBLIC_URL', 'http://localhost:3000/bank'],
    ['PUBLIC_URL', 'http://pay.localhost:3000'],
    ['PUBLIC_URL', 'https://LOCALHOST./'],
    ['PUBLIC_URL', 'http://127.0.0.1:3000'],
    ['PUBLIC_URL', 'http://[::1]:3000'],
  ])('outside production, %s=%s is this machine', (name, value) => {
    expect(complaint({ [name]: value })).toBeUndefined();
  });

  test('production listens where it is told to', () => {
    const environment = {
      NODE_ENV: 'production',
      MASTER_KEY: 'ab'.repeat(32),
      PUBLIC_URL: 'https://pay.example.com',
    };
    expect(complaint({ ...environment, HOST: '0.0.0.0' })).toBeUndefined();
  });

  test('a service that would give its demo keys to the network ends before it makes a file', async () => {
    using folder = temporaryFolder();
    const env = { HOST: '0.0.0.0', MASTER_KEY: 'ab'.repeat(32), ALLOW_DEMO_KEYS: '0' };
    await expect(startTestService({ folder: folder.path, env })).rejects.toThrow(
      /^HOST 0\.0\.0\.0 is not this machine[^\n]+$/,
    );
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('with ALLOW_DEMO_KEYS=1 the demo keys work wherever the service is', async () => {
    await using service = await startTestService({ env: { ALLOW_DEMO_KEYS: '1' } });
    expect((await call(service, '/v1/who-am-i', { as: ADMIN })).status).toBe(200);
  });
});
