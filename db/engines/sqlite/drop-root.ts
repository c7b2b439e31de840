import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../database-errors.ts';
import { FileRefusal } from './files.ts';
import { isRoot, walk } from './root.ts';

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** The user whose rights replace those of root. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user that root has become; undefined while it is root, or another user. */
let switchedTo: Owner | undefined;

/**
 * Gives up the rights of root for those of the owner of a database, before anything of it is opened: the owner can put a
 * link in the place of each file at any time, between a check of it and its use too. What is made belongs to the owner.
 * @returns a function that takes the rights back.
 * @throws FileRefusal when the owner cannot reach the database.
 */
export function dropRoot(databasePath: string): () => void {
  const owner = isRoot() && switchedTo === undefined ? ownerOf(resolve(databasePath)) : undefined;
  if (!owner) return () => {};
  const [gid, groups] = [process.getegid?.() ?? 0, process.getgroups?.() ?? []];
  process.setgroups?.([]);
  switchUser(owner);
  switchedTo = owner;
  const takeBack = () => {
    switchedTo = undefined;
    switchUser({ uid: 0, gid });
    process.setgroups?.(groups);
  };
  if (canReach(databasePath)) return takeBack;
  takeBack();
  throw new FileRefusal(
    `${dirname(databasePath)} belongs to user ${owner.uid}, who cannot reach it over the folders above it. If a unit of systemd has DynamicUser=yes, give it a fixed user instead: docs/running.md says how.`,
  );
}

function canReach(path: string): boolean {
  try {
    statSync(path, { throwIfNoEntry: false });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error;
    return false;
  }
}

/**
 * Runs `work` as root again, if the process has given up root and only root can change the path and all folders above
 * it; otherwise runs it as the current user. A backup can be in such a folder.
 * @param work must be synchronous, because the whole process is root meanwhile.
 */
export function asRootIfOnlyRootCanWrite<T>(path: string, work: () => T): T {
  const owner = switchedTo;
  if (!owner) return work();
  switchUser({ uid: 0, gid: 0 });
  try {
    // Some folders are readable by root only, so the check itself runs as root.
    if (!canOnlyRootWrite(path)) switchUser(owner);
    return work();
  } finally {
    switchUser(owner);
  }
}

/** Whether the folder of a path is of root alone, for a process that has given up root. */
export function isInRootOnlyFolder(path: string): boolean {
  return switchedTo !== undefined && asRootIfOnlyRootCanWrite(dirname(path), isRoot);
}

function switchUser({ uid, gid }: Owner): void {
  // Only root may change its group.
  process.seteuid?.(0);
  process.setegid?.(gid);
  process.seteuid?.(uid);
}

/** The owner of the folder of a file, or else the first other user on the way to it; undefined when all is root's. */
function ownerOf(path: string): Owner | undefined {
  const others = [...walk(path)].map(({ stats }) => stats).filter(({ uid }) => uid !== 0);
  const folder = statSync(dirname(path), { throwIfNoEntry: false });
  return folder && folder.uid !== 0 ? folder : others[0];
}

/** Whether only root can change the file at a path, and every folder and link on the way to it. */
function canOnlyRootWrite(path: string): boolean {
  for (const { stats } of walk(resolve(path))) {
    if (stats.uid !== 0) return false;
    const isShared = (stats.mode & OTHERS_WRITE) !== 0 && (stats.mode & STICKY) === 0;
    if (isShared && !stats.isSymbolicLink()) return false;
  }
  return true;
}
