import { type Command, UsageError } from './command.ts';
import { describeEvent, eventsOf } from './feed.ts';
import { callbackBodyOf, forward, readForward } from './forward.ts';

/** Posts the callback of an event once more, from this machine. */
export const replay: Command = {
  name: 'replay',
  usage: 'replay <transactionId> [--event <eventId>] [--forward <url>]',
  summary:
    'Posts the last callback of a transaction again, or that of one of its events; the service sends nothing.',
  options: {
    event: 'The eventId, if it is not the last one.',
    forward: 'Where to post it. Without it the callback is only printed.',
  },
  maxWords: 1,
  async run({ service, key, words: [transactionId], options, print }) {
    if (transactionId === undefined) throw new UsageError('Name the transaction: replay <transactionId>.');
    const to = options.forward === undefined ? undefined : readForward(options.forward);
    const events = await eventsOf(service, transactionId);
    const event =
      options.event === undefined ? events.at(-1) : events.find(({ eventId }) => eventId === options.event);
    if (!event)
      throw new UsageError(
        events.length === 0
          ? 'Your key has no transaction with this transactionId that has an event. A pending one has none, and an eventId is given with --event.'
          : `The transaction has no such event. It has ${events.map(({ eventId, status }) => `${eventId} (${status})`).join(', ')}.`,
      );
    print(`${describeEvent(event)}\n`);
    print(to ? `  → ${await forward(event, to, key)}\n` : `${callbackBodyOf(event)}\n`);
  },
};
