import { Gauge, Registry } from 'prom-client';
import { addProcessGauges, addStorageGauges, type StorageGaugesOptions } from './gauges.ts';
import { createObserver } from './observer.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** The counts of one process, in the form of Prometheus. */
export function createMetrics(version: string) {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'bank_transfers_info',
    help: 'The version of the service; the value means nothing.',
    labelNames: ['version'] as const,
    registers,
  }).set({ version }, 1);
  const { watchPools, close } = addProcessGauges(registry);
  let refresh = async () => {};
  return {
    observer: createObserver(registry),
    watchPools,
    /** Adds gauges of what the database holds. */
    watchStorage(options: StorageGaugesOptions) {
      refresh = addStorageGauges(registry, options);
    },
    /** @returns the text that Prometheus reads. */
    async render() {
      await refresh();
      return registry.metrics();
    },
    close,
  };
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
