import { readFileSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** @returns the id of the calling thread in the system, or undefined outside Linux, or where a sandbox hides it. */
export function systemThreadId(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // The link names the thread that reads it: `<process>/task/<thread>`.
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
}

/**
 * @returns for how many milliseconds since its start a thread of this process was ready to run and got no core, or
 * undefined where the system does not tell it.
 */
export function waitedForCoreMs(threadId: number): number | undefined {
  try {
    // Nanoseconds on a core, nanoseconds of waiting for one, and turns (proc(5)).
    const times = /^\d+ (\d+) \d+/.exec(readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8'));
    return times ? Number(times[1]) / 1e6 : undefined;
  } catch {
    return undefined;
  }
}

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
