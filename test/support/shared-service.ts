import { afterAll, beforeAll, expect, onTestFinished, TestRunner } from 'vitest';
import { startTestService, type TestService, type TestServiceOptions } from '../harness.ts';

/** Texts that no log line may contain: signs, hashes, the secrets of test clients, IBANs and the usual names. */
const PRIVATE = [
  /[A-Za-z0-9+/]{43}=/,
  /-secret\b/,
  /[A-Z]{2}\d{2}[A-Z0-9]{11,30}/,
  /Test.User/i,
  /testUserName/,
];

/** Stops a service, and searches its whole log for private texts. */
export async function stopSearched(service: TestService | undefined): Promise<void> {
  await service?.stop();
  const lines = service?.logLines ?? [];
  expect(lines.filter((line) => PRIVATE.some((pattern) => pattern.test(line)))).toEqual([]);
}

/**
 * Starts one service for all tests of a file. After the tests, its whole log is searched for private texts.
 * @returns a function that returns the service during the tests.
 */
export function useService(options: TestServiceOptions = {}): () => TestService {
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await startTestService(options);
  });
  afterAll(() => stopSearched(service));
  return () => {
    if (!service) throw new Error('the service was used before it was started');
    return service;
  };
}

/**
 * Starts services for single tests of a file. A service that a test starts ends with it, after the pages that use it,
 * and leaves its threads to the next one; any other ends with the file.
 * @returns a function that starts one.
 */
export function useOwnServices(): (
  env?: Readonly<Record<string, string>>,
  options?: TestServiceOptions,
) => Promise<TestService> {
  const started: TestService[] = [];
  afterAll(async () => {
    for (const service of started) await service.stop();
  });
  return async (env = {}, options = {}) => {
    const service = await startTestService({ ...options, env });
    if (TestRunner.getCurrentTest()) onTestFinished(() => service.stop());
    else started.push(service);
    return service;
  };
}
