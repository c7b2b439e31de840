import { join } from 'node:path';
import { startTestService } from '../harness.ts';
import { cliJson } from './cli.ts';

/** Makes the database of a stopped service in a folder, with a backup next to it. */
export async function makeBackedUpDatabase(folder: string): Promise<{ databasePath: string; copy: string }> {
  await using service = await startTestService({ folder });
  const copy = join(folder, 'copy.db');
  await cliJson(service.databasePath, 'backup', copy);
  return { databasePath: service.databasePath, copy };
}
