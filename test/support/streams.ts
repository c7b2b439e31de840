import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type Credentials, type Json, OPERATOR } from '../harness.ts';
import { signedHeaders } from './graphql.ts';

export const STREAM_SURFACES = ['graphql', 'trpc'] as const;
export type StreamSurface = (typeof STREAM_SURFACES)[number];

export interface StreamOptions {
  /** An operator by default; null for nobody. */
  readonly as?: Credentials | null;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** The fields that a GraphQL subscription asks for. */
  readonly selection?: string;
}

/** One event of a stream. A comment, which only keeps the connection alive, is an event `comment`. */
export interface StreamEvent {
  readonly name: string;
  readonly data: Json;
}

/** A subscription to transactions as its client sees it. */
export interface Stream extends Disposable {
  readonly response: IncomingMessage;
  /** The next event, including heartbeats and the first event; undefined after the last one. */
  event(): Promise<StreamEvent | undefined>;
  /** The transaction or the error object of the next event that has one; undefined at the end. */
  payload(): Promise<Json>;
  /** Stops reading from the connection. */
  stall(): void;
  /** Closes the connection. */
  close(): void;
}

const SELECTION = 'transactionId status type appKey amount name';
const subscriptionTo = (selection: string) =>
  `subscription ($filter: TransactionSelection) { transactionChanged(filter: $filter) { ${selection} } }`;

/** Subscribes to transactions over server-sent events. Resolves when the headers have arrived. */
export async function openStream(
  { url }: { readonly url: string },
  surface: StreamSurface,
  { as = OPERATOR, filter = {}, selection = SELECTION }: StreamOptions = {},
): Promise<Stream> {
  const { method, target, body } = requestOf(surface, { filter, selection });
  const signed = as ? signedHeaders(method, target, { body, as }) : { 'content-type': 'application/json' };
  const headers = { ...signed, accept: 'text/event-stream' };
  // A keep-alive connection, like that of a browser.
  const agent = new Agent({ keepAlive: true });
  const outgoing = request(url + target, { method, agent, headers });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  return wrap(outgoing, response);
}

/** Follows a payment as its page does. Each event has the whole payment. */
export async function openPaymentStream({ url }: { readonly url: string }, token: string): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const outgoing = request(`${url}/trpc/payments.onChange`, { agent: new Agent(), headers });
  outgoing.end();
  const [response] = await once(outgoing, 'response');
  return wrap(outgoing, response);
}

function requestOf(
  surface: StreamSurface,
  { filter, selection }: Required<Pick<StreamOptions, 'filter' | 'selection'>>,
) {
  if (surface === 'trpc') {
    const input = encodeURIComponent(JSON.stringify(filter));
    return { method: 'GET', target: `/trpc/transactions.onChange?input=${input}`, body: '' };
  }
  const body = JSON.stringify({ query: subscriptionTo(selection), variables: { filter } });
  return { method: 'POST', target: '/graphql', body };
}

function wrap(outgoing: ClientRequest, response: IncomingMessage): Stream {
  const events = readEvents(response);
  const event = async () => (await events.next()).value;
  return {
    response,
    event,
    async payload() {
      for (let next = await event(); next; next = await event()) {
        const { name, data } = next;
        if (name === 'next') return data.data?.transactionChanged ?? data.errors[0].extensions.error;
        if (name === 'serialized-error') return data.data.error;
        if (name === 'message') return data;
      }
      return undefined;
    },
    stall: () => void response.pause(),
    close: () => void outgoing.destroy(),
    [Symbol.dispose]: () => void outgoing.destroy(),
  };
}

/** Reads a stream by the standard of server-sent events. A broken connection ends it. */
async function* readEvents(response: IncomingMessage): AsyncGenerator<StreamEvent, undefined> {
  let name = 'message';
  let data: string | undefined;
  for await (const line of readLines(response)) {
    if (line.startsWith(':')) yield { name: 'comment', data: undefined };
    else if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('data:')) data = line.slice(5).trim();
    else if (line === '') {
      if (data !== undefined) yield { name, data: data === '' ? undefined : JSON.parse(data) };
      name = 'message';
      data = undefined;
    }
  }
  return undefined;
}

async function* readLines(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    if (Object(error).code !== 'ECONNRESET') throw error;
  }
}
