import type { Socket } from 'node:net';
import { type OpenSocket, openSocket, type VettedTarget } from '../../src/callbacks/connection.ts';
import {
  createSender,
  type SenderOptions,
  type SendRequest,
  type SendResult,
} from '../../src/callbacks/send.ts';
import { nodePlatform } from '../../src/context.ts';
import type { Schedule } from '../../src/operations/runtime.ts';
import { type Answer, startReceiver } from './receiver.ts';

/** What must never be told to anyone. */
export const SENTINELS = ['Sentinel-query', 'Sentinel-header', 'Sentinel-body'] as const;

export interface TestSender extends Disposable {
  /** One POST with a query, a header and a body of their own; no result may hold any of them. */
  send(url: string, changes?: Partial<SendRequest>): Promise<SendResult>;
  close(): void;
}

/** The real sender for development, closed when the block that holds it ends. */
export function startSender(options: Partial<SenderOptions> = {}): TestSender {
  const sender = createSender({
    production: false,
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
        if (JSON.stringify(result).includes(sentinel)) throw new Error(`a result told ${sentinel}`);
      return result;
    },
    close: () => sender.close(),
    [Symbol.dispose]: () => sender.close(),
  };
}

/** A time limit that is over when the test says so. */
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

/** In place of opening a socket: notes where to, and refuses. */
export function createTrap() {
  const targets: VettedTarget[] = [];
  const trap: OpenSocket = (target) => {
    targets.push(target);
    throw new Error('trapped');
  };
  return { targets, openSocket: trap };
}

/** Opens sockets as ever, and tells how much was read from them. */
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

/** What one receiver that behaves like this makes of one callback. */
export async function resultOf(answer: Answer): Promise<SendResult> {
  await using receiver = await startReceiver({ answer });
  using sender = startSender();
  return await sender.send(receiver.url);
}
