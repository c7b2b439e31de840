import type { Disagreement, Verdict, VerifyReport } from '../domain/consistency.ts';
import { flagOption, type VerifyCommand } from './command.ts';
import { describeDisagreement, describeNote, describeRepair, REMEDIES } from './disagreements.ts';

/** Looks whether everything in the database agrees. */
export const verifyCommand: VerifyCommand = {
  name: 'verify',
  summary: 'Looks whether everything in the database agrees, beside a running service too.',
  operation: undefined,
  task: 'verify',
  parameters: [
    flagOption('repair', {
      field: 'repair',
      value: true,
      help: 'Mend what does not agree, in one commit, and write down what was done.',
    }),
  ],
  example: 'verify --repair',
  show: (report) => ({ text: toText(report), data: toData(report) }),
};

function toText({ found, repaired, left }: VerifyReport): string {
  const lines = listOf(found);
  if (!repaired) {
    if (found.disagreements.length > 0) lines.push('', 'What --repair does:', ...remediesOf(found));
    return endLines([...lines, ...notesOf(found), summaryOf(found)]);
  }
  lines.push('', `Repaired, ${count(repaired.count, 'change')}:`, ...repaired.done.map(describeRepair));
  const unlisted = repaired.count - repaired.done.length;
  if (unlisted > 0) lines.push(`and ${unlisted} more: all of them are in the table repairs.`);
  lines.push('');
  if (left && left.disagreements.length > 0) lines.push('Left, for a person to decide:', ...listOf(left), '');
  return endLines([...lines, ...notesOf(left ?? found), summaryOf(left ?? found)]);
}

function endLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function listOf({ disagreements, more }: Verdict): string[] {
  const lines = disagreements.map((one) => `${one.kind}: ${describeDisagreement(one)}`);
  return more > 0 ? [...lines, `and ${more} more.`] : lines;
}

function kindsOf({ disagreements }: Verdict): Disagreement['kind'][] {
  return [...new Set(disagreements.map(({ kind }) => kind))];
}

function remediesOf(verdict: Verdict): string[] {
  return kindsOf(verdict).map((kind) => `${kind}: ${REMEDIES[kind]}`);
}

function notesOf({ notes }: Verdict): string[] {
  return notes.map(describeNote);
}

function summaryOf({ checked, disagreements, more }: Verdict): string {
  if (!checked) return 'The file is damaged: nothing else was looked at.';
  const tables = Object.entries(checked).map(([name, rows]) => `${rows} ${name}`);
  const all = disagreements.length + more;
  const verdict = all === 0 ? 'Everything agrees' : count(all, 'disagreement');
  return `${verdict}: ${tables.join(', ')}.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function toData({ found, repaired, left }: VerifyReport) {
  const last = left ?? found;
  return {
    agrees: last.disagreements.length === 0,
    checked: last.checked,
    ...disagreementsOf(found),
    notes: last.notes,
    ...(repaired && {
      repairs: repaired.done.map((done) => ({
        kind: done.kind,
        subject: done.subject,
        text: describeRepair(done),
      })),
      repairCount: repaired.count,
    }),
    ...(left && { left: disagreementsOf(left) }),
  };
}

function disagreementsOf({ disagreements, more }: Verdict) {
  return {
    disagreements: disagreements.map((one) => ({
      ...one,
      text: describeDisagreement(one),
      repair: REMEDIES[one.kind],
    })),
    more,
  };
}
