import { z } from 'zod';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, idText, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { PRESENCE_TTL_SECONDS } from './limits.ts';

/** What somebody else has open. */
const openByOther = viewType('OpenByOther', 'What somebody else has open at the desk.', {
  open: z.string().describe('The id of what is open.'),
  appKey: z.string().describe('The key of the person who has it open.'),
  name: z.string().describe('The name of the holder of that key.'),
});

export const updatePresence = operation({
  name: 'updatePresence',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Report what you have open at the desk, and read what others have open',
  description: `This is a hint, not a lock: nothing is refused because of it. Repeat it every ten seconds while something is open. After ${PRESENCE_TTL_SECONDS} seconds without a repeat, others no longer see it. It is kept in memory, and leaves no row in the audit log.`,
  isIdempotent: true,
  input: fields({
    windowId: idText.describe(
      'Any text that identifies this window. A window has one thing open: the next replaces it.',
    ),
    open: idText
      .nullish()
      .describe(
        'The id of the line, transaction or batch that is open; null or left out once nothing is open.',
      ),
  }),
  output: viewType('Presence', 'Who has what open at the desk.', {
    others: z.array(openByOther).describe('What other keys have open now, by name.'),
  }),
  example: { windowId: 'window-1', open: EXAMPLE_IDS.lineId },
  async run({ principal, dependencies: { presence, clients } }, { windowId, open = null }) {
    const clientId = principal.client.id;
    await presence.send({ clientId, windowId, open });
    const found = presence.openOfOthers(clientId);
    const holders = await clients.findByIds([...new Set(found.map((one) => one.clientId))]);
    const others = found.flatMap(({ clientId: id, open: opened }) => {
      const holder = holders.get(id);
      return holder ? [{ open: opened, appKey: holder.appKey, name: holder.name }] : [];
    });
    return { others: others.sort((a, b) => compare(a.name, b.name) || compare(a.open, b.open)) };
  },
});

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
