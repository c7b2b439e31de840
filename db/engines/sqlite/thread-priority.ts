import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** With this much more niceness a thread has a tenth of the share of another that wants the same core (sched(7)). */
const MORE_NICENESS = 10;

/**
 * Lets the other threads of the process run before the calling one, where the system has a priority for each thread.
 * That is Linux: `setpriority` takes the id of a thread there. Elsewhere nothing changes.
 */
export function yieldToOtherThreads(): void {
  if (process.platform !== 'linux') return;
  try {
    // The link names the thread that reads it: `<process>/task/<thread>`.
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    const niceness = Math.min(getPriority(process.pid) + MORE_NICENESS, constants.priority.PRIORITY_LOW);
    if (threadId !== process.pid) setPriority(threadId, niceness);
  } catch {
    // A sandbox may hide or refuse it. Queries are then as important as everything else.
  }
}
