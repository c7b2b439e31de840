import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A tenth of the share of a thread of normal priority, when all of them want the same core (sched(7), weights). */
const NICENESS = 10;

/**
 * Lets the threads of normal priority run before the calling one, where the system has a priority for each thread.
 * That is Linux: `setpriority` takes the id of a thread there. Elsewhere nothing changes.
 */
export function yieldToOtherThreads(): void {
  if (process.platform !== 'linux') return;
  try {
    // The link names the thread that reads it: `<process>/task/<thread>`.
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (threadId !== process.pid) setPriority(threadId, NICENESS);
  } catch {
    // A sandbox may hide or refuse it. Queries are then as important as everything else.
  }
}
