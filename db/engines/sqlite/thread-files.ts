import { threadEntry } from './thread-entry.ts';

/** Returns the entry file of the writing thread. */
export const writingThreadFile = threadEntry(new URL('./writing-thread.ts', import.meta.url));

/** Returns the entry file of the reading thread. */
export const readingThreadFile = threadEntry(new URL('./reading-thread.ts', import.meta.url));

/** Returns the entry file of the checkpointing thread. */
export const checkpointingThreadFile = threadEntry(new URL('./checkpointing-thread.ts', import.meta.url));
