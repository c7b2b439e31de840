import { randomBytes } from 'node:crypto';
import type { ChangeReceiver, ChangeTransport } from '../../../src/transactions/change-transport.ts';
import type { Database } from '../../tables.ts';
import { type ChangeRef, parseMessage, printChanges, readAgainMessage } from './change-messages.ts';
import { createChangeReader, MAX_WAITING_CHANGES } from './change-reader.ts';
import type { Send, SessionPart } from './session.ts';

const CHANNEL = 'changes';
/** Changes of this time go out together. */
const BATCH_MS = 5;
/** Changes that wait for a lost session. When there are more, the others read all of it again. */
const MAX_WAITING = 5_000;
/** Time that a process gives the last changes when it stops. */
const FLUSH_LIMIT_MS = 1_000;
/** Beats between two readings of what no message has told, because its process died after the commit. */
const BEATS_PER_READING = 10;

export interface NotifyTransport extends ChangeTransport, SessionPart {
  /** Sends what waits, if the session is there soon. */
  flush(): Promise<void>;
}

/**
 * Tells the other processes of changes by NOTIFY, in a transaction of its own after the commit: writers that notified
 * would wait for each other. Messages hold ids; a process with subscribers reads the rows. What messages may have missed
 * is read again after each loss of the session, and every ten seconds.
 */
export function createNotifyTransport(db: Database, serverNowMs: () => number): NotifyTransport {
  const sender = randomBytes(6).toString('base64url');
  let receiver: ChangeReceiver | undefined;
  let reader: ReturnType<typeof createChangeReader> | undefined;
  let waiting: ChangeRef[] = [];
  /** Changes whose messages a session received before all its parts had begun. */
  let early: ChangeRef[] = [];
  /** True if changes were dropped that others have not heard of. */
  let hasDropped = false;
  let send: Send | undefined;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let beats = 0;

  async function sendWaiting(): Promise<void> {
    while (send && (waiting.length > 0 || hasDropped)) {
      const batch = waiting;
      const messages = hasDropped ? [readAgainMessage(sender)] : printChanges(sender, batch);
      waiting = [];
      hasDropped = false;
      try {
        await send('select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, messages]);
      } catch {
        // Some may have been sent. The session is lost, or the server refuses: the next one tells it.
        hasDropped = true;
        return;
      }
    }
  }

  function begin(): void {
    timer = undefined;
    sending ??= sendWaiting().finally(() => {
      sending = undefined;
    });
  }

  function later(): void {
    timer ??= setTimeout(begin, BATCH_MS);
  }

  return {
    channel: CHANNEL,
    connect(connected) {
      receiver = connected;
      reader = createChangeReader(db, connected, serverNowMs);
    },
    start: async () => reader?.start(),
    async listen(hasSubscribers) {
      if (hasSubscribers) reader?.onSubscriber();
      // A service has read it at its start.
      await reader?.start().catch(() => {});
    },
    send({ id, sequence }, audience, auditPosition) {
      if (waiting.length >= MAX_WAITING) {
        waiting = [];
        hasDropped = true;
      }
      waiting.push({ id, sequence, audience, auditPosition });
      later();
    },
    onNotification(payload) {
      const message = parseMessage(payload);
      if (!receiver || !reader || message.sender === sender) return;
      if (message.changes === 'read again') reader.readAgain();
      else if (send) reader.read(message.changes);
      // The session listens already, but what the last one missed comes first: a later state would hide it.
      else if (early.length <= MAX_WAITING_CHANGES) early.push(...message.changes);
    },
    async onConnect(connected) {
      send = connected;
      reader?.readAgain();
      // Not all that was told of can be read again.
      reader?.read(early);
      early = [];
      if (waiting.length > 0 || hasDropped) later();
    },
    async onBeat() {
      beats += 1;
      if (hasDropped) later();
      reader?.check(beats % BEATS_PER_READING === 0);
    },
    onLost() {
      send = undefined;
    },
    async flush() {
      const endsAtMs = performance.now() + FLUSH_LIMIT_MS;
      while ((waiting.length > 0 || hasDropped || sending) && performance.now() < endsAtMs) {
        begin();
        await sending;
        if (!send) await new Promise((resolve) => setTimeout(resolve, BATCH_MS));
      }
      clearTimeout(timer);
      await reader?.stop();
    },
  };
}
