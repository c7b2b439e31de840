import { ADMIN, type TestService } from '../harness.ts';
import { CANARIES, inputsOf } from './canaries.ts';
import type { Seen } from './canary-calls.ts';
import { signedHeaders } from './graphql.ts';
import { OPERATIONS } from './operations.ts';
import type { PayableDeposit } from './payments.ts';

const DEADLINE_MS = 100;
/** The end of a stream, or the first message of one that goes on. */
const ANSWERED = /serialized-error|event: (next|complete|ping)|"(errors|error|secondsLeft)"/;

interface StreamRequest extends RequestInit {
  readonly target: string;
}

/** Reads what a stream says first. One that was accepted may say nothing. */
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
  for (const filter of WATCH ? inputsOf(WATCH) : []) {
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

/** The canaries in the calls of payers and the forms of their pages, with a good link and in its place. */
export async function* throughPayers(
  service: TestService,
  { token, path }: PayableDeposit,
): AsyncGenerator<Seen> {
  const ask = async (what: string, request: StreamRequest) => ({
    what: `payer ${what}`,
    ...(await readStart(service, request)),
  });
  for (const canary of CANARIES) {
    const escaped = encodeURIComponent(canary);
    for (const bearer of [token, canary]) {
      const headers = { authorization: `Bearer ${bearer}` };
      for (const name of ['get', 'onChange'])
        for (const input of [canary, { [canary]: canary }])
          yield ask(name, {
            target: `/trpc/payments.${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
            headers,
          });
      for (const body of [`"${canary}"`, `{"${canary}":"${canary}"}`, canary])
        yield ask('markSent', {
          target: '/trpc/payments.markSent',
          method: 'POST',
          headers: { ...headers, ...JSON_TYPE },
          body,
        });
    }
    for (const params of [canary, `{"token":"${canary}"}`])
      yield ask('onChange', {
        target: `/trpc/payments.onChange?connectionParams=${encodeURIComponent(params)}`,
      });
    yield ask('link', { target: `/pay/${escaped}` });
    yield ask('page', { target: `${path}?lang=${escaped}&confirm=${escaped}&${escaped}=${escaped}` });
    for (const page of [path, `/pay/${escaped}`])
      for (const form of [
        `action=${escaped}`,
        `action=cancel${escaped}&lang=${escaped}`,
        `${escaped}=%ff`,
        canary,
      ])
        yield ask('form', {
          target: page,
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: form,
        });
  }
}
