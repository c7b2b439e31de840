import type { Audience, Change } from '../../../src/transactions/change-transport.ts';

/** A published change, without what it changed: that is in the database. */
export interface ChangeRef extends Change {
  readonly sequence: number;
}

/** A message of another process: its changes, or that some of them are to be read again. */
export interface ChangeMessage {
  readonly sender: string;
  readonly changes: readonly ChangeRef[] | 'read again';
}

/** The server refuses payloads of 8000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7_900;

const LETTERS: Readonly<Record<Audience, string>> = { all: 'a', desk: 'd' };
const AUDIENCES = new Map(
  Object.entries(LETTERS).map(([audience, letter]) => [letter, audience as Audience]),
);

export function readAgainMessage(sender: string): string {
  return `${sender} *`;
}

/** Prints changes as one or more messages that the server takes. They hold ids and sequences only. */
export function printChanges(sender: string, changes: readonly ChangeRef[]): string[] {
  const messages: string[] = [];
  let message = '';
  for (const { id, sequence, audience, auditPosition } of changes) {
    const place = auditPosition === undefined ? '' : `@${auditPosition}`;
    const word = ` ${LETTERS[audience]}${sequence}:${id}${place}`;
    if (message !== '' && message.length + word.length > MAX_PAYLOAD_BYTES) {
      messages.push(message);
      message = '';
    }
    if (message === '') message = sender;
    message += word;
  }
  if (message !== '') messages.push(message);
  return messages;
}

/** A message that cannot be read may be of a newer version: what it tells is read again. */
export function parseMessage(payload: string): ChangeMessage {
  const [sender = '', ...words] = payload.split(' ');
  const changes: ChangeRef[] = [];
  for (const word of words) {
    const [, letter = '', sequence, id, place] = /^([ad])(\d+):([0-9a-f]+)(?:@(\d+))?$/.exec(word) ?? [];
    const audience = AUDIENCES.get(letter);
    if (!audience || id === undefined) return { sender, changes: 'read again' };
    const auditPosition = place === undefined ? undefined : Number(place);
    changes.push({ id, sequence: Number(sequence), audience, auditPosition });
  }
  return { sender, changes };
}
