import { chownSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareDatabaseFile } from '../../db/engines/sqlite/database-file.ts';
import { temporaryFolder } from '../harness.ts';

const NOBODY = 65_534;

test.skipIf(process.geteuid?.() !== 0)(
  'a command of root gives no file away that a link of the user of the service leads to',
  () => {
    using folder = temporaryFolder();
    const [own, ofRoot] = [join(folder.path, 'service'), join(folder.path, 'cron.d')];
    mkdirSync(own);
    mkdirSync(ofRoot);
    chownSync(own, NOBODY, NOBODY);
    const target = join(ofRoot, 'job');
    symlinkSync(target, join(own, 'bank-transfers.db'));
    try {
      prepareDatabaseFile(join(own, 'bank-transfers.db'));
    } catch {
      // To refuse it is right as well.
    }
    expect(existsSync(target) && statSync(target).uid).not.toBe(NOBODY);
  },
);
