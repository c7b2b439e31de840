import { expect } from 'vitest';
import {
  type JobsOptions,
  type ManualService,
  MINUTE_MS,
  neverScheduled,
  startManualService,
} from './manual-service.ts';

export const TTL_MS = 30 * MINUTE_MS;

/** A service that sweeps, polls and sends only when it is told to. */
export const startStill = (options: JobsOptions = {}) =>
  startManualService({ ...options, platform: { schedule: neverScheduled, ...options.platform } });

/** Its status with the reason for it. */
export async function statusOf(service: ManualService, transactionId: string): Promise<string> {
  const found = await service.dependencies.transactions.findById(transactionId);
  return `${found?.status} ${found?.statusReason}`;
}

/** Asserts that a sweep finds nothing to do, and leaves it as it is. */
export async function expectPending(service: ManualService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('pending null');
}

/** Asserts that it expires by the next sweep, by one change, and not once more. */
export async function expectExpiry(service: ManualService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(1);
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('unsuccessful expired');
  expect(await service.events(transactionId)).toHaveLength(1);
}
