import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { isLoopbackPeer, networkOf, peerAddress } from '../access/address.ts';
import type { Schedule } from '../operations/runtime.ts';
import { createSlots } from '../operations/slots.ts';

/** The interval at which one log line reports the lost connections. */
const REPORT_EVERY_MS = 60_000;

/** The most open connections. */
export interface ConnectionLimits {
  readonly connections: number;
  /** The most connections of one IPv4 address or one IPv6 network. */
  readonly connectionsPerAddress: number;
  /** The most connections from this machine, from which an operator must get through and a proxy may connect. */
  readonly connectionsFromLoopback: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  connections: 10_000,
  connectionsPerAddress: 1000,
  connectionsFromLoopback: Number.POSITIVE_INFINITY,
};

interface ConnectionOptions {
  readonly limits: ConnectionLimits;
  /** True while a response of the connection is not complete. */
  readonly isBusy: (socket: Socket) => boolean;
  readonly schedule: Schedule;
  readonly logger: Logger;
}

/**
 * Limits the connections of a server, and logs at most one line a minute about those that were refused or given up.
 * @returns a function that logs what is not reported yet.
 */
export function limitConnections(
  server: Server,
  { limits, isBusy, schedule, logger }: ConnectionOptions,
): () => void {
  const { count, report } = createReport(schedule, logger);
  server.maxConnections = limits.connections;
  server.on('drop', () => count('dropped'));
  const addresses = createSlots(limits.connectionsPerAddress);
  const loopback = createSlots(limits.connectionsFromLoopback);
  server.on('connection', (socket) => {
    const peer = peerAddress(socket);
    const release = isLoopbackPeer(peer) ? loopback.acquire('') : addresses.acquire(networkOf(peer));
    if (release) {
      socket.once('close', release);
      return;
    }
    count('refused');
    // After a reset, nothing waits for the peer.
    socket.resetAndDestroy();
  });
  server.on('timeout', (socket) => {
    // A busy connection times out because its client does not read the response; any other was merely idle.
    if (isBusy(socket)) count('stalled');
    socket.destroy();
  });
  return report;
}

type Loss = 'dropped' | 'refused' | 'stalled';

function createReport(schedule: Schedule, logger: Logger) {
  let losses: Partial<Record<Loss, number>> = {};
  let cancel: (() => void) | undefined;

  function report(): void {
    cancel?.();
    if (cancel) logger.warn(losses, 'connections were lost: see docs/runbook.md');
    cancel = undefined;
    losses = {};
  }

  return {
    report,
    count(loss: Loss): void {
      losses[loss] = (losses[loss] ?? 0) + 1;
      cancel ??= schedule(report, REPORT_EVERY_MS);
    },
  };
}

/** The first byte of a TLS connection: a record of the handshake, RFC 8446 §5.1. */
const TLS_HANDSHAKE = 0x16;
const NOTICE_EVERY_MS = 60_000;

/**
 * Logs at most one line a minute when a client speaks TLS. Node answers in plain text, which a TLS client cannot read,
 * so only the log can say what is wrong.
 * @returns a function that ends the wait for the next line.
 */
export function noticeTls(
  server: Server,
  { schedule, logger }: { readonly schedule: Schedule; readonly logger: Logger },
): () => void {
  let endWait: (() => void) | undefined;
  const notice = (error: Error) => {
    // Node attaches the invalid bytes to the error.
    const bytes = 'rawPacket' in error && error.rawPacket instanceof Uint8Array ? error.rawPacket : [];
    if (endWait || bytes[0] !== TLS_HANDSHAKE) return;
    endWait = schedule(() => {
      endWait = undefined;
    }, NOTICE_EVERY_MS);
    logger.warn('somebody speaks https to the http port: use http://, or the port of the proxy that has TLS');
  };
  server.on('connection', (socket) => socket.once('error', notice));
  return () => endWait?.();
}
