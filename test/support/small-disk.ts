import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../harness.ts';

const SIZE = '8m';
const BALLAST_STEP = Buffer.alloc(4096);

/** What mounts a memory file system of 8 MiB on the folder `$0`, visible to the command behind it alone. */
const SCRIPT = `mount -t tmpfs -o size=${SIZE} tmpfs "$0" && exec "$@"`;

/** Ways to a mount of one's own: as anyone where the kernel lets users have namespaces, else as root. */
const WAYS = [
  ['unshare', '--user', '--map-root-user', '--mount'],
  ['unshare', '--mount'],
];

const way = WAYS.find((command) => {
  using folder = temporaryFolder();
  try {
    const [program = '', ...args] = wrap(command, folder.path);
    execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

function wrap(command: readonly string[], folder: string): string[] {
  return [...command, 'sh', '-c', SCRIPT, folder];
}

/** Whether this machine lets a test have a disk of its own to fill. */
export const hasSmallDisk = way !== undefined;

/** A command that runs the one behind it with a small disk on `folder`. */
export function onSmallDisk(folder: string): string[] {
  return wrap(way ?? [], folder);
}

/** The small disk of a process, seen from outside. */
export function smallDiskOf(pid: number, folder: string) {
  const path = join(`/proc/${pid}/root`, folder);
  const ballast = join(path, 'ballast');
  return {
    path,
    /** Takes all the space that is left. */
    fill(): void {
      writeFileSync(ballast, '');
      try {
        for (;;) appendFileSync(ballast, BALLAST_STEP);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      }
    },
    free: () => rmSync(ballast),
  };
}
