/** A receiver of callbacks as a separate process. It acknowledges each callback and reports arrivals to its parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monotonicUs } from './machine.ts';

/** A request of the parent: for the totals, which it polls, or for a list of all callbacks. */
export type ReceiverQuery = 'report' | 'arrivals';

/** Totals so far. Times are of `monotonicUs`. */
export interface ReceiverReport {
  readonly port: number;
  readonly count: number;
  readonly firstAtUs: number;
  readonly lastAtUs: number;
}

/** The transaction of a callback, and its time of arrival. */
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
process.on('message', (query: ReceiverQuery) => {
  process.send?.(query === 'arrivals' ? arrivals : report());
});
// Without a parent there is no use for the receiver.
process.once('disconnect', () => process.exit(0));

function report(): ReceiverReport {
  const { port } = server.address() as AddressInfo;
  const [, firstAtUs = 0] = arrivals[0] ?? [];
  const [, lastAtUs = 0] = arrivals.at(-1) ?? [];
  return { port, count: arrivals.length, firstAtUs, lastAtUs };
}
