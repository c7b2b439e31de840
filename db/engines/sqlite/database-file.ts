import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../database-errors.ts';
import { COMPANIONS } from './files.ts';
import { restoringPath } from './restore-files.ts';
import { asOwnerOf, giveToOwnerOf, MAX_LINKS, makePrivateFolder, refuseForeignLinks } from './root.ts';

const PRIVATE_FILE = 0o600;
const OTHERS = 0o077;

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
/** A file of another user, or on a file system that is read only, keeps its mode. */
const KEEPS_MODE: readonly unknown[] = ['EPERM', 'EACCES', 'EROFS', 'EINVAL'];

/**
 * Creates the file of a database if it does not exist, so that only its owner can read it and its companion files.
 * SQLite gives each companion file that it creates the mode of the database.
 * @returns its real path, which is the same for every symbolic link to it.
 * @throws an error with a code if the file has several names, is a mount, or cannot be created.
 */
export function prepareDatabaseFile(path: string): string {
  // An existing folder belongs to the operator, and its mode is not changed.
  makePrivateFolder(dirname(path));
  makePrivateFile(path);
  const realPath = realpathSync(path);
  if (statSync(realPath).isFile()) {
    // An interrupted restore leaves a second name, and has to be run again.
    if (!existsSync(restoringPath(realPath))) refuseHardLinks(realPath);
    refuseMount(realPath);
  }
  for (const name of COMPANIONS) takeFromOthers(realPath + name);
  return realPath;
}

/** Makes an empty file that only its owner can read. A file that exists is taken from others. */
export function makePrivateFile(path: string): void {
  refuseForeignLinks(path);
  // A file that exists must not be opened here: closing it would end the locks that this process has on it.
  if (!existsSync(path)) makeNew(placeOf(path));
  takeFromOthers(path);
}

function makeNew(path: string): void {
  try {
    const file = asOwnerOf(dirname(path), () =>
      openSync(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, PRIVATE_FILE),
    );
    // A folder of root may have another group.
    giveToOwnerOf(dirname(path), file);
    closeSync(file);
  } catch (error) {
    // Another process has made it.
    if (codeOf(error) !== 'EEXIST' || !existsSync(path)) throw error;
  }
}

/** Follows the links to a file that is not there yet. */
function placeOf(path: string): string {
  let place = path;
  for (let count = 0; count < MAX_LINKS; count += 1) {
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (!stats?.isSymbolicLink()) return place;
    place = resolve(dirname(place), readlinkSync(place));
  }
  return place;
}

/**
 * SQLite keeps one write-ahead log for each name of a file, so that two names lose commits; and two services would
 * not see each other.
 */
function refuseHardLinks(realPath: string): void {
  if (statSync(realPath).nlink <= 1) return;
  const message = 'the file has more than one name (hard links). Copy it, or remove the other names';
  throw Object.assign(new Error(message), { code: 'EMLINK' });
}

/**
 * A container can mount a single file. The log and the lock would then be in a folder that only this container sees.
 */
function refuseMount(realPath: string): void {
  if (!isMountPoint(realPath, readMounts())) return;
  const message = 'the file is a mount of its own, without the files beside it. Mount its folder';
  throw Object.assign(new Error(message), { code: 'EBUSY' });
}

/** The mounts of this process; empty where the system does not list them. */
function readMounts(): string {
  const list = '/proc/self/mountinfo';
  return existsSync(list) ? readFileSync(list, 'utf8') : '';
}

/** @param mounts the mounts of a process in the form of Linux: see proc(5), mountinfo. */
export function isMountPoint(path: string, mounts: string): boolean {
  const decode = (text: string) =>
    text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
  return mounts.split('\n').some((line) => decode(line.split(' ')[4] ?? '') === path);
}

function takeFromOthers(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || (stats.mode & OTHERS) === 0) return;
  try {
    asOwnerOf(dirname(path), () => chmodSync(path, PRIVATE_FILE));
  } catch (error) {
    if (!KEEPS_MODE.includes(codeOf(error))) throw error;
  }
}
