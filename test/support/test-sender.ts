import type { Socket } from 'node:net';
import { type OpenSocket, openSocket, type VettedTarget } from '../../src/callbacks/sending/connection.ts';
import {
  createSender,
  type SenderOptions,
  type SendRequest,
  type SendResult,
} from '../../src/callbacks/sending/send.ts';
import type { Schedule } from '../../src/operations/runtime.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { type Responder, startReceiver } from './receiver.ts';

/** Parts of a request that no result may contain. */
export const SENTINELS = ['Sentinel-query', 'Sentinel-header', 'Sentinel-body'] as const;

/** Longer than any test: on a busy machine, a connection would otherwise close between two POSTs. */
export const NEVER_IDLE_MS = 600_000;

export interface TestSender extends Disposable {
  /** One POST with a sentinel in its query, a header and its body. @throws when the result contains one. */
  send(url: string, changes?: Partial<SendRequest>): Promise<SendResult>;
  close(): void;
}

/** The real sender in development mode, closed at the end of the block. */
export function startSender(options: Partial<SenderOptions> = {}): TestSender {
  const sender = createSender({
    production: false,
    idleMs: NEVER_IDLE_MS,
    ...nodePlatform,
    ...options,
  });
  return {
    async send(url, changes) {
      const result = await sender.send({
        url: `${url}?key=${SENTINELS[0]}`,
        headers: { 'content-type': 'application/json', 'webhook-signature': SENTINELS[1] },
        body: JSON.stringify({ text: SENTINELS[2] }),
        ...changes,
      });
      for (const sentinel of SENTINELS)
        if (JSON.stringify(result).includes(sentinel)) throw new Error(`a result contains ${sentinel}`);
      return result;
    },
    close: () => sender.close(),
    [Symbol.dispose]: () => sender.close(),
  };
}

/** A schedule whose time limits expire at the request of the test. */
export function createHandSchedule() {
  const planned = new Set<() => void>();
  const schedule: Schedule = (run) => {
    planned.add(run);
    return () => planned.delete(run);
  };
  return {
    schedule,
    count: () => planned.size,
    expire() {
      for (const run of [...planned]) run();
    },
  };
}

/** Records the targets of sockets instead of opening them. */
export function createTrap() {
  const targets: VettedTarget[] = [];
  const trap: OpenSocket = (target) => {
    targets.push(target);
    throw new Error('trapped');
  };
  return { targets, openSocket: trap };
}

/** Opens real sockets and counts the bytes read from them. */
export function createGauge() {
  const sockets: Socket[] = [];
  const gauge: OpenSocket = (target) => {
    const socket = openSocket(target);
    sockets.push(socket);
    return socket;
  };
  const readBytes = () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
  return { openSocket: gauge, readBytes, areClosed: () => sockets.every((socket) => socket.closed) };
}

/** The result of one POST to a receiver that responds like this. */
export async function resultOf(respond: Responder): Promise<SendResult> {
  await using receiver = await startReceiver({ respond });
  using sender = startSender();
  return await sender.send(receiver.url);
}
