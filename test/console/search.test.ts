import { describe, expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { consoleUrl, holdRequests, openConsole } from '../support/console.ts';
import { rowWith, scrollTo, shownIds } from '../support/console-search.ts';
import { createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { createPayable, settle } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();

test('a wrong filter is reported at its field only, and nothing is shown or exported', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), {
    as: OPERATOR,
    path: 'search?minAmount=abc&from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z',
  });
  await page.getByText('Enter an amount, such as 1,250.50 or 1250.5.').waitFor();
  await page.getByText('Correct the field that is marked above.').waitFor();
  expect(await page.locator('main [role=alert]:not(:empty)').count()).toBe(0);
  // Ignoring the invalid filter would show too many rows.
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0);
  await page.getByLabel('Amount from').fill('');
  await page.keyboard.press('Enter');
  await page.getByText('Must be before the end.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('what does not wait is looked for among all transactions, and then among the lines of banks', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'queue?query=Nobody' });
  await page.getByRole('link', { name: 'Search all transactions' }).click();
  await page.getByText('Nothing found').waitFor();
  expect(await page.locator('input[type=search]').first().inputValue()).toBe('Nobody');
  await page.getByRole('link', { name: 'Search the bank lines' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?group=all&query=Nobody');
  await page.getByText('Nothing found').waitFor();
});

test('scrolling loads all rows without gaps or repetitions, and shown rows are updated live', async () => {
  const { page } = await openPage();
  const merchant = await createClient(service());
  const made = await Promise.all(Array.from({ length: 60 }, () => createPayable(service(), {}, merchant)));
  await openConsole(page, service(), { as: OPERATOR, path: `search?appKey=${merchant.appKey}` });
  await page.getByText('50 shown, there are more').waitFor();
  await scrollTo(page, 60);
  const ids = await shownIds(page);
  expect(ids).toEqual(
    made
      .map(({ transactionId }) => transactionId)
      .sort()
      .reverse(),
  );
  const [first] = made;
  await settle(service(), first!);
  await rowWith(page, first!).getByText('successful', { exact: true }).waitFor();
});

test('no results, loading and an unreachable service are shown differently', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'search?processId=no-such-process' });
  await page.getByText('Nothing found').waitFor();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query Transactions') ? route.abort() : route.fallback(),
  );
  const release = await holdRequests(page, 'query Transactions');
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await page.getByLabel('Process id').fill('another');
  await page.keyboard.press('Enter');
  await page.getByText('Loading transactions …').waitFor();
  release();
  await page.getByText('That did not work').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing found').waitFor();
  expect(page.url()).toBe(consoleUrl(service(), 'search?processId=another'));
});

/** More different words than a search takes. */
const TOO_MANY = 'gelen fast havale ada yilmaz dan siparis no bir iki uc odeme';

/** Opens the search over everything with the answer to a name. */
async function find(name: string) {
  await createPayable(service(), { name, userId: name });
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const field = palette.getByRole('combobox');
  await field.fill(name);
  await palette.getByRole('option', { name: new RegExp(name) }).waitFor();
  return { page, palette, field };
}

describe('the search over everything', () => {
  testLong('dims the results of an earlier query until the next answer', async () => {
    const { palette, field } = await find('Zarife Tok');
    const dimmed = palette.locator('.palette-old');
    expect(await dimmed.count()).toBe(0);
    await field.fill('Zarife Toka');
    await dimmed.getByText(/Zarife Tok/).waitFor();
    expect(await palette.locator('[aria-selected=true]').count()).toBe(0);
    await palette.getByText('Nothing found').waitFor();
    expect(await dimmed.count()).toBe(0);
  });

  test('says why it failed, and Enter opens nothing of the answer before', async () => {
    const { page, palette, field } = await find('Nebahat Uz');
    await field.fill(TOO_MANY);
    await palette.getByRole('alert').getByText('Write at most 10 different words.').waitFor();
    await palette.getByRole('button', { name: 'Try again' }).waitFor();
    await palette
      .locator('.palette-old')
      .getByText(/Nebahat Uz/)
      .waitFor();
    await page.keyboard.press('Enter');
    expect(await palette.count()).toBe(1);
    expect(await page.evaluate('location.pathname')).toBe('/console/queue');
  });
});
