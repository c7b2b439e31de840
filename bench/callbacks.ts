import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { countRows } from './database.ts';
import { ClosedLoop, percentile } from './generator.ts';
import { cpuTimeMs, machineTimeMs, monotonicUs, peakRssBytes } from './machine.ts';
import { type Measurement, NO_FIGURES, type Plan } from './plan.ts';
import { DEMO_MERCHANT, type PrefilledClient, prefillClients } from './prefill.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { freePort, type RunningServer, startService } from './servers.ts';
import { makeSettlement, pendingId } from './workloads.ts';

/** Callbacks that wait for a receiver that is down. */
const WAITING = 10_000;
/** Enough for any machine; those that are not settled cost nothing. */
const PENDING = 200_000;
/** Enough for any disk, because they are settled one after another. */
const PENDING_ONE_BY_ONE = 60_000;
/** After the start, V8 collects garbage in small steps for most of a minute. */
const START_CLEANUP_MS = 45_000;
const OTHER_MERCHANT = 'bench-other';

/** Stores pending transactions, then serves them. Their client's receiver accepts connections but never responds. */
export async function startWithPending(folder: string): Promise<RunningServer> {
  const silent = createServer((socket) => socket.on('error', () => {}).resume());
  const port = await freePort();
  silent.listen(port, '127.0.0.1');
  await once(silent, 'listening');
  const callbackUrl = `http://127.0.0.1:${port}/`;
  await prefillClients(folder, [{ appKey: DEMO_MERCHANT, callbackUrl, pending: PENDING }]);
  const server = await startService(folder);
  return {
    ...server,
    async stop() {
      await server.stop();
      silent.close().unref();
    },
  };
}

/** Stores callbacks that wait for a receiver that is down, then starts the service. */
export async function startWithWaiting(folder: string): Promise<RunningServer> {
  const callbackUrl = `http://127.0.0.1:${await freePort()}/`;
  await prefillClients(folder, [{ appKey: DEMO_MERCHANT, callbackUrl, undelivered: WAITING }]);
  return startService(folder);
}

/** Measures the speed of delivering a full outbox to a receiver that responds at once. */
export async function measureDelivery(folder: string, plan: Plan): Promise<Measurement> {
  await using receiver = await startReceiver();
  const undelivered = plan.judged ? 30_000 : 5_000;
  await prefillClients(folder, [{ appKey: DEMO_MERCHANT, callbackUrl: receiver.url, undelivered }]);
  const machineBefore = machineTimeMs();
  const server = await startService(folder);
  try {
    const report = await receiver.arrived(undelivered);
    const cpuMs = cpuTimeMs(server.pid);
    const seconds = (report.lastAtUs - report.firstAtUs) / 1e6;
    return {
      ...NO_FIGURES,
      acknowledged: report.count,
      requestsPerSecond: report.count / seconds,
      cpuMsPerRequest: cpuMs / report.count,
      serverCores: cpuMs / 1000 / seconds,
      otherCores: Math.max(0, machineTimeMs() - machineBefore - cpuMs) / 1000 / seconds,
      peakRssBytes: peakRssBytes(server.pid),
      stored: await countDelivered(folder, undelivered),
    };
  } finally {
    await server.stop();
  }
}

/** Measures the cost of the service while it has no requests and no due work. */
export async function measureIdle(folder: string, plan: Plan): Promise<Measurement> {
  const server = await startService(folder);
  try {
    await sleep(plan.judged ? START_CLEANUP_MS : 2000);
    const before = cpuTimeMs(server.pid);
    const seconds = plan.judged ? 20 : 5;
    await sleep(seconds * 1000);
    const serverCores = (cpuTimeMs(server.pid) - before) / 1000 / seconds;
    return { ...NO_FIGURES, serverCores, peakRssBytes: peakRssBytes(server.pid) };
  } finally {
    await server.stop();
  }
}

/** Measures the delay from the request of a transition to its callback at the receiver, with no other callbacks. */
export function measureDelays(folder: string, plan: Plan): Promise<Measurement> {
  return measureDelaysBeside(folder, plan, []);
}

/** Measures the same while another client's receiver is down and thousands of callbacks wait for it. */
export async function measureDelaysInOutage(folder: string, plan: Plan): Promise<Measurement> {
  const callbackUrl = `http://127.0.0.1:${await freePort()}/`;
  return measureDelaysBeside(folder, plan, [{ appKey: OTHER_MERCHANT, callbackUrl, undelivered: WAITING }]);
}

async function measureDelaysBeside(
  folder: string,
  plan: Plan,
  others: readonly PrefilledClient[],
): Promise<Measurement> {
  await using receiver = await startReceiver();
  const own = { appKey: DEMO_MERCHANT, callbackUrl: receiver.url, pending: PENDING_ONE_BY_ONE };
  await prefillClients(folder, [own, ...others]);
  const server = await startService(folder);
  // The time of each settle request, in order. The service itself records only the millisecond of a transition.
  const sentAtUs: number[] = [];
  const generator = new ClosedLoop({
    port: server.port,
    serverPid: server.pid,
    connections: 1,
    nextRequest() {
      const request = makeSettlement(sentAtUs.length);
      sentAtUs.push(monotonicUs());
      return request;
    },
  });
  try {
    await generator.run(plan.warmUpSeconds);
    await receiver.arrived(generator.acknowledged);
    const first = sentAtUs.length;
    const { seconds, serverCpuMs } = await generator.run(plan.measuredSeconds);
    await receiver.arrived(generator.acknowledged);
    const delaysMs = (await readDelaysMs(receiver, sentAtUs)).subarray(first).sort();
    return {
      ...NO_FIGURES,
      acknowledged: generator.acknowledged,
      requestsPerSecond: delaysMs.length / seconds,
      p50Ms: percentile(delaysMs, 0.5),
      p99Ms: percentile(delaysMs, 0.99),
      serverCores: serverCpuMs / 1000 / seconds,
      stored: await countDelivered(folder, generator.acknowledged),
      peakRssBytes: peakRssBytes(server.pid),
    };
  } finally {
    generator.close();
    await server.stop();
  }
}

/** Returns the delay from each settle request to its callback. @throws when a callback never arrived. */
async function readDelaysMs(receiver: Receiver, sentAtUs: readonly number[]): Promise<Float64Array> {
  const arrivedAtUs = new Map<string, number>();
  // Only the first arrival counts: a callback can be sent more than once.
  for (const [transactionId, atUs] of await receiver.listArrivals())
    if (!arrivedAtUs.has(transactionId)) arrivedAtUs.set(transactionId, atUs);
  return Float64Array.from(sentAtUs, (sentAt, index) => {
    const arrivedAt = arrivedAtUs.get(pendingId(index));
    if (arrivedAt === undefined) throw new Error(`no callback of ${pendingId(index)} arrived`);
    return (arrivedAt - sentAt) / 1000;
  });
}

/** Counts delivered callbacks. It waits a while for the expected number, because the outbox is updated after a receipt. */
async function countDelivered(folder: string, expected: number): Promise<number> {
  const sql = "select count(*) from callbacks where state = 'delivered'";
  for (let tries = 0; tries < 50 && (await countRows(folder, sql)) !== expected; tries += 1) await sleep(100);
  return countRows(folder, sql);
}
