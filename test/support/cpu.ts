import { readFileSync } from 'node:fs';

/** The CPU time that the main thread of a process has used, in milliseconds; undefined where the system does not say. */
export function mainThreadMs(pid: number): number | undefined {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
