import { z } from 'zod';
import type { Note, Verdict } from '../../maintenance/domain/consistency.ts';
import { describeDisagreement } from '../../maintenance/domain/disagreements.ts';
import { customCommand } from './command.ts';

/** Verifies the whole database. It changes nothing. */
export const verifyCommand = customCommand({
  name: 'verify',
  summary: 'Verifies that the whole database is consistent, also while a service runs.',
  input: z.object({}),
  parameters: [],
  example: 'verify',
  onlyReads: () => true,
  async run({ verify, database }) {
    const verdict = await verify();
    const data = verdictData(verdict);
    return { text: describePlace(database) + verdictText(verdict), data, failed: !data.agrees };
  },
});

/** Says on which database a command has worked, because somebody with two can have named the wrong one. */
export const describePlace = (database: string) => `Database: ${database}\n`;

/** Formats a verdict for people. */
export function verdictText(verdict: Verdict): string {
  const lines = [...listDisagreements(verdict), ...verdict.notes.map(describeNote), summarize(verdict)];
  return lines.map((line) => `${line}\n`).join('');
}

function describeNote({ clientId, count }: Note): string {
  const events = count === 1 ? 'event' : 'events';
  return `Note: client ${clientId} has ${count} ${events} without a callback between events with one. That is right if its callbackUrl was cleared for a while.`;
}

export function listDisagreements({ disagreements, more }: Verdict): string[] {
  const lines = disagreements.map((one) => `${one.kind}: ${describeDisagreement(one)}`);
  return more > 0 ? [...lines, `and ${more} more.`] : lines;
}

export function summarize({ checked, disagreements, more }: Verdict): string {
  if (!checked) return 'The file is damaged: nothing else was verified.';
  const tables = Object.entries(checked).map(([name, rows]) => `${rows} ${name}`);
  const all = disagreements.length + more;
  const verdict = all === 0 ? 'Everything agrees' : count(all, 'disagreement');
  return `${verdict}: ${tables.join(', ')}.`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Formats a verdict for machines. */
function verdictData({ checked, disagreements, more, notes }: Verdict) {
  return {
    agrees: disagreements.length === 0,
    checked,
    disagreements: disagreements.map((one) => ({ ...one, text: describeDisagreement(one) })),
    more,
    notes,
  };
}
