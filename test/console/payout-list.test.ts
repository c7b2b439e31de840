import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Credentials,
  call,
  type Json,
  MERCHANT,
  OPERATOR,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { holdRequests, openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';

/** One page of the list. */
const PAGE = 50;

const openPage = useConsole();
const startOwn = useOwnServices();

describe('the list of more batches than a page has', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startOwn();
    const [account] = await service.dependencies.db.read('listEveryAccount');
    const prepare = async (as: Credentials): Promise<Json> => {
      const { transactionId } = expectData(
        await call(service, WITHDRAW, { as: MERCHANT, body: withdrawalFields() }),
      );
      const body: Json = { transactionIds: [transactionId], accountId: account?.id };
      return expectData(await call(service, '/v1/payouts', { as, body, sign: 'timed' }));
    };
    await prepare(OPERATOR);
    for (let index = 0; index < PAGE; index += 1) await prepare(ADMIN);
  });

  test('begins with an old one that waits for the person', async () => {
    const { page } = await openPage();
    await openConsole(page, service, { as: ADMIN, path: 'payouts' });
    const waiting = page.getByRole('region', { name: 'Waits for you' });
    await waiting.getByRole('link', { name: 'Batch 1', exact: true }).waitFor();
  });

  test('goes on page by page', async () => {
    const viewer = await createClient(service, { role: 'viewer' });
    const { page } = await openPage();
    await openConsole(page, service, { as: viewer, path: 'payouts' });
    const batches = page.getByRole('link', { name: /^Batch \d+$/ });
    await batches.first().waitFor();
    expect(await batches.count()).toBe(PAGE);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: 'Batch 1', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  test('keeps its button while the next page is read', async () => {
    const viewer = await createClient(service, { role: 'viewer' });
    const { page } = await openPage();
    await openConsole(page, service, { as: viewer, path: 'payouts' });
    const release = await holdRequests(page, 'query MoreBatches');
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
    await expect.poll(() => more.isDisabled()).toBe(true);
    release();
    await more.waitFor({ state: 'detached' });
  });
});
