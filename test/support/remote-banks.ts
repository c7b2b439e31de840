import { DEMO_BANK_ID, startTestService, type TestService } from '../harness.ts';

export const BANKS_PATH = '/v1/available-banks';

/** A bank of the other service, with accounts in our database. */
export const BANK_WITH_ACCOUNT = {
  _id: DEMO_BANK_ID,
  name: 'Remote Name',
  deposit: { minAmount: 100, maxAmount: 1000 },
};

/**
 * Starts our service with the banks of another one. After the start, the list is refreshed only on request of a
 * test.
 */
export function startWithRemoteBanks(
  { url }: { url: string },
  options: { folder?: string; env?: Record<string, string> } = {},
): Promise<TestService> {
  const env = { AVAILABLE_BANKS_URL: url, AVAILABLE_BANKS_REFRESH: '1d', ...options.env };
  return startTestService({ ...options, env });
}

/** The check of the banks in `/readyz`. */
export async function readiness(service: TestService) {
  const response = await fetch(`${service.url}/readyz`);
  const { data } = JSON.parse(await response.text());
  return { status: response.status, banks: data.checks.banks };
}
