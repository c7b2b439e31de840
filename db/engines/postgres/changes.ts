import { type RawBuilder, sql } from 'kysely';
import type { Audience, Change, ChangeReceiver } from '../../../src/transactions/change.ts';
import type { SessionPart } from './session.ts';

const CHANNEL = 'changes';
/** The server refuses payloads of 8,000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900;

const LETTERS: Readonly<Record<Audience, string>> = { all: 'a', desk: 'd' };
const AUDIENCES = new Map(
  Object.entries(LETTERS).map(([audience, letter]) => [letter, audience as Audience]),
);

/** The statement that sends the ids of changed transactions to all processes, once the transaction commits. */
export function notifyOf(changes: readonly Change[]): RawBuilder<unknown> | undefined {
  if (changes.length === 0) return undefined;
  const messages = printChanges(changes);
  return sql`select pg_notify(${CHANNEL}, message) from unnest(${messages}::text[]) as message`;
}

export interface ChangeListener extends SessionPart {
  connect(receiver: ChangeReceiver): void;
}

/**
 * Receives the changes of all processes. The messages of a lost session are lost: when the next session begins, every
 * subscription ends, and a client that subscribes again reads what it missed.
 */
export function listenToChanges(): ChangeListener {
  let receiver: ChangeReceiver | undefined;
  return {
    channel: CHANNEL,
    connect(connected) {
      receiver = connected;
    },
    onNotification(payload) {
      const changes = parseChanges(payload);
      if (changes) receiver?.announce(changes);
      // Another version has sent it.
      else receiver?.endAll();
    },
    async onConnect() {
      receiver?.endAll();
    },
  };
}

function printChanges(changes: readonly Change[]): string[] {
  const messages: string[] = [];
  let message = '';
  for (const { id, audience } of changes) {
    const word = `${LETTERS[audience]}${id}`;
    if (message.length + 1 + word.length > MAX_PAYLOAD_BYTES) {
      messages.push(message);
      message = '';
    }
    message = message === '' ? word : `${message} ${word}`;
  }
  return [...messages, message];
}

function parseChanges(payload: string): readonly Change[] | undefined {
  const words = payload.split(' ');
  const changes = words.flatMap((word) => {
    const audience = AUDIENCES.get(word.slice(0, 1));
    return audience ? [{ id: word.slice(1), audience }] : [];
  });
  return changes.length === words.length ? changes : undefined;
}
