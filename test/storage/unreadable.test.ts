import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService } from '../harness.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { onPostgres } from '../support/test-database.ts';

/** Runs in a process of its own: a process that closes the file would lose all its locks on it. */
const CLEAR_HEADER = `
  const fs = require('node:fs');
  const file = fs.openSync(process.argv[1], 'r+');
  fs.writeSync(file, Buffer.alloc(136), 0, 136, 0);
  fs.closeSync(file);
`;

// It is about the shared index beside SQLite's file.
test.skipIf(onPostgres)(
  'while the file cannot be read, requests get 503 and not 500, and the service recovers by itself',
  async () => {
    // Without timers no job reads the file as well: SQLite tries each read for ten seconds.
    await using service = await startTestService({ platform: { schedule: () => () => {} } });
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    const holder = await startLockHolder(service.databasePath);
    // The shared index of the write-ahead log must be rebuilt now, which needs the lock.
    execFileSync(process.execPath, ['-e', CLEAR_HEADER, `${service.databasePath}-shm`]);
    const response = await call(service, DEPOSIT, { body: depositFields() });
    expectFailure(response, 'error_unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
    await holder.release();
    await expect.poll(async () => (await call(service, DEPOSIT, { body: depositFields() })).status).toBe(200);
  },
);
