import { z } from 'zod';
import { liveSecrets } from '../../access/domain/signing.ts';
import { unknownClient } from '../../admin/fields.ts';
import { createClient, failureOf } from '../../client/index.ts';
import { bringTo, describeOutcome, EVENT_NAMES } from '../../client-command/scenario.ts';
import { idText, oneOf, text } from '../../operations/fields.ts';
import { customCommand, UsageError } from './command.ts';

const DEFAULT_KEY = 'demo-test';

/** Makes a test transaction in the running service and brings it to an event, whose callback `listen` prints. */
export const triggerCommand = customCommand({
  name: 'trigger',
  summary:
    'Makes a test transaction in the running service and brings it to an event, so that its callback is sent.',
  input: z.object({
    event: oneOf(EVENT_NAMES),
    appKey: idText.default(DEFAULT_KEY),
    url: text(2000).optional(),
  }),
  parameters: [
    { syntax: '<event>', help: `One of ${EVENT_NAMES.join(', ')}.` },
    {
      syntax: '--client <appKey>',
      field: 'appKey',
      help: `A test key of a merchant (default: ${DEFAULT_KEY}).`,
    },
    {
      syntax: '--url <url>',
      help: 'The running service (default: its PUBLIC_URL, or its PORT on this machine).',
    },
  ],
  example: 'trigger deposit.successful --client demo-test',
  async run({ dependencies }, { event, appKey, url = dependencies.publicUrl }) {
    const key = await dependencies.clients.findByAppKey(appKey);
    if (!key) throw unknownClient();
    if (!key.isTest || key.role !== 'merchant')
      throw new UsageError(
        "--client must be a test key of a merchant. Make one with: clients create --name 'Tests' --role merchant --test",
      );
    const [secret] = liveSecrets(key.secrets, Date.now());
    if (!secret) throw new UsageError('--client has no secret that is valid now. Rotate it first.');
    const client = createClient({ url, appKey, secret: secret.export().toString('utf8') });
    try {
      const outcome = await bringTo(client, event);
      const advice = { appKey, listen: `Run first, in another terminal: listen ${appKey}` };
      return { text: describeOutcome(event, outcome, advice), data: outcome.transaction };
    } catch (error) {
      throw new UsageError(explain(error, url));
    }
  },
});

/** A service that started with another PORT than this command has is the most frequent reason of no answer. */
function explain(error: unknown, url: string): string {
  const refusal = failureOf(error)?.error.message;
  if (refusal !== undefined) return `The service at ${url} refused: ${refusal}`;
  const message = error instanceof Error ? error.message : String(error);
  return `${message} Start the service, or name the one that runs with --url or with the PORT that it has.`;
}
