import type { ChangeTransport } from '../operations/transactions/change-transport.ts';
import type { Published, Question, Questions, ToPrimary, ToWorker } from './messages.ts';

type Handlers = {
  readonly [K in ToWorker['kind']]?: (message: Extract<ToWorker, { readonly kind: K }>) => void;
};

/** The worker's end of the channel to the primary. */
export interface Link {
  send(message: ToPrimary): void;
  ask<Q extends Question>(name: Q, question: Questions[Q]['question']): Promise<Questions[Q]['answer']>;
  /** Sets what is done with messages of each kind. */
  handle(handlers: Handlers): void;
}

/** Opens the channel of this process. Questions that the primary leaves open end with the process. */
export function openLink(): Link {
  const waiting = new Map<number, (answer: never) => void>();
  let handlers: Handlers = {
    answer({ id, answer }) {
      waiting.get(id)?.(answer as never);
      waiting.delete(id);
    },
  };
  let lastId = 0;
  // Without a listener a channel that has ended would throw.
  const send = (message: ToPrimary) => void process.send?.(message, undefined, undefined, () => {});
  process.on('message', (message: ToWorker) => {
    const handler = handlers[message.kind] as ((message: ToWorker) => void) | undefined;
    handler?.(message);
  });
  return {
    send,
    ask: (name, question) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        send({ kind: 'ask', id: lastId, name, question });
      }),
    handle(more) {
      handlers = { ...handlers, ...more };
    },
  };
}

/** The transport of a worker's bus, through the primary. */
export function createWorkerTransport(link: Link): ChangeTransport {
  let gathered: Published[] = [];
  // Until the primary says otherwise.
  let isHeard = true;
  link.handle({
    hear(message) {
      isHeard = message.isHeard;
      link.send({ kind: 'heard', id: message.id });
    },
  });
  return {
    get isHeard() {
      return isHeard;
    },
    connect({ receive, endAll }) {
      link.handle({
        published({ items }) {
          for (const [transaction, audience] of items) receive(transaction, audience);
        },
        // A client that subscribes again reads what it missed.
        gap: endAll,
      });
    },
    send(transaction, audience) {
      gathered.push([transaction, audience]);
      if (gathered.length > 1) return;
      // One turn of the event loop publishes one message.
      setImmediate(() => {
        link.send({ kind: 'published', items: gathered });
        gathered = [];
      });
    },
    async listen(hasSubscribers) {
      await link.ask('listen', hasSubscribers);
    },
  };
}
