import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { createPayable, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

test('a viewer finds neither hash nor payment link: in what the console receives, shows and exports', async () => {
  const merchant = await createClient(service());
  const deposit = await createPayable(service(), {}, merchant);
  await settle(service(), deposit, { finalAmount: '499' });
  const target = `/v1/transactions/${deposit.transactionId}`;
  const { hash } = expectData(await call(service(), target, { as: OPERATOR }));
  const kept = [hash, deposit.token];
  for (const role of ['operator', 'viewer'] as const) {
    const { page, context } = await openPage();
    await context.addInitScript('delete globalThis.showSaveFilePicker');
    const received: Promise<string>[] = [];
    page.on('response', (response) => {
      const isAnswer = /json/.test(response.headers()['content-type'] ?? '');
      if (isAnswer) received.push(response.text());
    });
    const path = `search?appKey=${merchant.appKey}&open=${deposit.transactionId}`;
    await openConsole(page, service(), { as: await createClient(service(), { role }), path });
    await page.getByRole('heading', { name: 'History' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = join(service().folder, `${role}.csv`);
    await (await download).saveAs(file);
    const csv = readFileSync(file, 'utf8');
    expect(csv).toContain(deposit.transactionId);
    const answers = (await Promise.all(received)).join('');
    expect(answers).toContain(deposit.transactionId);
    const shown = [answers, await page.content()].map((text) => kept.map((value) => text.includes(value)));
    // The same search finds them in the console of an operator.
    const isShown = role === 'operator';
    expect(shown, role).toEqual([
      [isShown, isShown],
      [isShown, isShown],
    ]);
    for (const value of kept) expect(csv).not.toContain(value);
  }
});

test('the console of a test key says so, and has no screen that the key is refused', async () => {
  const admin = await createClient(service(), { role: 'admin', isTest: true });
  const merchant = await createClient(service(), { isTest: true });
  const test = await createPayable(service(), {}, merchant);
  const live = await createPayable(service());
  const { page, screenshot } = await openPage();
  await openConsole(page, service(), { as: admin, path: 'search' });
  await page.getByText(test.transactionId).or(page.getByRole('row').nth(1)).first().waitFor();
  expect(await page.locator('.test-key').innerText()).toBe('Test');
  const links = await page.locator('.sidebar nav a').allInnerTexts();
  expect(links.map((text) => text.split('\n')[0])).toEqual([
    'Queue',
    'Search',
    'Overview',
    'Callbacks',
    'Audit log',
  ]);
  expect(await page.content()).not.toContain(live.transactionId);
  await screenshot('console-test-key');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('button', { name: 'Account' }).waitFor();
  expect(await page.locator('.sidebar .test-key').isVisible()).toBe(true);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await screenshot('console-test-key-320');
});
