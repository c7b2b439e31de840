import { hmacBase64 } from '../client/secret.ts';
import { callbackText } from '../client/signed-text.ts';
import { type Key, messageOf, UsageError } from './command.ts';
import type { FeedEvent } from './feed.ts';

/** As long as the service waits for an acknowledgement. */
const TIME_LIMIT_MS = 10_000;
const MAX_SHOWN_CHARACTERS = 200;

/** The fields of a callback, in their order. Events have others too. */
const FIELDS = [
  'hash',
  'transactionId',
  'bankId',
  'bank',
  'amount',
  'type',
  'bankAccountName',
  'bankAccountIban',
  'accountName',
  'iban',
  'status',
  'statusReason',
  'name',
  'userName',
  'userId',
  'processId',
  'convertedName',
  'eventId',
  'sequence',
  'occurredAt',
  'test',
] as const satisfies readonly (keyof FeedEvent)[];

/** The body of the callback for an event: the bytes that the service sends too. */
export function callbackBodyOf(event: FeedEvent): string {
  return JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, event[name]])));
}

/** @throws UsageError when it is no http or https URL. */
export function readForward(url: string): string {
  if (/^https?:[/][/]/i.test(url) && URL.canParse(url)) return url;
  throw new UsageError(
    '--forward must be a whole http or https URL, such as http://localhost:4000/callbacks.',
  );
}

/** Signs the callback of an event as the service does, and posts it. @returns a line about the answer. */
export async function forward(event: FeedEvent, to: string, { secret }: Key): Promise<string> {
  const body = callbackBodyOf(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = await hmacBase64(secret, callbackText(event.eventId, timestamp), body);
  const startedAtMs = performance.now();
  try {
    const response = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': event.eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    const text = toOneLine(await response.text());
    const took = Math.round(performance.now() - startedAtMs);
    const answer = `${response.status} from ${to} in ${took} ms`;
    return response.ok ? answer : `${answer}${text && `: ${text}`}. ${again(event)}`;
  } catch (error) {
    const reason =
      error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : messageOf(error);
    return `no answer from ${to}: ${reason}. ${again(event)}`;
  }
}

/** A name with several addresses has one failure for each. */
function causeOf(cause: Error): string {
  const [first] = cause instanceof AggregateError ? cause.errors : [];
  return first instanceof Error ? first.message : cause.message;
}

function again({ transactionId, eventId }: FeedEvent): string {
  return `Send it again: replay ${transactionId} --event ${eventId}`;
}

/** The receiver's text, without what a terminal would take for orders. */
function toOneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_SHOWN_CHARACTERS);
}
