import { vi } from 'vitest';

/** Retries an assertion for as long as a busy machine can need. */
export const eventually = (assertion: () => void | Promise<void>) =>
  vi.waitFor(assertion, { timeout: 10_000, interval: 10 });
