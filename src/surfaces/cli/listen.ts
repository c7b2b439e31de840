import { once } from 'node:events';
import { z } from 'zod';
import { liveSecrets } from '../../access/domain/signing.ts';
import { updateClient } from '../../admin/clients.ts';
import { unknownClient } from '../../admin/fields.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { idText, wholeNumber } from '../../operations/fields.ts';
import { isListening, isOfListener, startCallbackListener } from './callback-listener.ts';
import { customCommand, UsageError } from './command.ts';

/** A terminal that is closed sends SIGHUP. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Receives the callbacks of a client on this machine, for the development of a receiver. */
export const listenCommand = customCommand({
  name: 'listen',
  summary: 'Receives the callbacks of a client on this machine, verifies and prints them, until Ctrl-C.',
  input: z.object({ appKey: idText, port: wholeNumber(0, 65_535).default(0) }),
  parameters: [
    { syntax: '<appKey>', help: 'The client. Its callbackUrl is replaced while the command runs.' },
    { syntax: '--port <number>', help: 'The port of 127.0.0.1 (default: any free one).' },
  ],
  example: 'listen demo-merchant --port 4000',
  async run({ dependencies, execute, print }, { appKey, port }) {
    if (dependencies.callbacksNeedHttps)
      throw new UsageError(
        'listen is for development: in production callbacks are sent to https URLs and public addresses only. Leave out NODE_ENV=production to try it, with another database.',
      );
    const findClient = () => dependencies.clients.findByAppKey(appKey);
    const setUrl = (callbackUrl: string | null) => execute(updateClient, { appKey, callbackUrl });
    const client = await findClient();
    if (!client) throw unknownClient();
    const before = await urlToRestore(client, print);
    const listener = await startCallbackListener({
      appKey,
      port,
      print,
      async secrets() {
        const known = await findClient();
        return liveSecrets(known?.secrets ?? [], Date.now()).map((key) => key.export().toString('utf8'));
      },
    });
    // Signals count from before the URL is replaced, so that it is always restored.
    let outcome: string;
    const ended = Promise.race(END_SIGNALS.map((signal) => once(process, signal)));
    try {
      await setUrl(listener.url);
      print(`The callbacks of ${appKey} are sent to ${listener.url} until Ctrl-C.\n`);
      await ended;
      // Another program may have set another one meanwhile.
      const isOwn = (await findClient())?.callbackUrl === listener.url;
      if (isOwn) outcome = await restore(before, setUrl);
      else outcome = 'where somebody has set them to meanwhile';
    } finally {
      await listener.close();
    }
    return { text: `\nThe callbacks of ${appKey} are sent ${outcome}.\n` };
  },
});

/** An earlier version may have accepted a URL that is refused now: then none is better than that of a listener. */
async function restore(
  callbackUrl: string | null,
  setUrl: (callbackUrl: string | null) => Promise<unknown>,
): Promise<string> {
  try {
    await setUrl(callbackUrl);
    return callbackUrl ? 'to the same URL as before' : 'nowhere again';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type !== 'error_validation') throw error;
    await setUrl(null);
    return `nowhere: their URL before is refused now. ${error.message}`;
  }
}

interface Listened {
  readonly appKey: string;
  readonly callbackUrl: string | null;
}

/**
 * The URL that is set at the end. That of a listener that was killed leads nowhere, and what it had replaced is lost.
 * @throws UsageError when another listener gets the callbacks: the one that ends last would restore the URL of the other.
 */
async function urlToRestore(
  { appKey, callbackUrl }: Listened,
  print: (text: string) => void,
): Promise<string | null> {
  if (callbackUrl === null || !isOfListener(callbackUrl)) return callbackUrl;
  if (await isListening(callbackUrl, appKey))
    throw new UsageError(
      `Another listen already receives the callbacks of ${appKey}, at ${callbackUrl}. End it first, or listen for another client.`,
    );
  print(
    `An earlier listen was killed and left its callbackUrl behind: at the end ${appKey} will have none. Set another one with: clients set-callback\n`,
  );
  return null;
}
