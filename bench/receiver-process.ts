/** A receiver of callbacks as a process of its own: answers what its parent asks with what has arrived. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monotonicUs } from './clock.ts';

/** The sums alone, or each callback; the parent asks for the first again and again. */
export type ReceiverQuestion = 'report' | 'arrivals';

/** What has arrived so far. Times are of the clock that all processes share. */
export interface ReceiverReport {
  readonly port: number;
  readonly count: number;
  readonly firstAtUs: number;
  readonly lastAtUs: number;
}

/** The callback of a transaction, and when it was here. */
export type Arrival = readonly [transactionId: string, atUs: number];

const TRANSACTION_ID = /"transactionId":"([^"]+)"/;

const arrivals: Arrival[] = [];

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const nowUs = monotonicUs();
    const transactionId = TRANSACTION_ID.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? '';
    arrivals.push([transactionId, nowUs]);
    response.writeHead(204).end();
  });
});

server.listen(0, '127.0.0.1');
process.on('message', (question: ReceiverQuestion) => {
  process.send?.(question === 'arrivals' ? arrivals : report());
});
// The parent is gone: nobody wants the answer.
process.once('disconnect', () => process.exit(0));

function report(): ReceiverReport {
  const { port } = server.address() as AddressInfo;
  const [, firstAtUs = 0] = arrivals[0] ?? [];
  const [, lastAtUs = 0] = arrivals.at(-1) ?? [];
  return { port, count: arrivals.length, firstAtUs, lastAtUs };
}
