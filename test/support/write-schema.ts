import { writeFileSync } from 'node:fs';
import { printSnapshot, SCHEMA_FILE } from './schema-snapshot.ts';

writeFileSync(SCHEMA_FILE, printSnapshot());
