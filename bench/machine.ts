import { closeSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';

const SYNCS = 200;
const PAGE = Buffer.alloc(4096);
const MEMORY_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x01021994 /* tmpfs */, 0x858458f6 /* ramfs */]);

/** What a result depends on besides the service. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** The median time in which one page more of a file is on disk. */
  readonly fsyncMs: number;
  /** Whether the folder lies in memory, where nothing is durable and a sync costs nothing. */
  readonly inMemory: boolean;
}

/** Describes this machine, and the disk under a folder. */
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
