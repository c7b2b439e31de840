import { expect } from 'vitest';
import {
  type JobsOptions,
  type ManualService,
  MINUTE_MS,
  neverScheduled,
  startManualService,
} from './manual-service.ts';

export const TTL_MS = 30 * MINUTE_MS;

/** Starts a service that sweeps, polls and sends only on request of a test. */
export const startStill = (options: JobsOptions = {}) =>
  startManualService({ ...options, platform: { schedule: neverScheduled, ...options.platform } });

/** The status of a transaction with its reason. */
export async function statusOf(service: ManualService, transactionId: string): Promise<string> {
  const found = await service.dependencies.transactions.findById(transactionId);
  return `${found?.status} ${found?.statusReason}`;
}

/** Asserts that a sweep leaves the transaction pending. */
export async function expectPending(service: ManualService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('pending null');
}

/** Asserts that the next sweep expires the transaction by one transition, and that another sweep does nothing. */
export async function expectExpiry(service: ManualService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(1);
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('unsuccessful expired');
  expect(await service.events(transactionId)).toHaveLength(1);
}
