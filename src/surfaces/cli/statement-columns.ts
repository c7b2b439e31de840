import type { listStatementFiles, listStatements } from '../../reconciliation/files.ts';
import type { listStatementLines } from '../../reconciliation/lines.ts';
import type { ShownColumns } from './columns.ts';
import { formatShortTimestamp, orDash } from './table.ts';

type Statement = (typeof listStatements)['output']['_output']['items'][number];
type File = (typeof listStatementFiles)['output']['_output']['items'][number];
type Line = (typeof listStatementLines)['output']['_output']['items'][number];

/** The amount of a line, with its currency. A debit is negative. */
export const signedAmount = ({
  direction,
  amount,
  currency,
}: Pick<Line, 'direction' | 'amount' | 'currency'>) =>
  `${direction === 'debit' ? '-' : ''}${amount.toFixed(2)} ${currency}`;

export const statementColumns: ShownColumns<Statement> = [
  'statementId accountId kind',
  ['NUMBER', (statement) => orDash(statement.sequenceNumber ?? statement.bankStatementId)],
  'firstDate:FROM lastDate:TO lineCount:LINES opening closing heldReason:HELD',
];

export const lineColumns: ShownColumns<Line> = [
  'lineId',
  ['BOOKED', (line) => orDash(line.bookingDate ?? line.valueDate)],
  ['AMOUNT', signedAmount],
  'counterpartyName:COUNTERPARTY state transactionId remittance:TEXT',
];

export const fileColumns: ShownColumns<File> = [
  'fileId name',
  ['FORMAT', (file) => file.profileId ?? file.format],
  'statementCount:STATEMENTS heldCount:HELD lineCount:LINES addedCount:NEW importedAt importedBy:BY matchedAt',
  'waitingCount:TO_DECIDE',
  ['TAKEN BACK', ({ takenBack }) => formatShortTimestamp(takenBack?.at ?? null)],
  ['BY', ({ takenBack }) => orDash(takenBack?.by)],
  ['REASON', ({ takenBack }) => orDash(takenBack?.reason)],
];
