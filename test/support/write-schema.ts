import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COLLECTION_FOLDER, printCollection } from './bruno-collection.ts';
import { PERMISSIONS_FILE, printPermissions } from './permission-table.ts';
import { OPENAPI_FILE, printOpenApi, printSnapshot, SCHEMA_FILE } from './schema-snapshot.ts';

writeFileSync(SCHEMA_FILE, printSnapshot());
writeFileSync(OPENAPI_FILE, printOpenApi());
writeFileSync(PERMISSIONS_FILE, printPermissions());
rmSync(COLLECTION_FOLDER, { recursive: true, force: true });
for (const [path, text] of printCollection()) {
  mkdirSync(dirname(join(COLLECTION_FOLDER, path)), { recursive: true });
  writeFileSync(join(COLLECTION_FOLDER, path), text);
}
