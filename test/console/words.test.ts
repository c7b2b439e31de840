import { afterEach, expect, test, vi } from 'vitest';
import { PROBLEM_CODES } from '../../src/kernel/problems.ts';
import { locale } from '../../web/console/texts/texts.ts';
import { OPERATIONS } from '../support/operations.ts';
import { english, turkish } from '../support/texts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  [['en-GB', 'en'], 'en-GB'],
  [['en-US@posix', 'en-GB'], 'en-GB'],
  [['en-US@posix'], 'en'],
  [['tr-TR'], 'en'],
])('in a browser with the languages %j numbers have the format of %s', (languages, chosen) => {
  vi.stubGlobal('navigator', { languages });
  expect(locale()).toBe(chosen);
  expect(() => new Intl.NumberFormat(locale())).not.toThrow();
});

test.each([
  ['English', english],
  ['Turkish', turkish],
])(
  'in %s every code of a problem of a field has words',
  (_, { failures, adminFields, statementFields, payouts }) => {
    const words = { ...failures.fields, ...adminFields, ...statementFields, ...payouts.payoutFields };
    expect(Object.keys(words).sort()).toEqual([...PROBLEM_CODES].sort());
  },
);

/** Presence, previews and trials store nothing. */
const isRecorded = (name: string) => !/^(updatePresence|preview|try)/.test(name);

test.each([
  ['English', english],
  ['Turkish', turkish],
])('in %s every command of the audit log has words', (_, { audit }) => {
  const commands = OPERATIONS.filter(({ kind, name }) => kind === 'command' && isRecorded(name));
  expect(commands.map(({ name }) => name).filter((name) => !(name in audit.operations))).toEqual([]);
});
