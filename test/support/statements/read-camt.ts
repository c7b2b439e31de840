import { expect } from 'vitest';
import type { StatementLine } from '../../../src/reconciliation/domain/statement.ts';
import { readCamt } from '../../../src/statements/camt.ts';
import { linesIn, problemsIn, readParts } from './parts-in-order.ts';

/** The lines of a file without problems. */
export function linesOf(file: string | Uint8Array): readonly StatementLine[] {
  const parts = readParts(readCamt, file);
  expect(problemsIn(parts)).toEqual([]);
  return linesIn(parts);
}

/** The only line of a file without problems. */
export function lineOf(file: string | Uint8Array): StatementLine {
  const lines = linesOf(file);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

/** The first problem of a file that gives no lines. */
export function problemOf(file: string | Uint8Array) {
  const parts = readParts(readCamt, file);
  expect(linesIn(parts)).toEqual([]);
  return problemsIn(parts)[0];
}
