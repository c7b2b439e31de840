import type { z } from 'zod';
import { printable } from '../../kernel/texts.ts';
import { previewView } from '../../reconciliation/preview-views.ts';
import { tableOf } from './columns.ts';
import { signedAmount } from './statement-columns.ts';
import { orDash } from './table.ts';
import { count } from './verify.ts';

type PreviewView = z.infer<typeof previewView>;

const formatPreviewed = tableOf(previewView.shape.lines, [
  'place',
  ['BOOKED', (line) => orDash(line.bookingDate ?? line.valueDate)],
  ['AMOUNT', signedAmount],
  'counterpartyName:COUNTERPARTY',
  ['WOULD BE', (line) => line.state ?? (line.isNew === false ? 'known' : '-')],
  'rule',
  ['TRANSACTION ID', (line) => orDash(line.transactionId ?? line.candidateIds[0])],
  'remittance:TEXT',
]);

/** Says in one line what an import of a file would do. */
export function describePreview({ problems, lineCount, newCount, isRepeat, profileId }: PreviewView): string {
  const read = profileId === null ? '' : `, read by the profile ${profileId}`;
  if (problems.length > 0) return `would be refused${read}`;
  if (isRepeat) return 'imported before, nothing would change';
  return `${count(lineCount, 'line')}, ${newCount} new${read}; nothing was kept`;
}

/** Describes the problems of a file, its held statements, and its first lines with what would become of them. */
export function describeLines(preview: PreviewView): readonly string[] {
  const { problems, statements, skippedAccounts, outcomes, isDecided, newCount, lines, lineCount } = preview;
  const { warnings } = preview;
  const held = statements.filter(({ heldReason }) => heldReason !== null);
  return [
    ...problems.map(({ place, message }) => printable(`  ${place === null ? '' : `${place}: `}${message}`)),
    ...skippedAccounts.map((account) => `  would be left out: statements of ${printable(account)}`),
    ...held.map(({ heldReason }) => `  a statement would be held: ${heldReason}`),
    ...warnings.map(({ message }) => printable(`  warning: ${message}`)),
    ...(outcomes.length > 0
      ? [`  ${outcomes.map(({ state, count: number }) => `${state} ${number}`).join(', ')}`]
      : []),
    ...(problems.length === 0 && !isDecided ? [`  ${newCount} new lines are too many to decide about`] : []),
    ...(lines.length > 0 ? formatPreviewed(lines).trimEnd().split('\n') : []),
    ...(lineCount > lines.length ? [`  and ${count(lineCount - lines.length, 'more line')}`] : []),
  ];
}
