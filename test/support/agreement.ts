import { expect } from 'vitest';
import type { Verdict } from '../../src/maintenance/domain/consistency.ts';
import { describeDisagreement } from '../../src/maintenance/domain/disagreements.ts';
import { verifyDatabaseAt } from './verify-at.ts';

/** Asserts that a database has no disagreements. @returns the verdict. */
export async function expectAgreement(databasePath: string): Promise<Verdict> {
  return expectAgreed(await verifyDatabaseAt(databasePath));
}

/** Asserts that a verdict has no disagreements. */
export function expectAgreed(verdict: Verdict): Verdict {
  expect(verdict.disagreements.map(describeDisagreement)).toEqual([]);
  expect(verdict.checked).not.toBeNull();
  return verdict;
}
