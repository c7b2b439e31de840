import type { listAccountDays } from '../../reconciliation/account-days.ts';
import type { listStatementFiles, listStatements } from '../../reconciliation/files.ts';
import type { listStatementLines } from '../../reconciliation/lines.ts';
import { type Column, formatShortTimestamp, orDash } from './table.ts';

type Statement = (typeof listStatements)['output']['_output']['items'][number];
type File = (typeof listStatementFiles)['output']['_output']['items'][number];
type Day = (typeof listAccountDays)['output']['_output']['days'][number];
type Line = (typeof listStatementLines)['output']['_output']['items'][number];

/** The amount of a line, with its currency. A debit is negative. */
export const signedAmount = ({
  direction,
  amount,
  currency,
}: Pick<Line, 'direction' | 'amount' | 'currency'>) =>
  `${direction === 'debit' ? '-' : ''}${amount.toFixed(2)} ${currency}`;

const amountOf = (amount: number | null) => (amount === null ? '-' : amount.toFixed(2));

export const statementColumns: readonly Column<Statement>[] = [
  ['STATEMENT ID', (statement) => statement.statementId],
  ['ACCOUNT ID', (statement) => statement.accountId],
  ['KIND', (statement) => statement.kind],
  ['NUMBER', (statement) => orDash(statement.sequenceNumber ?? statement.bankStatementId)],
  ['FROM', (statement) => orDash(statement.firstDate)],
  ['TO', (statement) => orDash(statement.lastDate)],
  ['LINES', (statement) => String(statement.lineCount)],
  ['OPENING', (statement) => amountOf(statement.opening)],
  ['CLOSING', (statement) => amountOf(statement.closing)],
  ['HELD', (statement) => orDash(statement.heldReason)],
];

export const lineColumns: readonly Column<Line>[] = [
  ['LINE ID', (line) => line.lineId],
  ['BOOKED', (line) => orDash(line.bookingDate ?? line.valueDate)],
  ['AMOUNT', signedAmount],
  ['COUNTERPARTY', (line) => orDash(line.counterpartyName)],
  ['STATE', (line) => line.state],
  ['TRANSACTION ID', (line) => orDash(line.transactionId)],
  ['TEXT', (line) => orDash(line.remittance.join(' ') || null)],
];

export const fileColumns: readonly Column<File>[] = [
  ['FILE ID', (file) => file.fileId],
  ['NAME', (file) => file.name],
  ['FORMAT', (file) => file.profileId ?? file.format],
  ['STATEMENTS', (file) => String(file.statementCount)],
  ['HELD', (file) => String(file.heldCount)],
  ['LINES', (file) => String(file.lineCount)],
  ['NEW', (file) => String(file.addedCount)],
  ['IMPORTED', (file) => formatShortTimestamp(file.importedAt)],
  ['BY', (file) => orDash(file.importedBy)],
  ['MATCHED', (file) => formatShortTimestamp(file.matchedAt)],
  ['TO DECIDE', (file) => String(file.waitingCount)],
  ['TAKEN BACK', ({ takenBack }) => formatShortTimestamp(takenBack?.at ?? null)],
  ['BY', ({ takenBack }) => orDash(takenBack?.by ?? null)],
  ['REASON', ({ takenBack }) => orDash(takenBack?.reason ?? null)],
];

export const dayColumns: readonly Column<Day>[] = [
  ['DAY', ({ day }) => day],
  ['OPENING', ({ opening }) => amountOf(opening)],
  ['CREDITS', ({ credits }) => amountOf(credits)],
  ['DEBITS', ({ debits }) => amountOf(debits)],
  ['CLOSING', ({ closing }) => amountOf(closing)],
  ['DIFFERENCE', ({ difference }) => amountOf(difference)],
  ['DEPOSITS', ({ deposits }) => amountOf(deposits)],
  ['PAYOUTS', ({ payouts }) => amountOf(payouts)],
  ['FEES', ({ fees }) => amountOf(fees)],
  ['UNKNOWN', ({ unknown }) => amountOf(unknown)],
  ['BELIEVED', ({ believed }) => amountOf(believed)],
  ['DRIFT', ({ drift }) => amountOf(drift)],
  ['UNEXPLAINED', ({ unexplained }) => amountOf(unexplained)],
];
