import { threadEntry } from '../../db/engines/sqlite/thread-entry.ts';

/** Returns the entry file of the thread that reads a statement. */
export const readerThreadFile = threadEntry(new URL('./reader-thread.ts', import.meta.url));
