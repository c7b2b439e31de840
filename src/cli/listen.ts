import { once } from 'node:events';
import { z } from 'zod';
import { liveSecrets } from '../domain/signing.ts';
import { updateClient } from '../operations/admin/clients.ts';
import { unknownClient } from '../operations/admin/fields.ts';
import { idText, wholeNumber } from '../operations/fields.ts';
import { startCallbackListener } from './callback-listener.ts';
import { customCommand } from './command.ts';

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
    const findClient = () => dependencies.clients.findByAppKey(appKey);
    const setUrl = (callbackUrl: string | null) => execute(updateClient, { appKey, callbackUrl });
    const before = await findClient();
    if (!before) throw unknownClient();
    const listener = await startCallbackListener({
      port,
      print,
      async secrets() {
        const client = await findClient();
        return liveSecrets(client?.secrets ?? [], Date.now()).map((key) => key.export().toString('utf8'));
      },
    });
    // Signals count from before the URL is replaced, so that it is always restored.
    let isOwn = true;
    const ended = Promise.race(END_SIGNALS.map((signal) => once(process, signal)));
    try {
      await setUrl(listener.url);
      print(`The callbacks of ${appKey} are sent to ${listener.url} until Ctrl-C.\n`);
      await ended;
      // Another program may have set another one meanwhile.
      isOwn = (await findClient())?.callbackUrl === listener.url;
      if (isOwn) await setUrl(before.callbackUrl);
    } finally {
      await listener.close();
    }
    const restored = before.callbackUrl ? 'to the same URL as before' : 'nowhere again';
    const now = isOwn ? restored : 'where somebody has set them to meanwhile';
    return { text: `\nThe callbacks of ${appKey} are sent ${now}.\n` };
  },
});
