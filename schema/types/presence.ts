import { openByOther, updatePresence } from '../../src/presence/presence.ts';
import type { MutationFields } from '../bridge/builder.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

objectFrom('OpenByOther', openByOther, 'What somebody else has open at the desk.');
const Presence = objectFrom('Presence', updatePresence.output, 'Who has what open at the desk.');

/** A desk has about as many people. */
const PEOPLE = { size: () => 20 };

export const presenceMutations: MutationFields = (t) => ({
  updatePresence: t.field({ ...runs(updatePresence, PEOPLE), type: Presence }),
});
