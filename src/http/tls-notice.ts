import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Schedule } from '../operations/runtime.ts';

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
