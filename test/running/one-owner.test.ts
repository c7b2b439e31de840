import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isMountPoint } from '../../db/engines/sqlite/database-file.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { StartError } from '../../src/config/start-error.ts';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectData } from '../support/responses.ts';

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
  await using service = await startTestService({ folder: folder.path, env: { DATABASE_URL: databasePath } });
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
