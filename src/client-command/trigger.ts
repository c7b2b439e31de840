import { type Command, UsageError } from './command.ts';
import { describeOutcome, EVENT_NAMES, produceEvent } from './scenario.ts';

/** Makes a transaction of a test key and decides it. */
export const trigger: Command = {
  name: 'trigger',
  usage: 'trigger <event>',
  summary: `For test keys: makes a test transaction and brings it to an event, one of ${EVENT_NAMES.join(', ')}.`,
  options: {},
  maxWords: 1,
  async run({ service, words, print }) {
    const event = EVENT_NAMES.find((name) => name === words[0]);
    if (!event) throw new UsageError(`Name one event: ${EVENT_NAMES.join(', ')}.`);
    const { data: me } = await service.whoAmI.query({});
    if (!me.test || me.role !== 'merchant')
      throw new UsageError(
        `${me.appKey} is ${me.test ? `a test key with the role ${me.role}` : 'a live key'}. trigger makes test transactions, with the test key of a merchant. An admin creates one.`,
      );
    const outcome = await produceEvent(service, event);
    print(describeOutcome(event, outcome, me.appKey));
    return outcome.transaction;
  },
};
