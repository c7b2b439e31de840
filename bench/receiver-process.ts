/** A receiver of callbacks as a process of its own: answers its parent's every message with what has arrived. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What has arrived so far. Times are of the machine's clock, in epoch milliseconds. */
export interface ReceiverReport {
  readonly port: number;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** Of each callback, from the change that it tells of until it was here. */
  readonly delaysMs: readonly number[];
}

const OCCURRED_AT = /"occurredAt":"([^"]+)"/;

let count = 0;
let firstAtMs = 0;
let lastAtMs = 0;
const delaysMs: number[] = [];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const nowMs = Date.now();
    const occurredAt = OCCURRED_AT.exec(Buffer.concat(chunks).toString('latin1'))?.[1];
    if (occurredAt) delaysMs.push(nowMs - Date.parse(occurredAt));
    count += 1;
    firstAtMs ||= nowMs;
    lastAtMs = nowMs;
    response.writeHead(204).end();
  });
});

server.listen(0, '127.0.0.1');
process.on('message', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, count, firstAtMs, lastAtMs, delaysMs } satisfies ReceiverReport);
});
// The parent is gone: nobody wants the answer.
process.once('disconnect', () => process.exit(0));
