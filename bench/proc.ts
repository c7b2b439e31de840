import { readFileSync } from 'node:fs';

/** USER_HZ, which Linux has fixed at 100 for everything that it shows to programs. */
const MS_PER_TICK = 10;

/** The CPU time that a process has used so far, all its threads together, in ms (proc(5), utime and stime). */
export function cpuTimeMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The second field is the program's name, which may itself hold spaces and brackets.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(utime) + Number(stime)) * MS_PER_TICK;
}

/** The most memory that a process ever held at once, in bytes. */
export function peakRssBytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status names no VmHWM`);
  return Number(kilobytes) * 1024;
}

/** The CPU time that the machine has spent on anything at all, and that its hypervisor took, in ms (proc(5)). */
export function machineTimeMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1);
  const [user, nice, system, , , irq, softirq, steal] = line.trim().split(/\s+/).slice(1).map(Number);
  const ticks = [user, nice, system, irq, softirq, steal].reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return ticks * MS_PER_TICK;
}
