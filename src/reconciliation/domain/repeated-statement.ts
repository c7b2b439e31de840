import type { StatementEnd, StatementHeader } from './statement.ts';

/** A statement of a file, with the account that it is of. */
export interface WholeStatement {
  readonly accountId: string;
  readonly header: StatementHeader;
  readonly end: StatementEnd;
  readonly lineCount: number;
  readonly firstLineDate: string | null;
  readonly lastLineDate: string | null;
}

/**
 * Finds a statement that an earlier one of the same file says already. Equal lines of one file are several payments, so its
 * lines would count twice. Undefined ones are left out of the file.
 * @returns the numbers of both, from 1, the earlier one first.
 */
export function findRepeated(
  statements: readonly (WholeStatement | undefined)[],
): readonly [number, number] | undefined {
  const numbers = new Map<string, number>();
  for (const [index, statement] of statements.entries()) {
    const key = statement && keyOf(statement);
    if (key === undefined) continue;
    const earlier = numbers.get(key);
    if (earlier !== undefined) return [earlier, index + 1];
    numbers.set(key, index + 1);
  }
  return undefined;
}

/** A key that a statement and its copy share; undefined for a statement without lines, or without a number and an id. */
function keyOf(statement: WholeStatement): string | undefined {
  const { accountId, header, end, lineCount, firstLineDate, lastLineDate } = statement;
  const { kind, sequenceNumber, statementId, page, opening } = header;
  const id = sequenceNumber ?? statementId;
  if (lineCount === 0 || id === null) return undefined;
  const balances = [opening?.amountMinor, end.closing?.amountMinor];
  return JSON.stringify([accountId, kind, id, page, ...balances, lineCount, firstLineDate, lastLineDate]);
}
