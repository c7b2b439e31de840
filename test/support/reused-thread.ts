import { type MessagePort, parentPort } from 'node:worker_threads';
import type { ThreadOptions } from '../../db/engines/sqlite/protocol.ts';

/** Makes this thread serve one service after another, see thread-pool.ts. It reports when it is free again. */
export function serveInTurn<T extends ThreadOptions>(serve: (port: MessagePort, options: T) => void): void {
  parentPort?.on('message', ({ port, options }: { port: MessagePort; options: T }) => {
    port.once('close', () => parentPort?.postMessage('free'));
    serve(port, options);
  });
}
