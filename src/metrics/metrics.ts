import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import type { Observer } from '../operations/observer.ts';
import type { MetricsSnapshot } from '../workers/messages.ts';
import { createObserver } from './observer.ts';
import { addProcessGauges, type ProcessGauges } from './process-gauges.ts';
import { addStorageGauges, type StorageGaugesOptions } from './storage-gauges.ts';

/** The counts of one process, in the form of Prometheus. */
export interface Metrics extends Pick<ProcessGauges, 'watchPools'> {
  readonly observer: Observer;
  /** Tells from now on what the database holds too. One process of a service does. */
  watchStorage(options: StorageGaugesOptions): void;
  snapshot(): Promise<MetricsSnapshot>;
  close(): void;
}

interface MetricsOptions {
  /** `service`, `primary` or `worker-1`. */
  readonly processName: string;
  readonly version: string;
}

export function createMetrics({ processName, version }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'bank_transfers_processes',
    help: 'Processes of the service that are part of this answer.',
    registers,
  }).set(1);
  new Gauge({
    name: 'bank_transfers_info',
    help: 'The version of the service; the value means nothing.',
    labelNames: ['version'] as const,
    aggregator: 'first',
    registers,
  }).set({ version }, 1);
  const { watchPools, close } = addProcessGauges(registry, processName);
  let refresh = async () => {};
  return {
    observer: createObserver(registry),
    watchPools,
    watchStorage(options) {
      refresh = addStorageGauges(registry, options);
    },
    async snapshot() {
      await refresh();
      return toSnapshot(registry);
    },
    close,
  };
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Adds up what several processes have counted, as the text that Prometheus reads. */
export function renderSnapshots(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}

/** Adds up what several processes have counted. */
export function mergeSnapshots(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  return toSnapshot(AggregatorRegistry.aggregate([...snapshots]));
}

/** The package declares the type of a metric as a number, and it is a word. */
async function toSnapshot(registry: Registry): Promise<MetricsSnapshot> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics.map((metric) => ({ ...metric, type: String(metric.type) }));
}
