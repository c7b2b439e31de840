import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSampled, readTraceparent, spanIdOf, traceIdOf } from '../../src/kernel/traceparent.ts';
import { holds } from '../support/properties.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${SPAN}-01`;

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

test('a valid traceparent is taken over with its ids', () => {
  expect(readTraceparent(VALID)).toBe(VALID);
  expect([traceIdOf(VALID), spanIdOf(VALID), isSampled(VALID)]).toEqual([TRACE, SPAN, true]);
  expect(isSampled(readTraceparent(`00-${TRACE}-${SPAN}-00`)!)).toBe(false);
});

test('of a later version the known part is taken, and unknown flags are dropped', () => {
  expect(readTraceparent(`01-${TRACE}-${SPAN}-03`)).toBe(VALID);
  expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-later`)).toBe(VALID);
  expect(readTraceparent(`00-${TRACE}-${SPAN}-ff`)).toBe(VALID);
});

test('a traceparent that breaks a rule is ignored', () => {
  const bad = [
    undefined,
    '',
    'abc',
    ` ${VALID}`,
    `${VALID} `,
    `${VALID}\n`,
    `${VALID}, ${VALID}`,
    [VALID],
    VALID.toUpperCase(),
    VALID.slice(0, -1),
    `${VALID}0`,
    `${VALID}-`,
    `${VALID}-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}x${SPAN}-01`,
    `01-${TRACE}-${SPAN}-01x`,
    `01-${TRACE}-${SPAN}-01-${'a'.repeat(300)}`,
    `00-${TRACE}-${SPAN}-0'`,
  ];
  for (const header of bad) expect(readTraceparent(header), String(header)).toBeUndefined();
});

test('whatever is sent, what is taken over has 55 characters that need no escape', () => {
  const anything = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.tuple(hex(2), hex(32), hex(16), hex(2)).map((parts) => parts.join('-')),
  );
  holds(
    fc.property(anything, (header) => {
      const taken = readTraceparent(header);
      if (taken !== undefined) expect(taken).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
    }),
  );
});
