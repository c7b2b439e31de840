import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../harness.ts';

const SIZE = '8m';
const BALLAST_STEP = Buffer.alloc(4096);

/** Mounts a memory file system of 8 MiB on the folder `$0`, then runs a command that alone sees it. */
const SMALL = `mount -t tmpfs -o size=${SIZE} tmpfs "$0" && exec "$@"`;
/** Makes the folder `$0` read-only, for a command that alone sees it so. */
const READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';

/** Commands with a private mount namespace: for any user if the kernel allows it, otherwise for root. */
const UNSHARE_COMMANDS = [
  ['unshare', '--user', '--map-root-user', '--mount'],
  ['unshare', '--mount'],
];

const unshare = UNSHARE_COMMANDS.find((command) => {
  using folder = temporaryFolder();
  try {
    const [program = '', ...args] = wrap(command, SMALL, folder.path);
    execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

function wrap(command: readonly string[], script: string, folder: string): string[] {
  return [...command, 'sh', '-c', script, folder];
}

/** True if a test may mount a small disk on this machine. */
export const hasSmallDisk = unshare !== undefined;

/** Returns the start of a command line that mounts a small disk on `folder` for the command after it. */
export function onSmallDisk(folder: string): string[] {
  return wrap(unshare ?? [], SMALL, folder);
}

/** Returns the start of a command line that lets the command after it write to nothing in `folder`. */
export function onReadOnlyFolder(folder: string): string[] {
  return wrap(unshare ?? [], READ_ONLY, folder);
}

/** Access to the small disk of a process from outside. */
export function smallDiskOf(pid: number, folder: string) {
  const path = join(`/proc/${pid}/root`, folder);
  const ballast = join(path, 'ballast');
  return {
    path,
    /** Fills the disk. */
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
