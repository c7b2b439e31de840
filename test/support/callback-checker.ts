import type { Json } from '../harness.ts';
import type { Random } from './random.ts';
import { type Delivery, type Receiver, type Responder, startReceiver } from './receiver.ts';

/** The reaction of a receiver to a callback: a status, a reset connection, or no response. */
export type Reaction = number | 'reset' | 'silence';

/** The number of callbacks in flight, and the highest number so far. */
interface Load {
  current: number;
  most: number;
}

/** A receiver that checks every delivery against the promises. */
export interface CallbackChecker extends AsyncDisposable {
  readonly receiver: Receiver;
  /** Descriptions of the broken promises. */
  readonly broken: readonly string[];
  /** The eventIds that were acknowledged or stopped by 410. */
  readonly done: ReadonlySet<string>;
  /** Callbacks in flight to this receiver. */
  readonly load: Load;
  reactWith(decide: (delivery: Delivery) => Reaction): void;
  /** Calls `listener` after each response was sent. */
  onResponse(listener: () => void): void;
  /** Holds every response from now on. @returns a function that releases them. */
  hold(): () => void;
}

interface Known {
  /** The body of the first delivery. */
  readonly body: string;
}

/** Starts a checker. */
export async function startCallbackChecker(random: Random): Promise<CallbackChecker> {
  const broken: string[] = [];
  const done = new Set<string>();
  const known = new Map<string, Known>();
  const open = new Set<string>();
  /** For each transaction, the sequences that were acknowledged or stopped by 410. */
  const finished = new Map<string, Set<number>>();
  const load: Load = { current: 0, most: 0 };
  let decide: (delivery: Delivery) => Reaction = () => 204;
  let listener = () => {};
  let held: Promise<void> | undefined;

  function arrive({ body, headers }: Delivery): Json {
    const event: Json = JSON.parse(body);
    const { eventId, transactionId, sequence } = event;
    const name = `event ${sequence} of ${transactionId}`;
    if (headers['webhook-id'] !== eventId) broken.push(`${name} came as ${headers['webhook-id']}`);
    const before = known.get(`${transactionId} ${sequence}`);
    if (before && before.body !== body) broken.push(`${name} came with another body`);
    known.set(`${transactionId} ${sequence}`, { body });
    if (open.has(transactionId)) broken.push(`${name} came while another one was in flight`);
    if (sequence > 2 && !finished.get(transactionId)?.has(sequence - 1))
      broken.push(`${name} came before the one before it was done`);
    open.add(transactionId);
    load.current += 1;
    load.most = Math.max(load.most, load.current);
    return event;
  }

  function leave({ eventId, transactionId, sequence }: Json, reaction: Reaction): void {
    open.delete(transactionId);
    load.current -= 1;
    if (typeof reaction === 'string' || (reaction >= 300 && reaction !== 410)) return;
    done.add(eventId);
    const own = finished.get(transactionId) ?? new Set();
    finished.set(transactionId, own.add(sequence));
  }

  const respond: Responder = async (request, response, delivery) => {
    const event = arrive(delivery);
    const reaction = decide(delivery);
    await held;
    // Yields, so that other deliveries can arrive and end.
    for (let turns = random.below(4); turns > 0; turns -= 1) await new Promise(setImmediate);
    leave(event, reaction);
    if (reaction === 'reset') request.socket.resetAndDestroy();
    else if (reaction !== 'silence') response.writeHead(reaction).end(() => listener());
  };
  const receiver = await startReceiver({ respond });
  return {
    receiver,
    broken,
    done,
    load,
    reactWith(next) {
      decide = next;
    },
    onResponse(next) {
      listener = next;
    },
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        held = undefined;
        release();
      };
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
