import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startModule } from './children.ts';
import type { Arrival, ReceiverQuery, ReceiverReport } from './receiver-process.ts';

const RECEIVER = join(import.meta.dirname, 'receiver-process.ts');
const DRAIN_TIMEOUT_MS = 120_000;

/** A client's receiver of callbacks, as a separate process. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Resolves when this many callbacks have arrived. @throws when that takes too long. */
  arrived(count: number): Promise<ReceiverReport>;
  /** Returns all callbacks so far, in the order of their arrival. */
  listArrivals(): Promise<readonly Arrival[]>;
}

/** Starts a receiver that acknowledges at once. */
export async function startReceiver(): Promise<Receiver> {
  const child = startModule(RECEIVER);
  const query = async <T>(message: ReceiverQuery): Promise<T> => {
    child.send(message);
    const [reply] = await once(child, 'message');
    return reply;
  };
  await sleep(500);
  const { port } = await query<ReceiverReport>('report');
  return {
    url: `http://127.0.0.1:${port}/`,
    async arrived(count) {
      const deadline = performance.now() + DRAIN_TIMEOUT_MS;
      for (;;) {
        const report = await query<ReceiverReport>('report');
        if (report.count >= count) return report;
        if (performance.now() > deadline) throw new Error(`${report.count} of ${count} callbacks arrived`);
        await sleep(100);
      }
    },
    listArrivals: () => query<readonly Arrival[]>('arrivals'),
    async [Symbol.asyncDispose]() {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
