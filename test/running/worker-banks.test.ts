import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { BANK, type BankService, banks, startBankService } from '../support/bank-service.ts';
import { eventually } from '../support/eventually.ts';
import { expectData } from '../support/responses.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { callAlone, untilReplaced, workersOf } from '../support/worker-processes.ts';

/** Several processes take long to start on a busy machine. */
const SLOW = { timeout: 120_000 };
const WORKERS = 2;
const CALLS = 4 * WORKERS;

function start(folder: string, { url }: BankService, refresh: string): Promise<ServiceProcess> {
  return startServiceProcess(folder, {
    WORKERS: String(WORKERS),
    AVAILABLE_BANKS_URL: url,
    AVAILABLE_BANKS_REFRESH: refresh,
  });
}

/** The names of the one bank that all workers list. */
async function namesAt(service: ServiceProcess): Promise<Set<string>> {
  const lists = await Promise.all(
    Array.from({ length: CALLS }, () => callAlone(service, '/v1/available-banks')),
  );
  return new Set(lists.flatMap((list) => expectData(list).map(({ name }: { name: string }) => name)));
}

test(
  'banks of another service are read once for all workers, also for one that comes later',
  SLOW,
  async () => {
    using folder = temporaryFolder();
    await using bankService = await startBankService();
    await using service = await start(folder.path, bankService, '1d');
    expect(await namesAt(service)).toEqual(new Set([BANK.name]));
    const old = workersOf(service);
    process.kill(old[0]!, 'SIGKILL');
    await untilReplaced(service, 1, old);
    await eventually(async () => expect((await fetch(`${service.url}/readyz`)).status).toBe(200));
    expect(await namesAt(service)).toEqual(new Set([BANK.name]));
    expect(bankService.requests).toHaveLength(1);
  },
);

test('a changed list of banks reaches every worker', SLOW, async () => {
  using folder = temporaryFolder();
  await using bankService = await startBankService();
  await using service = await start(folder.path, bankService, '1s');
  expect(await namesAt(service)).toEqual(new Set([BANK.name]));
  bankService.behave(banks({ ...BANK, name: 'Another Name' }));
  await vi.waitFor(async () => expect(await namesAt(service)).toEqual(new Set(['Another Name'])), {
    timeout: 60_000,
    interval: 50,
  });
});
