import type { Json } from '../harness.ts';
import type { Random } from './random.ts';
import { type Answer, type Delivery, type Receiver, startReceiver } from './receiver.ts';

/** What a receiver makes of a callback: a status, a connection that is reset, or nothing at all. */
export type Verdict = number | 'reset' | 'silence';

/** How many receivers of one service are at work, and how many ever were at once. */
export interface Load {
  current: number;
  most: number;
}

/** A receiver that notes whatever it was sent against the promises. */
export interface Judge extends AsyncDisposable {
  readonly receiver: Receiver;
  /** What was broken, in words. */
  readonly broken: readonly string[];
  /** The eventIds that it acknowledged or refused for ever. */
  readonly done: ReadonlySet<string>;
  /** Of this receiver alone. */
  readonly load: Load;
  decideBy(decide: (delivery: Delivery) => Verdict): void;
  /** Has `tell` called for each answer in the moment it has left. */
  onAnswered(tell: () => void): void;
  /** Holds every answer back from now on. @returns how to let them go. */
  hold(): () => void;
}

interface Known {
  /** The body as it was first sent. */
  readonly body: string;
}

/** Starts a judge. `all` counts what is under way to all receivers together. */
export async function startJudge(random: Random, all: Load = { current: 0, most: 0 }): Promise<Judge> {
  const broken: string[] = [];
  const done = new Set<string>();
  const known = new Map<string, Known>();
  const open = new Set<string>();
  /** Of each transaction, the sequences that were acknowledged or refused for ever. */
  const finished = new Map<string, Set<number>>();
  const load: Load = { current: 0, most: 0 };
  let decide: (delivery: Delivery) => Verdict = () => 204;
  let tell = () => {};
  let held: Promise<void> | undefined;

  function arrive({ body, headers }: Delivery): Json {
    const event: Json = JSON.parse(body);
    const { eventId, transactionId, sequence } = event;
    const name = `event ${sequence} of ${transactionId}`;
    if (headers['webhook-id'] !== eventId) broken.push(`${name} came as ${headers['webhook-id']}`);
    const before = known.get(`${transactionId} ${sequence}`);
    if (before && before.body !== body) broken.push(`${name} came with another body`);
    known.set(`${transactionId} ${sequence}`, { body });
    if (open.has(transactionId)) broken.push(`${name} came while another one was under way`);
    if (sequence > 2 && !finished.get(transactionId)?.has(sequence - 1))
      broken.push(`${name} came before the one before it was done`);
    open.add(transactionId);
    for (const one of [load, all]) {
      one.current += 1;
      one.most = Math.max(one.most, one.current);
    }
    return event;
  }

  function leave({ eventId, transactionId, sequence }: Json, verdict: Verdict): void {
    open.delete(transactionId);
    load.current -= 1;
    all.current -= 1;
    if (typeof verdict === 'string' || (verdict >= 300 && verdict !== 410)) return;
    done.add(eventId);
    const own = finished.get(transactionId) ?? new Set();
    finished.set(transactionId, own.add(sequence));
  }

  const answer: Answer = async (request, response, delivery) => {
    const event = arrive(delivery);
    const verdict = decide(delivery);
    await held;
    // Others come and go meanwhile.
    for (let turns = random.below(4); turns > 0; turns -= 1) await new Promise(setImmediate);
    leave(event, verdict);
    if (verdict === 'reset') request.socket.resetAndDestroy();
    else if (verdict !== 'silence') response.writeHead(verdict).end(() => tell());
  };
  const receiver = await startReceiver({ answer });
  return {
    receiver,
    broken,
    done,
    load,
    decideBy(next) {
      decide = next;
    },
    onAnswered(next) {
      tell = next;
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
