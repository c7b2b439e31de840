import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';
import type { PoolUse } from '../../operations/observer.ts';

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
