import { test } from 'vitest';
import { call, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole, signIn } from '../support/console.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();
const NAMES = [
  'Ayşe Çağlayan',
  'Ada Yılmaz',
  'X'.repeat(150),
  'عبد الرحمن محمد',
  'Mehmet Öz',
  'Şükrü Işık Karaosmanoğlu Demirtaşoğulları',
];
test('shots', async () => {
  const ids: string[] = [];
  for (const [i, name] of NAMES.entries()) {
    const one = await createPayable(service(), {
      name,
      amount: `${1250 * (i + 1)}.50`,
      processId: crypto.randomUUID(),
    });
    ids.push(one.transactionId);
    if (i % 2) await service().dependencies.transactions.markSent(one.transactionId);
  }
  for (let i = 0; i < 8; i += 1)
    await call(service(), WITHDRAW, {
      body: withdrawalFields({ name: 'Fatma Demir', accountName: 'Fatma Demir', amount: '12500.00' }),
    });
  for (const [locale, width, dark] of [
    ['en-US', 1440, false],
    ['tr-TR', 1180, false],
    ['tr-TR', 820, true],
    ['tr-TR', 360, false],
    ['en-US', 1280, true],
  ] as const) {
    const { page, screenshot } = await openPage({ width, height: 900, locale, dark });
    await page.goto(consoleUrl(service(), 'queue'));
    await page.locator('input').first().fill(OPERATOR.appKey);
    await page.locator('input').nth(1).fill(OPERATOR.secret);
    await page.keyboard.press('Enter');
    await page.locator('tbody tr').nth(5).waitFor();
    await screenshot(`q-${width}`);
    if (width > 360) {
      await page.locator('tbody input').nth(2).click();
      await page
        .locator('tbody input')
        .nth(4)
        .click({ modifiers: ['Shift'] });
      await screenshot(`q-${width}-chosen`);
      await page.keyboard.press('Escape');
    }
    await page.locator('tbody a').nth(1).click();
    await page.locator('.history, .detail .hint').first().waitFor();
    await screenshot(`q-${width}-open`);
    await page.keyboard.press('s');
    await page.getByRole('dialog').waitFor();
    await screenshot(`q-${width}-settle`);
  }
}, 120000);
