import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchChild } from './children.ts';
import type { Arrival, ReceiverQuestion, ReceiverReport } from './receiver-process.ts';

const RECEIVER = join(import.meta.dirname, 'receiver-process.ts');
const DRAIN_TIMEOUT_MS = 120_000;

/** A client's receiver of callbacks, as a process of its own. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Resolves once so many callbacks have arrived. @throws when that takes too long. */
  arrived(count: number): Promise<ReceiverReport>;
  /** Every callback so far, in the order in which they came. */
  listArrivals(): Promise<readonly Arrival[]>;
}

/** Starts one that acknowledges at once. */
export async function startReceiver(): Promise<Receiver> {
  const child = watchChild(fork(RECEIVER, [], { execArgv: ['--import', 'tsx'] }));
  const ask = async <T>(question: ReceiverQuestion): Promise<T> => {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer;
  };
  await sleep(500);
  const { port } = await ask<ReceiverReport>('report');
  return {
    url: `http://127.0.0.1:${port}/`,
    async arrived(count) {
      const deadline = performance.now() + DRAIN_TIMEOUT_MS;
      for (;;) {
        const report = await ask<ReceiverReport>('report');
        if (report.count >= count) return report;
        if (performance.now() > deadline) throw new Error(`${report.count} of ${count} callbacks arrived`);
        await sleep(100);
      }
    },
    listArrivals: () => ask<readonly Arrival[]>('arrivals'),
    async [Symbol.asyncDispose]() {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
