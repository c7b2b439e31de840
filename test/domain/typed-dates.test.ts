import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { edgeOf, readEdge, typedEdge } from '../../web/console/date-time.ts';
import { loadTexts } from '../../web/console/texts/texts.ts';
import { setTimeZone, timeZone } from '../../web/console/time-zone.ts';

/** Typed or pasted text, its meaning in UTC, and how the field shows it then. */
const FORMS: Readonly<Record<'en-US' | 'tr-TR', readonly (readonly [string, string, string])[]>> = {
  'en-US': [
    ['2026-11-21 14:30', '2026-11-21T11:30:00.000Z', '2026-11-21 14:30'],
    ['2026-11-21T14:30:05', '2026-11-21T11:30:05.000Z', '2026-11-21 14:30:05'],
    ['2026-11-20T12:30:00.000+03:00', '2026-11-20T09:30:00.000Z', '2026-11-20 12:30'],
    ['2026-11-19', '2026-11-18T21:00:00.000Z', '2026-11-19'],
    ['21.11.2026 9:05', '2026-11-21T06:05:00.000Z', '2026-11-21 09:05'],
    ['Nov 5, 2026, 2:34 PM', '2026-11-05T11:34:00.000Z', '2026-11-05 14:34'],
    ['6 November 2026 12:00 am', '2026-11-05T21:00:00.000Z', '2026-11-06'],
    ['11/23/2026', '2026-11-22T21:00:00.000Z', '2026-11-23'],
    ['24/11/2026', '2026-11-23T21:00:00.000Z', '2026-11-24'],
  ],
  'tr-TR': [
    ['21.11.2026 14:30', '2026-11-21T11:30:00.000Z', '21.11.2026 14:30'],
    ['22 Kas 2026 02:34', '2026-11-21T23:34:00.000Z', '22.11.2026 02:34'],
    ['5 Ağustos 2026', '2026-08-04T21:00:00.000Z', '05.08.2026'],
    ['3/4/2026', '2026-04-02T21:00:00.000Z', '03.04.2026'],
    ['1.2.26 8.15', '2026-02-01T05:15:00.000Z', '01.02.2026 08:15'],
    ['2026-11-19 00:00', '2026-11-18T21:00:00.000Z', '19.11.2026'],
  ],
};

describe.each(['en-US', 'tr-TR'] as const)('in a browser in %s', (language) => {
  const before = timeZone();
  beforeAll(async () => {
    vi.stubGlobal('navigator', { languages: [language] });
    vi.stubGlobal('document', { documentElement: {} });
    await loadTexts();
    setTimeZone('Europe/Istanbul');
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    setTimeZone(before);
  });

  test.each(FORMS[language])('%s is read as %s, and shown as %s', (typed, iso, shown) => {
    expect(readEdge(typed, 'from')).toBe(iso);
    expect(typedEdge(typed, 'from')).toBe(shown);
    expect(typedEdge(iso, 'from')).toBe(shown);
  });

  test('a day without a time belongs to the span that it ends', () => {
    const iso = '2026-11-21T21:00:00.000Z';
    expect(readEdge('21.11.2026', 'to')).toBe(iso);
    expect([edgeOf('to'), edgeOf('movedTo')]).toEqual(['to', 'to']);
    expect(typedEdge(iso, 'to')).toBe(typedEdge('21.11.2026', 'from'));
  });

  test.each(['abc', '31.02.2026', '2026-11-21 25:00', '5', '21 Foo 2026'])('%s is no date', (typed) => {
    expect(readEdge(typed, 'from')).toBeUndefined();
    expect(typedEdge(typed, 'from')).toBe(typed);
  });

  test('3/4/2026 is one day in Turkish only', () => {
    expect(readEdge('3/4/2026', 'from') === undefined).toBe(language === 'en-US');
  });
});
