import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import type {
  Balance,
  ReadLimits,
  StatementAccount,
  StatementHeader,
  StatementLine,
  StatementPart,
  StatementProblem,
  StatementReader,
} from '../reconciliation/domain/statement.ts';
import { describeLayout } from './describe-layout.ts';
import type { BankProfile } from './profiles/profile.ts';
import { failure, problemOf, problemPart, quoted, ReadFailure } from './read-failure.ts';
import { hasLines, lineAbove, pendingTable } from './table-asides.ts';
import { openTable } from './table-file.ts';
import { chooseProfile, type TableLayout } from './table-header.ts';
import { readLine } from './table-line.ts';
import { TableProblems } from './table-output.ts';
import { placeOf, type TableRows } from './table-row.ts';
import { surveyTable } from './table-survey.ts';

/**
 * Creates a reader of CSV and XLSX files. With several profiles it takes the only one whose header a file has; where none
 * or several fit, the file gives a problem that asks to choose.
 */
export function createTableReader(profile: BankProfile | readonly BankProfile[]): StatementReader {
  const profiles = 'id' in profile ? [profile] : profile;
  return function* readTableFile(bytes, limits) {
    try {
      yield* readChosen(openTable(bytes, profiles, limits), profiles, limits);
    } catch (error) {
      yield problemPart(problemOf(error));
    }
  };
}

/** Reads each sheet that has the header of a profile, as a separate statement. */
function* readChosen(
  sheets: readonly TableRows[],
  profiles: readonly BankProfile[],
  limits: ReadLimits,
): Generator<StatementPart, void, void> {
  const found = sheets.map((rows) => ({ rows, choice: chooseProfile(rows, profiles) }));
  const isAnyRead = found.some(({ choice }) => 'layout' in choice);
  for (const { rows, choice } of found) {
    if ('layout' in choice) yield* readLayout(rows, choice.layout, limits);
    else if (!isAnyRead) {
      yield problemPart(choice.problem);
      return;
    } else if (choice.isAmbiguous || hasLines(rows)) yield problemPart(unreadSheet(rows, choice.problem));
  }
}

/** The problem of a sheet next to the statement that could not be read: its lines would be missing. */
function unreadSheet({ title = '' }: TableRows, { code, message }: StatementProblem): StatementProblem {
  return { ...fileProblem('sheet_unread', null, quoted(title), message), code };
}

/** Reads the lines of a table whose columns are known. It goes through the rows twice. */
export function* readLayout(
  rows: TableRows,
  found: TableLayout,
  limits: ReadLimits,
): Generator<StatementPart, void, void> {
  yield { kind: 'table', table: describeLayout(found) };
  const unread = pendingTable(found) ?? lineAbove(rows, found);
  if (unread) throw unread;
  const { layout, account, order, read } = surveyTable(rows, found);
  /** The lines of a table whose balances have another order than its rows. */
  const kept = new Map<number, StatementLine>();
  const problems = new TableProblems(limits);
  let lineCount = 0;
  let isBegun = false;
  const { opening, closing } = order;
  for (const row of rows) {
    if (row.number <= layout.headerNumber) continue;
    try {
      const movement = read(row);
      if (!movement) continue;
      const line = readLine(row, movement, layout);
      lineCount += 1;
      if (lineCount > limits.maxLines) throw failure('many_lines', placeOf(row), limits.maxLines);
      if (!isBegun) yield { kind: 'begin', header: headerOf(account, opening) };
      isBegun = true;
      if (order.rows) kept.set(row.number, line);
      else yield { kind: 'line', line };
    } catch (error) {
      // A fault of the file as a whole is thrown between the rows.
      if (!(error instanceof ReadFailure)) throw error;
      yield* problems.add(error.problem);
      if (problems.isFull || lineCount > limits.maxLines) return;
    }
  }
  if (!isBegun && !problems.isEmpty) return;
  if (!isBegun) yield { kind: 'begin', header: headerOf(account, opening) };
  // A kept line is released as it is yielded. Lines without a balance come last.
  for (const number of order.rows ?? []) {
    const line = kept.get(number);
    kept.delete(number);
    if (line) yield { kind: 'line', line };
  }
  for (const line of kept.values()) yield { kind: 'line', line };
  yield { kind: 'end', end: { closing, isLastPage: true } };
}

function headerOf(account: StatementAccount, opening: Balance | null): StatementHeader {
  return { kind: 'statement', account, statementId: null, sequenceNumber: null, page: 1, opening };
}
