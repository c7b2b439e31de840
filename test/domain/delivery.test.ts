import { describe, expect, test } from 'vitest';
import { decideDelivery } from '../../src/callbacks/domain/delivery.ts';
import { CircuitBreaker } from '../../src/callbacks/worker/circuit-breaker.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FAILED = { status: 500, retryAfterSeconds: null };

describe('a callback of which three days have passed', () => {
  const ageMs = 4 * DAY_MS;

  test('is tried three times, though the service stood still meanwhile', () => {
    const kinds = [0, 1, 2].map(
      (failedAttempts) => decideDelivery({ failedAttempts, ageMs }, FAILED, 0).kind,
    );
    expect(kinds).toEqual(['retry', 'retry', 'give-up']);
  });

  test('is not tried again after 410', () => {
    expect(decideDelivery({ failedAttempts: 0, ageMs }, { ...FAILED, status: 410 }, 0).kind).toBe('give-up');
  });
});

test('an attempt that a shutdown aborted is no failure of the receiver', () => {
  const aborted = { status: null, retryAfterSeconds: null, abortedByShutdown: true };
  expect(decideDelivery({ failedAttempts: 1, ageMs: 0 }, aborted, 0.5)).toMatchObject({
    failedAttempts: 1,
    delayMs: 5000,
  });
  expect(decideDelivery({ failedAttempts: 1, ageMs: 0 }, FAILED, 0.5)).toMatchObject({ failedAttempts: 2 });
});

describe('after an outage', () => {
  /** Fails for a minute, and succeeds then. @returns the time of the success. */
  function passOutage(breaker: CircuitBreaker, fromMs: number): number {
    for (let failures = 0; failures < 5; failures += 1) breaker.record(false, fromMs);
    breaker.record(true, fromMs + MINUTE_MS);
    return fromMs + MINUTE_MS;
  }

  test('what waits since before its end is retried now', () => {
    const breaker = new CircuitBreaker(0);
    breaker.record(true, 1);
    breaker.endRetryNow();
    const endMs = passOutage(breaker, DAY_MS);
    expect(breaker.retryNowBeforeMs).toBe(endMs);
  });

  test('what failed in the next one is retried now, though the first is not made up for', () => {
    const breaker = new CircuitBreaker(0);
    passOutage(breaker, DAY_MS);
    const endMs = passOutage(breaker, 2 * DAY_MS);
    expect(breaker.retryNowBeforeMs).toBe(endMs);
  });
});
