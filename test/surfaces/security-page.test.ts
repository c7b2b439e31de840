import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(`${ROOT}SECURITY.md`, 'utf8');
const TESTS = /`([^`]+\.test\.ts)`/g;

test('SECURITY.md names a test for each of the top ten, and each is there', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| API'));
  expect(rows.map((row) => /^\| (API\d+) /.exec(row)?.[1])).toEqual(
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  );
  for (const row of rows) expect([...row.matchAll(TESTS)].length, row).toBeGreaterThan(0);
  const named = [...PAGE.matchAll(TESTS)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([]);
});

test('each link and each command of SECURITY.md is there', () => {
  const links = [...PAGE.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
  expect(links.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const commands = [...PAGE.matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});
