import { constants, getPriority, setPriority } from 'node:os';
import { systemThreadId } from './system-thread.ts';

/** With this much more niceness a thread has a tenth of the share of another that wants the same core (sched(7)). */
const MORE_NICENESS = 10;

/**
 * Lets the other threads of the process run before the calling one, where the system has a priority for each thread.
 * That is Linux: `setpriority` takes the id of a thread there. Elsewhere nothing changes.
 */
export function yieldToOtherThreads(): void {
  const threadId = systemThreadId();
  if (threadId === undefined || threadId === process.pid) return;
  try {
    const niceness = Math.min(getPriority(process.pid) + MORE_NICENESS, constants.priority.PRIORITY_LOW);
    setPriority(threadId, niceness);
  } catch {
    // A sandbox may refuse it. Queries are then as important as everything else.
  }
}
