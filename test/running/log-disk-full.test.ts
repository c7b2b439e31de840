import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, temporaryFolder } from '../harness.ts';
import { freePort } from '../support/free-port.ts';
import { expectData } from '../support/responses.ts';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
/** Their log lines exceed the buffer before the first write. */
const REQUESTS = 600;

test('a log that cannot be written delays no request, and the service stops normally', async () => {
  using folder = temporaryFolder();
  const port = await freePort();
  // Every write to this file fails like on a full disk.
  const full = openSync('/dev/full', 'w');
  const env = { PATH: process.env.PATH, DATABASE_URL: join(folder.path, 'test.db'), PORT: String(port) };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', full, 'inherit'] });
  const ended = once(child, 'exit');
  const service = { url: `http://127.0.0.1:${port}` };
  try {
    const isUp = () =>
      fetch(`${service.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
    for (let count = 0; count < REQUESTS; count += 1) expect(await isUp()).toBe(true);
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
  } finally {
    child.kill('SIGTERM');
    // A process that hangs in its exit must not outlive the test.
    const hangs = setTimeout(() => child.kill('SIGKILL'), 60_000);
    expect(await ended).toEqual([0, null]);
    clearTimeout(hangs);
  }
});
