import { afterAll, beforeAll, expect } from 'vitest';
import { startTestService, type TestService, type TestServiceOptions } from '../harness.ts';

/** What no log line may hold: signs and hashes, the secrets of every test client, IBANs, the usual names. */
const PRIVATE = [
  /[A-Za-z0-9+/]{43}=/,
  /-secret\b/,
  /[A-Z]{2}\d{2}[A-Z0-9]{11,30}/,
  /Test.User/i,
  /testUserName/,
];

/**
 * One service for all tests of a file, asked for once they run. When they are done, its whole log is searched
 * for what no log may hold.
 */
export function useService(options: TestServiceOptions = {}): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await startTestService(options);
  });
  afterAll(async () => {
    await service?.stop();
    for (const line of service?.logLines ?? [])
      for (const pattern of PRIVATE) expect(line).not.toMatch(pattern);
  });
  return () => {
    if (!service) throw new Error('the service is asked for before it was started');
    return service;
  };
}
