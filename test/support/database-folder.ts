import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * The memory of Linux as a folder. A commit there waits for no disk, and the suite makes hundreds of thousands of
 * commits.
 */
const MEMORY = '/dev/shm';
/** A container often has 64 MB, which the databases of a run can fill. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** The folder for the folders of tests: in memory if there is enough, otherwise on the disk. No test cuts the power. */
export const DATABASE_FOLDER = hasRoom() ? MEMORY : tmpdir();

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
