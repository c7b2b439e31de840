import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { watchChild } from './children.ts';
import { LoadGenerator } from './generator.ts';
import { percentile } from './load.ts';
import { DEMO_MERCHANT, type PrefilledClient, prefillLifeCycle } from './pending.ts';
import type { Plan } from './plan.ts';
import { cpuTimeMs, machineTimeMs, peakRssBytes } from './proc.ts';
import type { ReceiverReport } from './receiver-process.ts';
import type { Measurement } from './row.ts';
import { databasePath, freePort, type RunningServer, startService } from './servers.ts';
import { workloads } from './workloads.ts';

const RECEIVER = join(import.meta.dirname, 'receiver-process.ts');
const OTHER_MERCHANT = 'bench-other';
/** What waits for a receiver that is down. */
const WAITING = 10_000;
const DRAIN_TIMEOUT_MS = 120_000;
/** Enough for any machine; more than are settled are never looked at. */
const PENDING = 60_000;
/** For most of a minute V8 collects, bit by bit, what a start has left behind. */
const START_CLEANUP_MS = 45_000;

/** Makes pending transactions, then serves them. Their client's receiver takes connections and never answers. */
export async function startWithPending(folder: string): Promise<RunningServer> {
  const silent = await listenSilently();
  const callbackUrl = `http://127.0.0.1:${silent.port}/`;
  await prefillLifeCycle(folder, [{ appKey: DEMO_MERCHANT, callbackUrl, pending: PENDING }]);
  return stopAlso(await startService(folder), silent.close);
}

/** Serves with callbacks waiting for a receiver that is down. */
export async function startWithWaiting(folder: string): Promise<RunningServer> {
  const callbackUrl = `http://127.0.0.1:${await freePort()}/`;
  await prefillLifeCycle(folder, [{ appKey: DEMO_MERCHANT, callbackUrl, undelivered: WAITING }]);
  return startService(folder);
}

/** How fast a full outbox is delivered to a receiver that answers at once. */
export async function measureDelivery(folder: string, plan: Plan): Promise<Measurement> {
  await using receiver = await startReceiver();
  const undelivered = plan.judged ? 30_000 : 5_000;
  await prefillLifeCycle(folder, [{ appKey: DEMO_MERCHANT, callbackUrl: receiver.url, undelivered }]);
  const machineBefore = machineTimeMs();
  const server = await startService(folder);
  try {
    const report = await receiver.arrived(undelivered);
    const cpuMs = cpuTimeMs(server.pid);
    const seconds = (report.lastAtMs - report.firstAtMs) / 1000;
    return {
      ...NOTHING,
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

/** What the service costs while nothing is asked of it and nothing is due. */
export async function measureIdle(folder: string, plan: Plan): Promise<Measurement> {
  const server = await startService(folder);
  try {
    await sleep(plan.judged ? START_CLEANUP_MS : 2000);
    const before = cpuTimeMs(server.pid);
    const seconds = plan.judged ? 20 : 5;
    await sleep(seconds * 1000);
    const serverCores = (cpuTimeMs(server.pid) - before) / 1000 / seconds;
    return { ...NOTHING, serverCores, peakRssBytes: peakRssBytes(server.pid) };
  } finally {
    await server.stop();
  }
}

/** How long a client's callbacks take, from the change to the receiver, while nobody else has any. */
export function measureDelays(folder: string, plan: Plan): Promise<Measurement> {
  return measureDelaysBeside(folder, plan, []);
}

/** The same while another client's receiver is down and thousands of callbacks wait for it. */
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
  const own = { appKey: DEMO_MERCHANT, callbackUrl: receiver.url, pending: PENDING };
  await prefillLifeCycle(folder, [own, ...others]);
  const server = await startService(folder);
  const generator = new LoadGenerator({
    port: server.port,
    serverPid: server.pid,
    connections: 1,
    nextRequest: workloads.settlements.makeRequest,
  });
  try {
    await generator.run(plan.warmUpSeconds);
    const { count } = await receiver.arrived(generator.acknowledged);
    const { seconds, serverCpuMs } = await generator.run(plan.measuredSeconds);
    const report = await receiver.arrived(generator.acknowledged);
    const delaysMs = Float64Array.from(report.delaysMs.slice(count)).sort();
    return {
      ...NOTHING,
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

const NOTHING: Measurement = {
  acknowledged: 0,
  requestsPerSecond: Number.NaN,
  p50Ms: Number.NaN,
  p99Ms: Number.NaN,
  cpuMsPerRequest: Number.NaN,
  serverCores: Number.NaN,
  generatorCores: 0,
  otherCores: 0,
  answerBytes: 0,
  madeLate: 0,
  peakRssBytes: 0,
  stored: null,
};

interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Resolves once so many callbacks have arrived. */
  arrived(count: number): Promise<ReceiverReport>;
}

async function startReceiver(): Promise<Receiver> {
  const child = watchChild(fork(RECEIVER, [], { execArgv: ['--import', 'tsx'] }));
  const ask = async (): Promise<ReceiverReport> => {
    child.send('report');
    const [report] = await once(child, 'message');
    return report;
  };
  await sleep(500);
  const { port } = await ask();
  return {
    url: `http://127.0.0.1:${port}/`,
    async arrived(count) {
      const deadline = performance.now() + DRAIN_TIMEOUT_MS;
      for (;;) {
        const report = await ask();
        if (report.count >= count) return report;
        if (performance.now() > deadline) throw new Error(`${report.count} of ${count} callbacks arrived`);
        await sleep(100);
      }
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** The outbox is written behind what was received. @throws when it does not say the same after a while. */
async function countDelivered(folder: string, expected: number): Promise<number> {
  const database = new Sqlite(databasePath(folder));
  try {
    const count = database
      .prepare<[], number>("select count(*) from callbacks where state = 'delivered'")
      .pluck();
    for (let tries = 0; tries < 50 && count.get() !== expected; tries += 1) await sleep(100);
    return count.get() ?? 0;
  } finally {
    database.close();
  }
}

async function listenSilently(): Promise<{ readonly port: number; close(): void }> {
  const port = await freePort();
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port, close: () => void server.close().unref() };
}

function stopAlso(server: RunningServer, stop: () => void): RunningServer {
  return {
    ...server,
    async stop() {
      await server.stop();
      stop();
    },
  };
}
