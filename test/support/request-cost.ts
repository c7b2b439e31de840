import { once } from 'node:events';
import { connect } from 'node:net';
import { mainThreadMs } from './cpu.ts';

/**
 * The most main-thread time of one request that is refused or does little. It is a multiple of the time that the same
 * machine needs at the same moment to parse 64 KiB of JSON (half a millisecond if it is idle). The slowest request
 * takes 8.
 */
export const MOST = 16;
/** The first requests of a kind are slow until they are compiled, so the smallest of the later groups counts. */
const GROUPS = 15;
const REQUESTS = 5;

const FULL = 65_536;
export const fill = (text: string, length = FULL) => text.repeat(length / text.length);

interface Measured {
  readonly url: string;
  /** The id of the process whose main thread responds. */
  readonly pid: number;
}

/**
 * Measures what requests cost a service.
 * @returns a function that sends the bytes of a request until its cost is well below the most, and returns the cost of one
 * in multiples of what this process takes to parse 64 KiB of JSON.
 */
export function createCostMeter({ url, pid }: Measured) {
  for (let at = 0; at < GROUPS; at += 1) parsingMs();
  return async (bytes: string, most: number): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let group = 0; group < GROUPS && least > most / 2; group += 1) {
      const before = mainThreadMs(pid) ?? 0;
      for (let at = 0; at < REQUESTS; at += 1) await send(url, bytes);
      const requestMs = ((mainThreadMs(pid) ?? 0) - before) / REQUESTS;
      least = Math.min(least, requestMs / parsingMs());
    }
    return least;
  };
}

/** Sends a request on its own connection, until the service ends it. */
async function send(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The service can end the connection before it has received everything.
  socket.on('error', () => {});
  socket.resume();
  socket.write(bytes);
  await once(socket, 'close');
}

const NUMBERS = `[${fill('1e9,', 65_520)}1]`;

/** The time of the main thread that this process needs to parse 64 KiB of JSON. */
function parsingMs(): number {
  const before = mainThreadMs(process.pid) ?? 0;
  for (let at = 0; at < REQUESTS; at += 1) JSON.parse(NUMBERS);
  return ((mainThreadMs(process.pid) ?? 0) - before) / REQUESTS;
}
