import { readFileSync, readlinkSync } from 'node:fs';

/** @returns the id of the calling thread in the system, or undefined where the system does not tell it: not on Linux. */
export function systemThreadId(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // The link names the thread that reads it: `<process>/task/<thread>`.
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    // A sandbox may hide it.
    return undefined;
  }
}

/**
 * @returns for how many milliseconds since its start a thread of this process was ready to run and got no core, or 0
 * where the system does not tell it.
 */
export function waitedForCoreMs(threadId: number): number {
  try {
    // Nanoseconds on a core, nanoseconds of waiting for one, and turns (proc(5)).
    const [, waitedNs] = readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    return 0;
  }
}
