import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';

const PRIVATE_FOLDER = 0o700;
/** As many links as Linux follows. */
export const MAX_LINKS = 40;

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * Runs `work` with the rights of the owner of a folder, if this process is root: the owner can replace a path by a link
 * at any time, and root would follow it to a file of another user. Created files belong to the owner.
 * @param work must be synchronous, because the whole process has these rights meanwhile.
 */
export function asOwnerOf<T>(folder: string, work: () => T): T {
  const { uid, gid } = statSync(folder);
  if (!isRoot() || uid === 0) return work();
  const [ownGid, ownGroups] = [process.getegid?.() ?? 0, process.getgroups?.() ?? []];
  try {
    process.setgroups?.([]);
    process.setegid?.(gid);
    process.seteuid?.(uid);
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(ownGid);
    process.setgroups?.(ownGroups);
  }
}

/**
 * Checks the links on the way to a file, if this process is root. One of another user may lead to what belongs to that
 * user, and to nothing else.
 * @throws an error with a code.
 */
export function refuseForeignLinks(path: string): void {
  if (!isRoot()) return;
  let links = 0;
  for (const { place, stats } of walk(isAbsolute(path) ? path : `${process.cwd()}/${path}`)) {
    if (!stats.isSymbolicLink()) continue;
    links += 1;
    if (links > MAX_LINKS) throw refusal(`${path} goes over too many links`);
    const target = statSync(place, { throwIfNoEntry: false });
    if (stats.uid !== 0 && target?.uid !== stats.uid) {
      const to = target ? 'a file of somebody else' : 'no file';
      throw refusal(
        `${place} is a link of another user that leads to ${to}, and root does not follow it. Remove the link, or run the command as that user`,
      );
    }
  }
}

/**
 * Yields every folder, link and file on the way to an absolute path, as far as they exist. It ends after one link more
 * than Linux follows.
 */
export function* walk(path: string): Generator<{ readonly place: string; readonly stats: Stats }> {
  let folder = '/';
  let left = path.split('/');
  for (let links = 0; left.length > 0 && links <= MAX_LINKS; ) {
    const [name = '', ...rest] = left;
    left = rest;
    const place = join(folder, name);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (!stats) return;
    yield { place, stats };
    if (!stats.isSymbolicLink()) {
      folder = place;
      continue;
    }
    links += 1;
    const leadsTo = readlinkSync(place);
    if (isAbsolute(leadsTo)) folder = '/';
    left = [...leadsTo.split('/'), ...left];
  }
}

function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: 'ELOOP' });
}

/** Makes a folder that only its owner can enter, with those above it, for the owner of the one that is there. */
export function makePrivateFolder(path: string): void {
  refuseForeignLinks(path);
  let present = path;
  while (!statSync(present, { throwIfNoEntry: false })) present = dirname(present);
  asOwnerOf(present, () => mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER }));
}

/**
 * Gives an open file to the owner of another one, if this process is root: files that a command of root creates must be
 * accessible to the user of the service. SQLite does the same for companion files.
 * @throws an error with a code for a file with a second name, which this process has not created.
 */
export function giveToOwnerOf(model: string, file: number): void {
  if (!isRoot()) return;
  const made = fstatSync(file);
  if (made.isFile() && made.nlink > 1)
    throw Object.assign(new Error('another file is in the place of the one that was made'), {
      code: 'EMLINK',
    });
  const { uid, gid } = statSync(model);
  fchownSync(file, uid, gid);
}

/**
 * Changes a file or folder that this process has made, but never what a link in its place leads to: the user of the
 * service can put one there, and root would change the file of somebody else. Its locks of this process end.
 */
export function changeMade(path: string, change: (file: number) => void): void {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    change(file);
  } finally {
    closeSync(file);
  }
}
