import { z } from 'zod';
import type { LostCommand, RestoreReport } from '../../maintenance/domain/copies.ts';
import { describeAfterRestore } from './after-restore.ts';
import { type CliCommand, customCommand } from './command.ts';
import { formatShortTimestamp } from './table.ts';
import { count, listDisagreements, summarize } from './verify.ts';

const MEGABYTE = 1_000_000;
const path = z.string().min(1);

export const backupCommand = customCommand({
  name: 'backup',
  summary: 'Copies the database into a new file, even while a service runs on it.',
  input: z.object({ file: path }),
  parameters: [{ syntax: '<file>', help: 'The new file. An existing one is not overwritten.' }],
  example: 'backup /backups/2026-11-20.db',
  async run({ backup }, { file }) {
    const report = await backup(file);
    const { bytes, newestAtMs, masterKeyId } = report;
    const size = `${(bytes / MEGABYTE).toFixed(1)} MB`;
    const text =
      `${report.path}: ${size}, ${describeContents(report)}.\n` +
      `Its secrets are sealed with the MASTER_KEY whose id is ${masterKeyId}. Keep that key apart from it.\n`;
    return { text, data: { ...report, newestAtMs: undefined, newestAt: toIso(newestAtMs) } };
  },
});

export const restoreCommand: CliCommand = {
  name: 'restore',
  summary: 'Checks a backup and replaces the database with it. No service may be running.',
  input: z.object({ file: path }),
  parameters: [{ syntax: '<file>', help: 'The backup. It is only read.' }],
  example: 'restore /backups/2026-11-20.db',
  async runOnFiles(files, input) {
    const { file } = z.object({ file: path }).parse(input);
    const report = await files.restore(file);
    const { contents, verdict, lost, savedTo, migrated, after } = report;
    const agrees = verdict.disagreements.length === 0;
    const data = {
      transactions: contents.transactions,
      newestAt: toIso(contents.newestAtMs),
      pendingCallbacks: contents.pendingCallbacks,
      lost: lost ? { ...lost, commands: lost.commands.map(toData) } : null,
      savedTo: savedTo ?? null,
      migrated,
      ...after,
      agrees,
      checked: verdict.checked,
      disagreements: verdict.disagreements,
    };
    return { text: describeRestore(report), data, failed: !agrees };
  },
};

function describeRestore({ contents, lost, savedTo, migrated, verdict, after }: RestoreReport): string {
  const lines = [`Restored ${describeContents(contents)}.`];
  if (savedTo) lines.push(`The old files are in ${savedTo}.`);
  if (migrated.length > 0) lines.push(`Ran ${migrated.join(', ')}.`);
  lines.push(
    ...describeLost(lost, savedTo !== undefined),
    `${count(contents.pendingCallbacks, 'callback')} of the backup ${contents.pendingCallbacks === 1 ? 'is' : 'are'} pending and will be sent again with the same webhook-id: a receiver that keeps the ids it has handled does nothing twice.`,
    'Callbacks of transitions after the backup may have been sent: their receivers know what this database does not.',
    ...describeAfterRestore(after),
    ...listDisagreements(verdict),
    summarize(verdict),
  );
  return lines.map((line) => `${line}\n`).join('');
}

const REPEAT =
  'undone as well: repeat them before the start, so that no leaked secret and no closed account works';

function describeLost(lost: RestoreReport['lost'], hadOld: boolean): string[] {
  if (!hadOld) return ['There was no database before.'];
  if (!lost)
    return [
      'Lost: what came after the backup. The old database cannot be read, so it cannot be counted.',
      `Commands of administration since the backup are ${REPEAT}.`,
    ];
  const { transactions, events, commands } = lost;
  const counts = `Lost: ${count(transactions, 'transaction')} and ${count(events, 'transition')} of the old database are not in the backup.`;
  if (commands.length === 0) return [counts];
  return [
    counts,
    `${count(commands.length, 'command')} of administration ${commands.length === 1 ? 'is' : 'are'} ${REPEAT}:`,
    ...commands.map(
      ({ occurredAtMs, actor, operation, targetKind, targetId, after }) =>
        `  ${toIso(occurredAtMs)} ${actor ?? '-'} ${operation} ${targetKind} ${targetId} ${after ?? '-'}`,
    ),
  ];
}

function toData({ occurredAtMs, targetId, before, after, ...command }: LostCommand) {
  return {
    occurredAt: toIso(occurredAtMs),
    ...command,
    target: targetId,
    before: before && JSON.parse(before),
    after: after && JSON.parse(after),
  };
}

function describeContents({
  transactions,
  newestAtMs,
}: {
  readonly transactions: number;
  readonly newestAtMs: number | null;
}): string {
  const newest = toIso(newestAtMs);
  return `${count(transactions, 'transaction')}${newest ? `, the newest of ${formatShortTimestamp(newest)}` : ''}`;
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
