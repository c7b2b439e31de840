import {
  closeSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const SYNCS = 200;
const PAGE = Buffer.alloc(4096);
const MEMORY_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x01021994 /* tmpfs */, 0x858458f6 /* ramfs */]);
/** Linux fixes USER_HZ at 100 for all values that it shows to programs. */
const MS_PER_TICK = 10;

/** Properties of the machine that a result depends on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** Median time to write one more page of a file to disk. */
  readonly fsyncMs: number;
  /** The folder is in memory: nothing is durable and a sync costs nothing. */
  readonly inMemory: boolean;
}

/** Describes this machine and the disk of a folder. */
export function describeMachine(folder: string): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    fsyncMs: measureFsyncMs(join(folder, 'fsync')),
    inMemory: MEMORY_FILE_SYSTEMS.has(statfsSync(folder).type),
  };
}

function measureFsyncMs(path: string): number {
  const file = openSync(path, 'w');
  try {
    const timesMs = Array.from({ length: SYNCS }, () => {
      const startedAt = performance.now();
      writeSync(file, PAGE);
      fdatasyncSync(file);
      return performance.now() - startedAt;
    });
    return timesMs.sort((a, b) => a - b)[SYNCS / 2] ?? Number.NaN;
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

/** CPU time that all threads of a process have used so far, in ms: utime and stime of proc(5). */
export function cpuTimeMs(pid: number): number {
  return readTimeMs(`/proc/${pid}/stat`);
}

/** CPU time of each thread of a process so far, in ms, by its id. The main thread has the id of the process. */
function threadTimesMs(pid: number): ReadonlyMap<number, number> {
  const folder = `/proc/${pid}/task`;
  return new Map(readdirSync(folder).map((id) => [Number(id), readTimeMs(`${folder}/${id}/stat`)]));
}

/** Bytes that a process has written to disks so far; NaN if this user is not allowed to know (proc(5)). */
export function writtenBytes(pid: number): number {
  try {
    return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

function readTimeMs(path: string): number {
  const stat = readFileSync(path, 'latin1');
  // The second field is the program's name, which can contain spaces and brackets.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(utime) + Number(stime)) * MS_PER_TICK;
}

/** CPU time that the whole machine has used so far, with the time its hypervisor took, in ms (proc(5)). */
export function machineTimeMs(): number {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1);
  const [user, nice, system, , , irq, softirq, steal] = line.trim().split(/\s+/).slice(1).map(Number);
  const ticks = [user, nice, system, irq, softirq, steal].reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return ticks * MS_PER_TICK;
}

/** Reads the CPU time of the server, of this process and of the whole machine so far, with the time of reading. */
export function readCpuUsage(serverPid: number) {
  const { user, system } = process.cpuUsage();
  return {
    nowMs: performance.now(),
    serverCpuMs: cpuTimeMs(serverPid),
    threadsMs: threadTimesMs(serverPid),
    writtenBytes: writtenBytes(serverPid),
    generatorCpuMs: (user + system) / 1000,
    machineCpuMs: machineTimeMs(),
  };
}

/** Peak resident memory of a process, in bytes. */
export function peakRssBytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status has no VmHWM`);
  return Number(kilobytes) * 1024;
}

/** Microseconds of CLOCK_MONOTONIC. All processes of a Linux machine share it, so their times can be compared. */
export function monotonicUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
