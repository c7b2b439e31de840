import { z } from 'zod';
import type { AfterRestoreReport } from '../../maintenance/domain/numbering.ts';
import { customCommand } from './command.ts';
import { count, describePlace } from './verify.ts';

/** Prepares a database that other tools have restored, as `restore` prepares a file. */
export const afterRestoreCommand = customCommand({
  name: 'after-restore',
  summary: 'Prepares a database that other tools have restored, before a service starts on it.',
  input: z.object({ resume: z.boolean().optional() }),
  parameters: [
    {
      syntax: '--resume',
      help: 'Lets withdrawals and refunds be paid again, and old deposits expire: the bank statements up to now were imported, and payments that clients or the bank know of were looked up.',
    },
  ],
  example: 'after-restore',
  async run({ afterRestore, resumePayouts, database }, { resume }) {
    const place = describePlace(database);
    if (resume) {
      const resumed = await resumePayouts();
      const text = resumed
        ? 'Withdrawals and refunds are paid again, and overdue deposits expire.\n'
        : 'No restore holds payouts. Nothing was changed.\n';
      return { text: place + text, data: { resumed } };
    }
    const report = await afterRestore();
    return { text: `${place}${describeAfterRestore(report).join('\n')}\n`, data: report };
  },
});

/** Says in lines for people what a restored database does differently. */
export function describeAfterRestore(report: AfterRestoreReport): string[] {
  const { numbers, held, rejectedBatches, undonePlans } = report;
  const lines = [
    `New references and ids for banks go on beyond all that were given out: transactions from ${numbers.transactions + 1}, batches from ${numbers.batches + 1}.`,
  ];
  if (rejectedBatches.length > 0)
    lines.push(
      `Rejected, since they may have been given to the bank: batches ${rejectedBatches.join(', ')}. Prepare them again.`,
    );
  if (undonePlans > 0)
    lines.push(
      `Undone, since people may have undone them after the backup: ${count(undonePlans, 'planned decision')}. Decide again.`,
    );
  const waiting = [
    count(held.withdrawals, 'pending withdrawal'),
    ...(held.refunds > 0 ? [count(held.refunds, 'refund')] : []),
  ];
  lines.push(
    `Held, since they may have been paid after the backup: ${waiting.join(' and ')}, and all new ones. Import the bank statements up to now, then run after-restore --resume.`,
  );
  return lines;
}
