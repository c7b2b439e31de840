import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceDatabase } from '../../db/engines/sqlite/restore-files.ts';
import { temporaryFolder } from '../harness.ts';

test.each([
  ['whose name is taken', 'saved', 'EEXIST'],
  ['that cannot be made', 'none/saved', 'ENOENT'],
])('a restore with a folder for the old files %s changes nothing', (_, name, code) => {
  using folder = temporaryFolder();
  const at = (file: string) => join(folder.path, file);
  for (const file of ['bank.db', 'draft']) writeFileSync(at(file), file);
  mkdirSync(at('saved'));
  writeFileSync(at('saved/precious'), '');
  expect(() => replaceDatabase(at('bank.db'), at('draft'), at(name))).toThrow(code);
  expect(readdirSync(at('saved'))).toEqual(['precious']);
  expect(readFileSync(at('bank.db'), 'utf8')).toBe('bank.db');
  expect(existsSync(at('bank.db.restoring'))).toBe(false);
});

test('a restore that cannot save every old file leaves them where they were', () => {
  using folder = temporaryFolder();
  const at = (file: string) => join(folder.path, file);
  for (const file of ['bank.db', 'draft']) writeFileSync(at(file), file);
  // It can neither be linked nor moved into a folder below it.
  mkdirSync(at('bank.db-wal'));
  expect(() => replaceDatabase(at('bank.db'), at('draft'), at('bank.db-wal/saved'))).toThrow('EINVAL');
  expect(readdirSync(folder.path).sort()).toEqual(['bank.db', 'bank.db-wal']);
  expect(readdirSync(at('bank.db-wal'))).toEqual([]);
});
