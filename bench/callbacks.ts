import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { DEMO_MERCHANT, prefillLifeCycle } from './pending.ts';
import type { Plan } from './plan.ts';
import { cpuTimeMs, machineTimeMs, peakRssBytes } from './proc.ts';
import { startReceiver } from './receiver.ts';
import type { Measurement } from './row.ts';
import { databasePath, freePort, type RunningServer, startService } from './servers.ts';

/** What waits for a receiver that is down. */
export const WAITING = 10_000;
/** Enough for any machine; more than are settled are never looked at. */
const PENDING = 200_000;
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
    const seconds = (report.lastAtUs - report.firstAtUs) / 1e6;
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

/** What a row has that sends no requests of its own. */
export const NOTHING: Measurement = {
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

/** The outbox is written behind what was received. @throws when it does not say the same after a while. */
export async function countDelivered(folder: string, expected: number): Promise<number> {
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
