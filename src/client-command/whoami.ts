import type { Command } from './command.ts';

/** Shows that URL, key and secret fit together. */
export const whoami: Command = {
  name: 'whoami',
  usage: 'whoami',
  summary: 'Checks the URL, the key and the secret, and says whose they are.',
  options: {},
  maxWords: 0,
  async run({ service, key, print }) {
    const { data, app_version } = await service.whoAmI.query({});
    const kind = data.test ? 'test key' : 'live key';
    print(
      `${data.appKey} (${data.name}): a ${kind} with the role ${data.role}, at ${key.url}, version ${app_version}.\n`,
    );
  },
};
