import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { project } from '../../src/operations/project.ts';

const view = z.object({ id: z.string(), sum: z.number().nullable(), closedAt: z.string().nullable() });

describe('a record is shown', () => {
  it('with amounts and times in the forms of views', () => {
    const record = { id: 'a', sumMinor: 1250, closedAtMs: 0, secret: 'x' };
    expect(project(view, record, {})).toEqual({ id: 'a', sum: 12.5, closedAt: '1970-01-01T00:00:00.000Z' });
  });

  it('with null for an amount and a time that it does not have', () => {
    const record = { id: 'a', sumMinor: null, closedAtMs: null };
    expect(project(view, record, {})).toEqual({ id: 'a', sum: null, closedAt: null });
  });

  it('with what is given in place of its own', () => {
    const record = { id: 7, sumMinor: null, closedAtMs: null };
    expect(project(view, record, { id: 'b' }).id).toBe('b');
  });

  it.each([1250n, '1250', undefined])('never with null for the amount %o', (sumMinor) => {
    const record = { id: 'a', sumMinor, closedAtMs: null };
    // @ts-expect-error An amount is a number, or null.
    expect(() => project(view, record, {})).toThrow('sum');
  });
});
