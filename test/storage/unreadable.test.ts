import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService } from '../harness.ts';
import { expectData, expectFailure } from '../support/answers.ts';
import { startLockHolder } from '../support/lock-holder.ts';

/** In a process of its own: one that closes the file would let go of every lock it has on it. */
const FORGET = `
  const fs = require('node:fs');
  const file = fs.openSync(process.argv[1], 'r+');
  fs.writeSync(file, Buffer.alloc(136), 0, 136, 0);
  fs.closeSync(file);
`;

test('while the file cannot be read, requests get 503 and are no mistake of ours, and reading goes on by itself', async () => {
  await using service = await startTestService();
  expectData(await call(service, DEPOSIT, { body: depositFields() }));
  const holder = await startLockHolder(service.databasePath);
  // What connections share is to be made anew, and whoever would do that needs the lock.
  execFileSync(process.execPath, ['-e', FORGET, `${service.databasePath}-shm`]);
  const answer = await call(service, DEPOSIT, { body: depositFields() });
  expectFailure(answer, 'error_unavailable');
  expect(answer.headers.get('retry-after')).toBe('1');
  await holder.release();
  await expect
    .poll(async () => (await call(service, DEPOSIT, { body: depositFields() })).status, { timeout: 10_000 })
    .toBe(200);
}, 60_000);
