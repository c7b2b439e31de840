import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { BANK, banks, startBankService } from '../support/bank-service.ts';
import { openDirectory } from '../support/remote-directory.ts';

const NEVER = new AbortController().signal;
const MINUTE_MS = 60_000;

test('an unchanged list is stored again after 10 minutes only, a changed one at once', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url);
  const writtenAtMs = async () => (await rig.copies.load(service.url))?.fetchedAtMs;
  const startMs = rig.nowMs();
  await rig.directory.refresh(NEVER);
  for (let minute = 1; minute < 10; minute += 1) {
    rig.advance(MINUTE_MS);
    await rig.directory.refresh(NEVER);
    expect(await writtenAtMs()).toBe(startMs);
  }
  rig.advance(MINUTE_MS);
  await rig.directory.refresh(NEVER);
  expect(await writtenAtMs()).toBe(startMs + 10 * MINUTE_MS);
  rig.advance(MINUTE_MS);
  service.behave(banks({ ...BANK, name: 'New Name' }));
  await rig.directory.refresh(NEVER);
  expect(await writtenAtMs()).toBe(startMs + 11 * MINUTE_MS);
});

test('a fresh list has its age in the detail, also when it was not stored again', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url);
  await rig.directory.refresh(NEVER);
  rig.advance(MINUTE_MS);
  await rig.directory.refresh(NEVER);
  rig.advance(7_000);
  expect(rig.directory.health()).toEqual({
    source: 'remote',
    fresh: true,
    usable: true,
    detail: 'fresh: the list of banks was read from the Available Banks service 7 s ago',
  });
});

test('the copy survives a restart completely, and the restart does not store it again', async () => {
  const closed = { _id: 'closed', name: 'Kapalı "1"', deposit: null, active: false };
  await using service = await startBankService(banks(BANK, closed));
  await using rig = await openDirectory(service.url);
  const startMs = rig.nowMs();
  await rig.directory.refresh(NEVER);
  rig.advance(MINUTE_MS);
  const restarted = rig.reopen();
  await restarted.loadCopy();
  expect(await restarted.list()).toEqual(await rig.directory.list());
  expect(restarted.health()).toEqual({
    source: 'remote',
    fresh: false,
    usable: true,
    detail:
      'stale: the list of banks was read at 2026-11-20T12:00:00.000Z; ' +
      'the Available Banks service was not read since the start',
  });
  await restarted.refresh(NEVER);
  expect((await rig.copies.load(service.url))?.fetchedAtMs).toBe(startMs);
});

test.each([
  ['of another service', 'http://127.0.0.1:2/banks', '[{"_id":"other","name":"Other"}]'],
  ['that is no list', undefined, '[]'],
])('a copy %s is ignored', async (_what, otherUrl, body) => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url);
  await rig.copies.save(otherUrl ?? service.url, { body, fetchedAtMs: rig.nowMs() });
  await rig.directory.loadCopy();
  expect(rig.directory.health()).toEqual({
    source: 'remote',
    fresh: false,
    usable: false,
    detail: 'there is no list of banks: the Available Banks service was not read yet',
  });
  expect(await rig.directory.find('other')).toBe('unreadable');
  expect(await rig.directory.list()).toBeUndefined();
  await rig.directory.refresh(NEVER);
  const restarted = rig.reopen();
  await restarted.loadCopy();
  expect(await restarted.find(BANK._id)).toMatchObject({ name: BANK.name });
});

test('a new list is served even if the database cannot store the copy', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url);
  const otherProcess = new Sqlite(rig.databasePath);
  otherProcess.exec('begin immediate');
  await rig.refresher.refresh();
  await rig.refresher.refresh();
  expect(await rig.directory.find(BANK._id)).toMatchObject({ name: BANK.name });
  expect(rig.directory.health()).toMatchObject({ fresh: true, usable: true });
  expect(await rig.copies.load(service.url)).toBeUndefined();
  otherProcess.exec('rollback');
  otherProcess.close();
  await rig.refresher.refresh();
  expect(await rig.copies.load(service.url)).toMatchObject({ fetchedAtMs: rig.nowMs() });
  expect(rig.messages()).toEqual([
    'the copy of the list of banks cannot be written',
    'the copy of the list of banks is written again',
  ]);
});
