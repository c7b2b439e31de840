import { expect } from 'vitest';
import type { StatementLine } from '../../../src/reconciliation/domain/statement.ts';
import { readCamt } from '../../../src/statements/camt.ts';
import { readParts } from './read-parts.ts';

/** The lines of a file without problems. */
export function linesOf(file: string | Uint8Array): readonly StatementLine[] {
  const { lines, problems } = readParts(readCamt, file);
  expect(problems).toEqual([]);
  return lines;
}

/** The only line of a file without problems. */
export function lineOf(file: string | Uint8Array): StatementLine {
  const lines = linesOf(file);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

/** The first problem of a file that gives no lines. */
export function problemOf(file: string | Uint8Array) {
  const { lines, problems } = readParts(readCamt, file);
  expect(lines).toEqual([]);
  return problems[0];
}
