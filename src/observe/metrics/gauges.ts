import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import type { PoolUse, StorageGauges } from '../../operations/observer.ts';
import type { Schedule } from '../../operations/runtime.ts';

const LAG_RESOLUTION_MS = 10;
/** Prometheus keeps the label `quantile` for summaries. */
const PERCENTILES = [50, 99, 100] as const;
const NS = 1e9;
const MICROS = 1e6;

/** Adds the gauges of this process, which are measured at each scrape. */
export function addProcessGauges(registry: Registry) {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const registers = [registry];
  new Gauge({
    name: 'bank_transfers_event_loop_lag_seconds',
    help: 'How late timers ran since the scrape before, by percentile; 100 is the most.',
    labelNames: ['percentile'] as const,
    registers,
    collect() {
      for (const percent of PERCENTILES) {
        const lateSeconds = Math.max(0, lag.percentile(percent) / NS - LAG_RESOLUTION_MS / 1000);
        this.set({ percentile: String(percent) }, lag.count > 0 ? lateSeconds : 0);
      }
      lag.reset();
    },
  });
  new Gauge({
    name: 'bank_transfers_process_memory_bytes',
    help: 'Resident memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  // It only rises, so its rate is the part of a core in use.
  new Gauge({
    name: 'bank_transfers_process_cpu_seconds',
    help: 'CPU time that the process has taken, with its threads.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / MICROS);
    },
  });
  const { watchPools } = addPoolGauges(registry);
  return { watchPools, close: () => lag.disable() };
}

function addPoolGauges(registry: Registry) {
  let readPools: () => readonly PoolUse[] = () => [];
  const registers = [registry];
  // It is collected first, and sets the two others.
  new Gauge({
    name: 'bank_transfers_pool_busy',
    help: 'Connections of a pool in use, or 1 for a busy thread.',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const { pool, ...use } of readPools()) {
        const labels = { pool };
        size.set(labels, use.size);
        waiting.set(labels, use.waiting);
        this.set(labels, use.busy);
      }
    },
  });
  const size = new Gauge({
    name: 'bank_transfers_pool_size',
    help: 'The most connections of a pool, or 1 for a thread.',
    labelNames: ['pool'] as const,
    registers,
  });
  const waiting = new Gauge({
    name: 'bank_transfers_pool_waiting',
    help: 'Work that waits for a connection of a pool, or for a thread.',
    labelNames: ['pool'] as const,
    registers,
  });
  return {
    /** Reports the use of the connection pools of the process from now on. */
    watchPools(read: () => readonly PoolUse[]) {
      readPools = read;
    },
  };
}

/** All scrapes within this time get the same values. */
const CACHE_MS = 5000;
/** A scrape waits no longer for the database. Prometheus waits ten seconds for all values. */
const READ_LIMIT_MS = 1000;

export interface StorageGaugesOptions {
  readonly read: () => Promise<StorageGauges>;
  readonly monotonicMs: () => number;
  readonly schedule: Schedule;
  /** Called when a reading fails. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Adds gauges of what the database holds. Only one reading runs at a time.
 * @returns the function that reads it, before a scrape is answered. It never rejects, and waits for a second at most.
 */
export function addStorageGauges(registry: Registry, options: StorageGaugesOptions): () => Promise<void> {
  const read = createCachedReading(options);
  const registers = [registry];
  const depth = new Gauge({
    name: 'bank_transfers_outbox_depth',
    help: 'Callbacks that are not acknowledged yet; 100000 means at least so many.',
    registers,
  });
  const oldest = new Gauge({
    name: 'bank_transfers_outbox_oldest_age_seconds',
    help: 'Time since the oldest callback that is not acknowledged first became due.',
    registers,
  });
  const overdue = new Gauge({
    name: 'bank_transfers_overdue_oldest_age_seconds',
    help: 'Time since the first of the pending deposits should have expired.',
    registers,
  });
  const pending = new Gauge({
    name: 'bank_transfers_pending',
    help: 'Pending transactions by age; 100000 of an age means at least so many.',
    labelNames: ['type', 'age'] as const,
    registers,
  });
  const lines = new Gauge({
    name: 'bank_transfers_statement_lines_waiting',
    help: 'Lines of bank statements that wait, by state; 10000 means at least so many.',
    labelNames: ['state'] as const,
    registers,
  });
  const isRead = new Gauge({
    name: 'bank_transfers_storage_readable',
    help: 'Whether the last reading of the database for these gauges succeeded in time. The others keep their values.',
    registers,
  });
  return async () => {
    const values = await withinLimit(read(), options.schedule);
    isRead.set(values ? 1 : 0);
    if (!values) return;
    depth.set(values.outboxDepth);
    oldest.set(values.outboxOldestAgeMs / 1000);
    overdue.set(values.overdueOldestAgeMs / 1000);
    for (const { type, age, count } of values.pending) pending.set({ type, age }, count);
    for (const { state, count } of values.lines) lines.set({ state }, count);
  };
}

/** @returns undefined after a second. What is read later is there for the next scrape. */
function withinLimit<T>(reading: Promise<T>, schedule: Schedule): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = schedule(() => resolve(undefined), READ_LIMIT_MS);
    // A reading never rejects.
    void reading.then((values) => {
      cancel();
      resolve(values);
    });
  });
}

/** Makes the function that reads the values, or returns recent ones; undefined when they could not be read. */
function createCachedReading({ read, monotonicMs, onFailure }: StorageGaugesOptions) {
  let reading: Promise<StorageGauges | undefined> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (reading && monotonicMs() - readAtMs < CACHE_MS) return reading;
    readAtMs = Number.POSITIVE_INFINITY;
    reading = read()
      .catch((error: unknown) => {
        onFailure(error);
        return undefined;
      })
      .finally(() => {
        readAtMs = monotonicMs();
      });
    return reading;
  };
}
