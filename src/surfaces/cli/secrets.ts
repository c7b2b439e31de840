import { z } from 'zod';
import { type CommandGroup, customCommand } from './command.ts';
import { count } from './verify.ts';

/** Commands for the secrets of clients. */
export const secretCommands: CommandGroup = {
  name: 'secrets',
  summary: 'Manages how the secrets of clients are stored.',
  commands: [
    customCommand({
      name: 'reseal',
      summary: 'Seals the secrets of all clients with MASTER_KEY instead of MASTER_KEY_PREVIOUS.',
      input: z.object({}),
      example: 'secrets reseal',
      async run({ resealSecrets }) {
        const resealed = await resealSecrets();
        return {
          text: `Re-sealed ${count(resealed, 'secret')}. MASTER_KEY_PREVIOUS is not needed any more.\n`,
          data: { resealed },
        };
      },
    }),
  ],
};
