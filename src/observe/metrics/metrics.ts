import { Gauge, Registry } from 'prom-client';
import type { Observer } from '../../operations/observer.ts';
import { createObserver } from './observer.ts';
import { addProcessGauges, type ProcessGauges } from './process-gauges.ts';
import { addStorageGauges, type StorageGaugesOptions } from './storage-gauges.ts';

/** The counts of one process, in the form of Prometheus. */
export interface Metrics extends Pick<ProcessGauges, 'watchPools'> {
  readonly observer: Observer;
  /** Adds gauges of what the database holds. */
  watchStorage(options: StorageGaugesOptions): void;
  /** @returns the text that Prometheus reads. */
  render(): Promise<string>;
  close(): void;
}

export function createMetrics(version: string): Metrics {
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
    watchStorage(options) {
      refresh = addStorageGauges(registry, options);
    },
    async render() {
      await refresh();
      return registry.metrics();
    },
    close,
  };
}

export const CONTENT_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;
