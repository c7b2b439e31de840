import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { generate } from '../../codegen.ts';
import { PERMISSIONS_FILE, printPermissions } from '../support/permission-table.ts';
import { OPENAPI_FILE, printOpenApi, printSnapshot, SCHEMA_FILE } from '../support/schema-snapshot.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test('schema/schema.graphql is the current schema; if not: npm run schema', () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(printSnapshot());
});

test('schema/openapi.json describes the present routes; if not: npm run schema', () => {
  expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(printOpenApi());
});

test('docs/permissions.md lists the roles of every operation; if not: npm run schema', () => {
  expect(readFileSync(PERMISSIONS_FILE, 'utf8')).toBe(printPermissions());
});

test('the typed documents match the committed schema; if not: npm run codegen', async () => {
  const generated = await generate();
  expect(generated.length).toBeGreaterThan(0);
  for (const { filename, content } of generated)
    expect(readFileSync(ROOT + filename, 'utf8'), filename).toBe(content);
  const names = generated.map(({ filename }) => filename).sort();
  const folders = new Set(names.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  const present = [...folders].flatMap((folder) => readdirSync(ROOT + folder).map((name) => folder + name));
  expect(present.sort()).toEqual(names);
});
