import { z } from 'zod';
import type { Disagreement, Verdict, VerifyReport } from '../domain/consistency.ts';
import { customCommand } from './command.ts';
import { describeDisagreement, describeNote, describeRepair, REMEDIES } from './disagreements.ts';

/** Verifies the whole database, and repairs it with `--repair`. */
export const verifyCommand = customCommand({
  name: 'verify',
  summary: 'Verifies that the whole database is consistent, also while a service runs.',
  input: z.object({ repair: z.boolean().default(false) }),
  parameters: [{ syntax: '--repair', help: 'Repair what disagrees, in one commit, and record each repair.' }],
  example: 'verify --repair',
  onlyReads: ({ repair }) => repair !== true,
  async run({ verify }, options) {
    const report = await verify(options);
    const data = reportData(report);
    return { text: reportText(report), data, failed: !data.agrees };
  },
});

/** Formats a report for people. */
export function reportText({ found, repaired, left }: VerifyReport): string {
  const lines = listDisagreements(found);
  if (!repaired) {
    if (found.disagreements.length > 0) lines.push('', 'What --repair does:', ...describeRemedies(found));
    return endLines([...lines, ...describeNotes(found), summarize(found)]);
  }
  lines.push('', `Repaired, ${count(repaired.count, 'change')}:`, ...repaired.done.map(describeRepair));
  const unlisted = repaired.count - repaired.done.length;
  if (unlisted > 0) lines.push(`and ${unlisted} more: all of them are in the table repairs.`);
  lines.push('');
  if (left && left.disagreements.length > 0)
    lines.push('Left, for a person to decide:', ...listDisagreements(left), '');
  return endLines([...lines, ...describeNotes(left ?? found), summarize(left ?? found)]);
}

function endLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

export function listDisagreements({ disagreements, more }: Verdict): string[] {
  const lines = disagreements.map((one) => `${one.kind}: ${describeDisagreement(one)}`);
  return more > 0 ? [...lines, `and ${more} more.`] : lines;
}

function kindsOf({ disagreements }: Verdict): Disagreement['kind'][] {
  return [...new Set(disagreements.map(({ kind }) => kind))];
}

function describeRemedies(verdict: Verdict): string[] {
  return kindsOf(verdict).map((kind) => `${kind}: ${REMEDIES[kind]}`);
}

function describeNotes({ notes }: Verdict): string[] {
  return notes.map(describeNote);
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

/** Formats a report for machines. */
export function reportData({ found, repaired, left }: VerifyReport) {
  const last = left ?? found;
  return {
    agrees: last.disagreements.length === 0,
    checked: last.checked,
    ...disagreementData(found),
    notes: last.notes,
    ...(repaired && {
      repairs: repaired.done.map((done) => ({
        kind: done.kind,
        subject: done.subject,
        text: describeRepair(done),
      })),
      repairCount: repaired.count,
    }),
    ...(left && { left: disagreementData(left) }),
  };
}

function disagreementData({ disagreements, more }: Verdict) {
  return {
    disagreements: disagreements.map((one) => ({
      ...one,
      text: describeDisagreement(one),
      repair: REMEDIES[one.kind],
    })),
    more,
  };
}
