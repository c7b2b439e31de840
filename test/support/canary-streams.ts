import { ADMIN, type TestService } from '../harness.ts';
import { CANARIES, inputsOf } from './canaries.ts';
import type { Seen } from './canary-calls.ts';
import { signedHeaders } from './graphql.ts';
import { everyNth } from './long.ts';
import { OPERATIONS } from './operations.ts';
import type { PayableDeposit } from './payments.ts';

const DEADLINE_MS = 100;
/** The end of a stream, or the first message of one that continues. */
const ANSWERED = /serialized-error|event: (next|complete|ping)|"(errors|error|secondsLeft)"/;

interface StreamRequest extends RequestInit {
  readonly target: string;
}

/** Reads the first message of a stream. An accepted stream may send nothing. */
async function readStart(service: TestService, { target, ...init }: StreamRequest) {
  const closing = new AbortController();
  const response = await fetch(service.url + target, { ...init, redirect: 'manual', signal: closing.signal });
  const timer = setTimeout(() => closing.abort(), DEADLINE_MS);
  let text = '';
  try {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (response.headers.get('content-type')?.includes('event-stream') && ANSWERED.test(text)) break;
    }
  } catch (error) {
    if (!closing.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    closing.abort();
  }
  return { status: response.status, text };
}

const SUBSCRIPTION =
  'subscription ($filter: TransactionSelection) { transactionChanged(filter: $filter) { transactionId } }';
const [WATCH] = OPERATIONS.filter(({ name }) => name === 'subscribeToTransactions');

/** The canaries in subscriptions of clients. */
export async function* throughSubscriptions(service: TestService): AsyncGenerator<Seen> {
  for (const filter of everyNth(5, WATCH ? [...inputsOf(WATCH)] : [])) {
    const accept = { accept: 'text/event-stream' };
    const target = `/trpc/transactions.onChange?input=${encodeURIComponent(JSON.stringify(filter))}`;
    const headers = { ...signedHeaders('GET', target, { as: ADMIN }), ...accept };
    yield { what: 'trpc subscription', ...(await readStart(service, { target, headers })) };
    const body = JSON.stringify({ query: SUBSCRIPTION, variables: { filter } });
    const post = { ...signedHeaders('POST', '/graphql', { body, as: ADMIN }), ...accept };
    const asked = { target: '/graphql', method: 'POST', headers: post, body };
    yield { what: 'graphql subscription', ...(await readStart(service, asked)) };
  }
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** The canaries in the calls of payers and the forms of their pages, with a valid link and in its place. */
export async function* throughPayers(service: TestService, deposit: PayableDeposit): AsyncGenerator<Seen> {
  // The short form has each request with one of the canaries.
  for (const [turn, canary] of CANARIES.entries())
    for (const [what, request] of everyNth(CANARIES.length, requestsOfPayers(deposit, canary), {
      from: turn,
    }))
      yield { what: `payer ${what}`, ...(await readStart(service, request)) };
}

function requestsOfPayers(
  { token, path }: PayableDeposit,
  canary: string,
): (readonly [string, StreamRequest])[] {
  const escaped = encodeURIComponent(canary);
  const post = (target: string, body: string, headers: Readonly<Record<string, string>>): StreamRequest => ({
    target,
    method: 'POST',
    headers,
    body,
  });
  const calls = [token, canary].flatMap((bearer) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const reading = ['get', 'onChange'].flatMap((name) =>
      [canary, { [canary]: canary }].map((input) => {
        const target = `/trpc/payments.${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
        return [name, { target, headers }] as const;
      }),
    );
    const bodies = [`"${canary}"`, `{"${canary}":"${canary}"}`, canary];
    const marking = bodies.map(
      (body) => ['markSent', post('/trpc/payments.markSent', body, { ...headers, ...JSON_TYPE })] as const,
    );
    return [...reading, ...marking];
  });
  const watching = [canary, `{"token":"${canary}"}`].map((params) => {
    const target = `/trpc/payments.onChange?connectionParams=${encodeURIComponent(params)}`;
    return ['onChange', { target }] as const;
  });
  const texts = [`action=${escaped}`, `action=cancel${escaped}&lang=${escaped}`, `${escaped}=%ff`, canary];
  const forms = [path, `/pay/${escaped}`].flatMap((page) =>
    texts.map((text) => ['form', post(page, text, FORM_TYPE)] as const),
  );
  return [
    ...calls,
    ...watching,
    ['link', { target: `/pay/${escaped}` }],
    ['page', { target: `${path}?lang=${escaped}&confirm=${escaped}&${escaped}=${escaped}` }],
    ...forms,
  ];
}
