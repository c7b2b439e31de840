import { expect, test } from 'vitest';
import { BANK, banks, hang, reset, startBankService } from '../support/bank-service.ts';
import { openDirectory } from '../support/remote-directory.ts';

type Rig = Awaited<ReturnType<typeof openDirectory>>;

/** Runs the only scheduled refresh. @returns its delay. */
async function runPlanned({ plans, refresher }: Rig): Promise<number | undefined> {
  expect(plans).toHaveLength(1);
  const plan = plans.shift();
  plan?.run();
  await refresher.refresh();
  return plan?.delayMs;
}

const SECONDS = [1, 2, 4, 8, 16, 32, 60, 60];

test('failures are retried after 1 s, then after twice the time, up to the refresh interval', async () => {
  await using service = await startBankService(reset);
  await using rig = await openDirectory(service.url, { refreshMs: 60_000 });
  await rig.refresher.start();
  for (const seconds of SECONDS) expect(await runPlanned(rig)).toBe(seconds * 1000);
  service.behave(banks(BANK));
  expect(await runPlanned(rig)).toBe(60_000);
  service.behave(reset);
  expect(await runPlanned(rig)).toBe(60_000);
  expect(await runPlanned(rig)).toBe(1000);
  expect(service.requests).toHaveLength(1 + SECONDS.length + 3);
});

test('a random part of up to a quarter shortens a delay, so that many services do not send at once', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url, { refreshMs: 60_000, chance: 0.5 });
  await rig.refresher.start();
  expect(await runPlanned(rig)).toBe(52_500);
});

test('simultaneous refreshes read the list once', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url);
  await rig.refresher.start();
  const [plan] = rig.plans;
  const running = rig.refresher.refresh();
  plan?.run();
  await Promise.all([running, rig.refresher.refresh()]);
  expect(service.requests).toHaveLength(2);
  expect(rig.plans).toHaveLength(1);
});

test('a stop aborts the running request, schedules nothing and logs nothing', async () => {
  await using service = await startBankService(hang);
  await using rig = await openDirectory(service.url, { timeLimitMs: 600_000 });
  const arrived = service.nextRequest();
  const start = rig.refresher.start();
  await arrived;
  await rig.refresher.stop();
  await start;
  await expect.poll(() => service.openRequests()).toBe(0);
  expect(rig.plans).toEqual([]);
  expect(rig.lines).toEqual([]);
  expect(rig.directory.health().detail).toBe(
    'there is no list of banks: the Available Banks service was not read yet',
  );
  await rig.refresher.refresh();
  expect(service.requests).toHaveLength(1);
});

test('a stop cancels the scheduled refresh', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url);
  await rig.refresher.start();
  expect(rig.plans).toHaveLength(1);
  await rig.refresher.stop();
  expect(rig.plans).toEqual([]);
});

test('the log has one line when the list becomes stale and one when it is fresh again', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url);
  await rig.refresher.start();
  await rig.refresher.refresh();
  for (let round = 0; round < 2; round += 1) {
    service.behave(reset);
    for (let failure = 0; failure < 3; failure += 1) await rig.refresher.refresh();
    service.behave(banks(BANK));
    for (let success = 0; success < 3; success += 1) await rig.refresher.refresh();
  }
  const stale = expect.stringMatching(
    /^stale: the list of banks was read at .* fails since .*: it failed with /,
  );
  expect(rig.messages()).toEqual([
    stale,
    'the list of banks is fresh again',
    stale,
    'the list of banks is fresh again',
  ]);
});

test('a stale list has its age and the newest failure in the detail', async () => {
  await using service = await startBankService(reset);
  await using rig = await openDirectory(service.url, { timeLimitMs: 200 });
  await rig.giveCopy([BANK]);
  rig.advance(60_000);
  await rig.refresher.refresh();
  rig.advance(60_000);
  service.behave(hang);
  await rig.refresher.refresh();
  expect(rig.directory.health().detail).toBe(
    'stale: the list of banks was read at 2026-11-20T12:00:00.000Z; the Available Banks service ' +
      'fails since 2026-11-20T12:01:00.000Z: it did not answer in full within 200 ms',
  );
});

test('with a copy the start does not wait for the service; without one it waits for the first response', async () => {
  await using service = await startBankService();
  await using rig = await openDirectory(service.url, { timeLimitMs: 600_000 });
  await rig.refresher.start();
  expect(await rig.directory.list()).toHaveLength(1);

  await using later = await openDirectory(service.url, { timeLimitMs: 600_000 });
  await later.giveCopy([BANK]);
  service.behave(hang);
  const arrived = service.nextRequest();
  await later.refresher.start();
  await arrived;
  expect(service.openRequests()).toBe(1);
  expect(await later.directory.find(BANK._id)).toMatchObject({ name: BANK.name });
});

test('without a copy the start waits at most for the time limit', async () => {
  await using service = await startBankService(hang);
  await using rig = await openDirectory(service.url, { timeLimitMs: 200 });
  await rig.refresher.start();
  expect(rig.directory.health()).toEqual({
    source: 'remote',
    fresh: false,
    usable: false,
    detail:
      'there is no list of banks: the Available Banks service fails since 2026-11-20T12:00:00.000Z: ' +
      'it did not answer in full within 200 ms',
  });
  expect(rig.plans).toMatchObject([{ delayMs: 1000 }]);
});

test('a URL that fetch refuses is logged, and refreshing continues', async () => {
  // Port 1 is on the list of ports that fetch does not connect to.
  await using rig = await openDirectory('http://127.0.0.1:1/banks');
  await rig.refresher.start();
  expect(rig.directory.health().detail).toMatch(/: it could not be read, for a reason that is in the log$/);
  expect(rig.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, err: { message: expect.any(String) } },
  ]);
  expect(rig.plans).toHaveLength(1);
});
