import { describe, expect, test } from 'vitest';
import { canRun, describeMissingDriver } from '../../src/requirements.ts';

describe('the version of Node', () => {
  test.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0'])('%s runs the service', (version) => {
    expect(canRun(version)).toBe(true);
  });

  test.each(['16.20.0', '18.20.4', '20.18.3', '21.7.0', '22.11.0'])('%s is refused', (version) => {
    expect(canRun(version)).toBe(false);
  });
});

describe('a driver of SQLite that cannot be loaded', () => {
  test.each([
    [
      "Cannot find package 'better-sqlite3' imported from /srv/dist/src/cli.js",
      'npm install better-sqlite3@12.11',
    ],
    [
      'Could not locate the bindings file. Tried:\n → /srv/build/better_sqlite3.node',
      'npm rebuild better-sqlite3',
    ],
    [
      'was compiled against a different Node.js version using\nNODE_MODULE_VERSION 108.',
      'npm rebuild better-sqlite3',
    ],
  ])('"%s" becomes one line with the cure', (message, cure) => {
    const described = describeMissingDriver(new Error(message));
    expect(described).toContain(cure);
    expect(described).not.toContain('\n');
  });

  test('is told from other errors', () => {
    expect(describeMissingDriver(new Error('no such table: transactions'))).toBeUndefined();
  });
});
