import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOWEST = 10_000;
/** The first port that Linux assigns by itself, unless its settings say otherwise. */
const USUAL_END = 32_768;

/** The first port that the system may give to a server or a connection by itself. */
function readEnd(): number {
  try {
    const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t');
    const end = Number(first);
    return end > 2 * LOWEST ? end : USUAL_END;
  } catch {
    return USUAL_END;
  }
}

/**
 * Returns a free port of the loopback interface for a program that is given its port. The system assigns it to no other
 * server or connection before that program listens.
 */
export async function freePort(): Promise<number> {
  const end = readEnd();
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (end - LOWEST));
    const server = createServer();
    const isFree = once(server.listen(port, '127.0.0.1'), 'listening').then(
      () => true,
      () => false,
    );
    if (!(await isFree)) continue;
    await once(server.close(), 'close');
    return port;
  }
}
