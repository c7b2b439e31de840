import type { TakenFailure } from '../domain/callback-failure.ts';
import type { SendResult } from './send.ts';

const TIMED_OUT = 'no answer within 10 s';
const ASKED = 'asked for by the test key';

/** One delivery that goes wrong as its client has asked. */
interface AskedDelivery {
  /** The result that the attempt counts as. */
  readonly result: SendResult;
  /** The result of the same callback that was sent beside it; undefined for one that was sent once. */
  readonly duplicate?: SendResult | undefined;
  /** True for one that was not sent at all, and is given up. */
  readonly isGivenUp?: boolean;
}

/**
 * Sends a callback as its client has asked. The receiver gets all but one that is given up, so that it sees what it would
 * see if its answer was lost.
 */
export async function sendAsAsked(
  asked: TakenFailure,
  send: () => Promise<SendResult>,
): Promise<AskedDelivery> {
  if (asked.kind === 'giveUp') {
    const error = `given up before the next callback, ${ASKED}`;
    const nothing = { status: null, responseExcerpt: null, retryAfterSeconds: null, durationMs: 0 };
    return { result: { ...nothing, error }, isGivenUp: true };
  }
  if (asked.kind === 'comeFirst') return { result: await send() };
  if (asked.kind === 'duplicate') {
    const [result, duplicate] = await Promise.all([send(), send()]);
    return { result: withNote(result, 'sent twice'), duplicate: withNote(duplicate, 'sent twice') };
  }
  const result = withNote(
    await send(),
    asked.kind === 'timeout' ? 'taken for a time-out' : 'taken for a 500',
  );
  // The Retry-After of a receiver belongs to the answer that counts as lost.
  const lost = { ...result, retryAfterSeconds: null };
  return asked.kind === 'timeout'
    ? { result: { ...lost, status: null, error: TIMED_OUT } }
    : { result: { ...lost, status: 500, error: null } };
}

/** The attempt says what was really answered, and that somebody has asked for the rest. */
function withNote(result: SendResult, what: string): SendResult {
  const answer = result.error ?? `HTTP ${result.status}`;
  return { ...result, responseExcerpt: `${answer}, ${what}: ${ASKED}` };
}
