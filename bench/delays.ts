import { countDelivered, NOTHING, WAITING } from './callbacks.ts';
import { monotonicUs } from './clock.ts';
import { LoadGenerator } from './generator.ts';
import { percentile } from './load.ts';
import { DEMO_MERCHANT, type PrefilledClient, prefillLifeCycle } from './pending.ts';
import type { Plan } from './plan.ts';
import { peakRssBytes } from './proc.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import type { Measurement } from './row.ts';
import { freePort, startService } from './servers.ts';
import { makeSettlement, pendingId } from './workloads.ts';

const OTHER_MERCHANT = 'bench-other';
/** Enough for any disk: they are settled one after another. */
const PENDING = 60_000;

/** How long a client's callbacks take, from the request of the change to the receiver, while nobody else has any. */
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
  // Of each settlement, in their order. The service itself says only in which millisecond a change was.
  const sentAtUs: number[] = [];
  const generator = new LoadGenerator({
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

/** How long each settlement took to reach its receiver. @throws when one of them never did. */
async function readDelaysMs(receiver: Receiver, sentAtUs: readonly number[]): Promise<Float64Array> {
  const arrivedAtUs = new Map<string, number>();
  // What is sent again has been there before.
  for (const [transactionId, atUs] of await receiver.listArrivals())
    if (!arrivedAtUs.has(transactionId)) arrivedAtUs.set(transactionId, atUs);
  return Float64Array.from(sentAtUs, (sentAt, index) => {
    const arrivedAt = arrivedAtUs.get(pendingId(index));
    if (arrivedAt === undefined) throw new Error(`no callback of ${pendingId(index)} arrived`);
    return (arrivedAt - sentAt) / 1000;
  });
}
