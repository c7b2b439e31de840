import { type ParityCase, parityCase, UNKNOWN_ID } from './parity-cases.ts';

/** The cases of what operators have open. */
export function presenceCases(): ParityCase[] {
  const say = (name: string, input: object, as: 'operator' | 'admin') =>
    parityCase('updatePresence', name, { windowId: 'w', ...input }, as);
  return [
    say('that a line is open', { open: UNKNOWN_ID }, 'operator'),
    say('read by another', {}, 'admin'),
    say('that nothing is open', {}, 'operator'),
  ];
}
