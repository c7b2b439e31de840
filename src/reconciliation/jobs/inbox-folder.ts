import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { access, constants, lstat, mkdir, open, opendir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_INBOX_FILES, MAX_NAME_BYTES } from '../limits.ts';

const IMPORTED = 'imported';
const REFUSED = 'refused';
/** The flags for writing without following a link, which a user of the folder could have put in place of a file. */
const OVERWRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** Names of hidden files, and of those that another program is still writing. */
const NOT_YET = /^\.|\.(part|tmp|partial|filepart|crdownload)$|~$/i;

/** A file in the folder, with its state when the folder was listed. */
export interface FoundFile {
  /** For people to read. */
  readonly name: string;
  /** A name can be any bytes: FTP programs on Windows do not write UTF-8. */
  readonly nameBytes: Buffer;
  readonly sizeBytes: number;
  /** Changes if the file is replaced or written to. */
  readonly signature: string;
}

/** A folder with files of banks. Once handled, files are moved within it. */
export interface InboxFolder {
  /** Lists the files of the folder by name. Anything but regular files is left out: folders, links, devices. */
  list(): Promise<readonly FoundFile[]>;
  /** Reads the bytes of a file; undefined if it is gone or was replaced by another one. */
  read(file: FoundFile): Promise<Uint8Array | undefined>;
  /** Moves a file into the folder of imported files. */
  moveImported(file: FoundFile): Promise<void>;
  /** Moves a file into the folder of refused files, next to a file with the reasons. */
  moveRefused(file: FoundFile, problems: readonly string[]): Promise<void>;
}

/** A folder that cannot be used. The message continues the name of its setting. */
export class FolderProblem extends Error {}

/**
 * Opens a folder, and creates the two folders in it to which files are moved.
 * @param newId creates a part of a name that no other file has.
 * @throws FolderProblem, or the error of the operating system.
 */
export async function openInboxFolder(folder: string, newId: () => string): Promise<InboxFolder> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory())
    throw new FolderProblem(`${folder} is not a folder. Create it, or leave the setting out.`);
  await requireWritable(folder);
  for (const name of [IMPORTED, REFUSED]) {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    // A move to another file system is a copy, which can stop halfway.
    if (!(await lstat(path)).isDirectory())
      throw new FolderProblem(`${path} is not a folder, or is a link to one: put a folder in its place.`);
    await requireWritable(path);
  }

  async function move(file: FoundFile, to: string, target: string): Promise<void> {
    const source = pathIn(folder, file);
    const path = join(folder, to, target);
    const present = await lstat(source).catch(ifMissing);
    // A newer file with the same name has not been read.
    if (!present || signatureOf(present) !== file.signature) return;
    await rename(source, path);
    // A newer file can have come between the two steps.
    if ((await lstat(path)).ino !== present.ino) await rename(path, join(folder, withId(file.name, newId())));
  }

  /** Finds a name that no file in a folder has, since a move would replace that file. */
  async function freeName(to: string, name: string): Promise<string> {
    const short = shorten(name);
    const taken = await lstat(join(folder, to, short)).catch(ifMissing);
    return taken || short !== name ? withId(short, newId()) : short;
  }

  return {
    list: () => listFiles(folder),
    read: (file) => readBounded(pathIn(folder, file), file),
    async moveImported(file) {
      await move(file, IMPORTED, await freeName(IMPORTED, file.name));
    },
    async moveRefused(file, problems) {
      const target = await freeName(REFUSED, file.name);
      const path = join(folder, REFUSED, `${target}.problems.txt`);
      // Problems are written first: a file without them would explain nothing, and problems without a file are written
      // again at the next attempt.
      const text = problems.map((problem) => `${problem}\n`).join('');
      await writeFile(path, text, { mode: 0o600, flag: OVERWRITE });
      await move(file, REFUSED, target);
    },
  };
}

/** @throws FolderProblem if this process cannot move files into the folder or out of it. */
async function requireWritable(path: string): Promise<void> {
  await access(path, constants.W_OK | constants.X_OK).catch(({ code }: NodeJS.ErrnoException) => {
    throw new FolderProblem(
      `the service cannot write to ${path} (${code}). Its user must be able to, and a unit of systemd names the folder in ReadWritePaths.`,
    );
  });
}

/** @throws the error, unless it says that there is no such file. */
function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function listFiles(folder: string): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for await (const { nameBytes } of entriesOf(folder)) {
    const name = decodeName(nameBytes);
    if (NOT_YET.test(name)) continue;
    // Some file systems do not tell the kind of an entry.
    const stats = await lstat(pathIn(folder, { nameBytes })).catch(() => undefined);
    if (!stats?.isFile()) continue;
    found.push({ name, nameBytes, sizeBytes: stats.size, signature: signatureOf(stats) });
    if (found.length >= MAX_INBOX_FILES) break;
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Yields the names in a folder one by one, since there can be very many. */
async function* entriesOf(folder: string): AsyncGenerator<Pick<FoundFile, 'nameBytes'>> {
  // Latin-1 keeps each byte of a name as one character.
  for await (const { name } of await opendir(folder, { encoding: 'latin1' }))
    yield { nameBytes: Buffer.from(name, 'latin1') };
}

function pathIn(folder: string, { nameBytes }: Pick<FoundFile, 'nameBytes'>): Buffer {
  return Buffer.concat([Buffer.from(join(folder, '/')), nameBytes]);
}

/** Decodes a name: UTF-8, or the encoding of Turkish Windows. */
function decodeName(nameBytes: Buffer): string {
  return isUtf8(nameBytes) ? nameBytes.toString() : new TextDecoder('windows-1254').decode(nameBytes);
}

/** Reads no more than the bytes that the file had when it was found. */
async function readBounded(
  path: Buffer,
  { sizeBytes, signature }: FoundFile,
): Promise<Uint8Array | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch(() => undefined);
  if (!handle) return undefined;
  try {
    if (signatureOf(await handle.stat()) !== signature) return undefined;
    // The reading thread needs no copy of shared memory.
    const bytes = new Uint8Array(new SharedArrayBuffer(sizeBytes));
    let length = 0;
    while (length < sizeBytes) {
      const { bytesRead } = await handle.read(bytes, length, sizeBytes - length, length);
      if (bytesRead === 0) return undefined;
      length += bytesRead;
    }
    return signatureOf(await handle.stat()) === signature ? bytes : undefined;
  } finally {
    await handle.close();
  }
}

function signatureOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join();
}

/** Shortens a name that leaves no room for additions, in front of its extension. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const extension = extensionOf(name).slice(0, 10);
  let stem = name.slice(0, -extension.length || undefined);
  while (Buffer.byteLength(stem + extension) > MAX_NAME_BYTES) stem = Array.from(stem).slice(0, -1).join('');
  return stem + extension;
}

function withId(name: string, id: string): string {
  const extension = extensionOf(name);
  return `${name.slice(0, name.length - extension.length)}.${id}${extension}`;
}

function extensionOf(name: string): string {
  return /(?<=.)\.[A-Za-z0-9]{1,9}$/.exec(name)?.[0] ?? '';
}
