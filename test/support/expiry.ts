import { expect } from 'vitest';
import {
  type LifeCycleOptions,
  type LifeCycleService,
  MINUTE_MS,
  neverScheduled,
  startLifeCycle,
} from './life-cycle.ts';

export const TTL_MS = 30 * MINUTE_MS;

/** A service that sweeps, polls and sends only when it is told to. */
export const startStill = (options: LifeCycleOptions = {}) =>
  startLifeCycle({ ...options, outside: { schedule: neverScheduled, ...options.outside } });

/** Its status with the reason for it. */
export async function statusOf(service: LifeCycleService, transactionId: string): Promise<string> {
  const found = await service.services.transactions.findById(transactionId);
  return `${found?.status} ${found?.statusReason}`;
}

/** Asserts that a sweep finds nothing to do, and leaves it as it is. */
export async function expectPending(service: LifeCycleService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('pending null');
}

/** Asserts that it expires by the next sweep, by one change, and not once more. */
export async function expectExpiry(service: LifeCycleService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(1);
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('unsuccessful expired');
  expect(await service.events(transactionId)).toHaveLength(1);
}
