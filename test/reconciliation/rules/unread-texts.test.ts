import { describe, expect, test } from 'vitest';
import { codesOf, decide, REFERENCE, withPolicy } from '../../support/matching.ts';

describe('texts that are not read whole', () => {
  const LONG = 'x '.repeat(500);

  test.each([
    ['very many of them', [REFERENCE, ...new Array(500).fill('.'), 'IADE']],
    ['characters that are several words', [REFERENCE, '\u2488'.repeat(601), 'MEHMET DEMIR']],
  ])('settle nothing: %s', (_, remittance) => {
    const decision = decide({ remittance });
    expect(decision).toMatchObject({ state: 'proposed', action: null });
    expect(codesOf(decision)).toContain('too-many');
  });

  test('send nothing back', () => {
    const line = { remittance: [REFERENCE], amountMinor: 10_000 };
    const policy = withPolicy({ underpaidBeyond: 'return' });
    expect(decide(line, policy).state).toBe('to-return');
    expect(decide({ ...line, remittance: [REFERENCE, LONG] }, policy).state).toBe('proposed');
  });
});
