import { z } from 'zod';
import { liveSecrets } from '../../access/domain/signing.ts';
import { unknownClient } from '../../admin/fields.ts';
import { failureOf } from '../../client/index.ts';
import * as client from '../../client-command/command.ts';
import { listen, readOptions } from '../../client-command/listen.ts';
import { EVENT_NAMES } from '../../client-command/scenario.ts';
import { trigger } from '../../client-command/trigger.ts';
import { idText, oneOf, text } from '../../operations/fields.ts';
import { customCommand, UsageError } from './command.ts';
import type { Session } from './session.ts';

const DEFAULT_KEY = 'demo-test';
/** A terminal sends SIGHUP when it is closed. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const url = {
  syntax: '--url <url>',
  help: 'The running service (default: its PUBLIC_URL, or its PORT on this machine).',
};
const serviceUrl = text(2000).optional();

/** Refuses what the published client refuses, before anything is opened. */
function checkedBy<T>(check: (options: T) => void) {
  return (options: T, context: z.core.$RefinementCtx<T>) => {
    try {
      check(options);
    } catch (error) {
      if (!(error instanceof client.UsageError)) throw error;
      context.addIssue(error.message);
    }
  };
}

const checkedUrl = checkedBy(({ url }: { readonly url?: string | undefined }) => {
  if (url !== undefined) client.checkUrl(url);
});

const optionOf = (name: string, placeholder: string, { options }: client.Command) => ({
  syntax: `--${name} <${placeholder}>`,
  help: options[name] ?? '',
});

/** Prints what the callbackUrl of a client gets, and posts it to a receiver under development. */
export const listenCommand = customCommand({
  name: 'listen',
  summary:
    'Prints the callbacks of a client as they happen, and posts them, signed, to a URL of this machine, until Ctrl-C.',
  input: z
    .object({
      appKey: idText,
      forward: text(2000).optional(),
      status: text(200).optional(),
      type: text(200).optional(),
      url: serviceUrl,
    })
    .superRefine(checkedUrl)
    .superRefine(checkedBy(readOptions)),
  parameters: [
    { syntax: '<appKey>', help: 'The client, a merchant.' },
    optionOf('forward', 'url', listen),
    optionOf('status', 'status', listen),
    optionOf('type', 'type', listen),
    url,
  ],
  example: 'listen demo-merchant --forward http://localhost:4000/callbacks',
  async run(session, { appKey, url, ...options }) {
    await runAs(session, { command: listen, appKey, url, options, print: session.print });
    return { text: '' };
  },
});

/** Creates a test transaction in the running service and takes it to an event, whose callback `listen` prints. */
export const triggerCommand = customCommand({
  name: 'trigger',
  summary:
    'Makes a test transaction in the running service and brings it to an event, so that its callback is sent.',
  input: z
    .object({ event: oneOf(EVENT_NAMES), appKey: idText.default(DEFAULT_KEY), url: serviceUrl })
    .superRefine(checkedUrl),
  parameters: [
    { syntax: '<event>', help: `One of ${EVENT_NAMES.join(', ')}.` },
    {
      syntax: '--client <appKey>',
      field: 'appKey',
      help: `A test key of a merchant (default: ${DEFAULT_KEY}).`,
    },
    url,
  ],
  example: 'trigger deposit.successful --client demo-test',
  async run(session, { appKey, url, event }) {
    let text = '';
    const print = (part: string) => {
      text += part;
    };
    const data = await runAs(session, { command: trigger, appKey, url, words: [event], print });
    return { text, data };
  },
});

interface ClientCall {
  readonly command: client.Command;
  readonly appKey: string;
  readonly url: string | undefined;
  readonly options?: client.Run['options'];
  readonly words?: readonly string[];
  readonly print: client.Run['print'];
}

/**
 * Runs a command of the published client against the running service, with a secret from the database.
 * @returns what the command has created.
 */
async function runAs(
  { dependencies }: Session,
  { command, appKey, url = dependencies.publicUrl, options = {}, words = [], print }: ClientCall,
): Promise<unknown> {
  const known = await dependencies.clients.findByAppKey(appKey);
  if (!known) throw unknownClient();
  const [live] = liveSecrets(known.secrets, Date.now());
  if (!live) throw new UsageError('The client has no secret that is valid now. Rotate it first.');
  const key = { url, appKey, secret: live.export().toString('utf8') };
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const name of END_SIGNALS) process.once(name, end);
  try {
    const service = client.connect(key);
    return await command.run({ print, signal: ended.signal, key, service, options, words });
  } catch (error) {
    if (ended.signal.aborted) return undefined;
    throw new UsageError(explain(error));
  } finally {
    for (const name of END_SIGNALS) process.off(name, end);
  }
}

/** The most frequent reason for no answer is a service that runs with another PORT than this command has. */
function explain(error: unknown): string {
  const message = client.messageOf(error);
  if (error instanceof client.UsageError) return message;
  if (failureOf(error)) return `The service refused: ${message}`;
  return `${message} Start the service, or name the one that runs with --url or with the PORT that it has.`;
}
