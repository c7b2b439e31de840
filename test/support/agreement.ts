import { expect } from 'vitest';
import { describeDisagreement } from '../../src/cli/disagreements.ts';
import type { Verdict } from '../../src/domain/consistency.ts';
import { verifyDatabaseAt } from './verify-at.ts';

/** Asserts that everything in a database agrees with all the rest of it. @returns what was looked at. */
export async function expectAgreement(databasePath: string): Promise<Verdict> {
  const verdict = await verifyDatabaseAt(databasePath);
  expect(verdict.disagreements.map(describeDisagreement)).toEqual([]);
  expect(verdict.checked).not.toBeNull();
  return verdict;
}
