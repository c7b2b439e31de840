import { describe, expect, test } from 'vitest';
import { decideDelivery } from '../../src/callbacks/domain/delivery.ts';

const DAY_MS = 86_400_000;
const FAILED = { status: 500, retryAfterSeconds: null };

describe('a callback that is three days old', () => {
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
