import { expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole } from '../support/console.ts';
import { createNamed, readOutcome } from '../support/console-queue.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';
import { turkish } from '../support/texts.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);

test('amounts are read as statements print them, and anything else is reported at its field', async () => {
  const { page } = await openPage();
  const one = await createNamed(service());
  await openConsole(page, service(), { as: OPERATOR });
  await page.getByRole('button', { name: `Settle 500.00 of ${one.name}` }).click();
  const amount = page.getByLabel('Final amount (TRY)');
  const confirm = page.getByRole('button', { name: /^Settle( with .*)?$/ });
  await page.getByRole('dialog').waitFor();
  // The field is selected, so that typing replaces it.
  const selected = `[document.activeElement.selectionStart, document.activeElement.selectionEnd]`;
  expect(await page.evaluate(selected)).toEqual([0, '500.00'.length]);
  for (const wrong of ['', '1.234.5', '1,23,456', '-5', '12.345.6', '1e3', 'a hundred', '0x10', '1.250.50']) {
    await amount.fill(wrong);
    await confirm.click();
    await page.getByText('Enter an amount with at most two decimals').waitFor();
    expect(await amount.getAttribute('aria-invalid'), wrong).toBe('true');
  }
  const printed = [
    '1.250,50',
    '1,250.50',
    '1250.5',
    '1250,50',
    '1 250,50',
    '₺1.250,50',
    '1.250,50 TL',
    "1'250.50",
  ];
  for (const form of printed) {
    await amount.fill(form);
    await confirm.click();
    await page.getByText('1,250.50 is 750.50 more than the requested 500.00').waitFor();
  }
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
});

test('an unusual final amount is settled only after the console has named the difference and asked again', async () => {
  const { page } = await openPage();
  const [one, other] = [await createNamed(service()), await createNamed(service())];
  await openConsole(page, service(), { as: OPERATOR });
  const open = (name: string) => page.getByRole('button', { name: `Settle 500.00 of ${name}` }).click();
  const amount = page.getByLabel('Final amount (TRY)');
  const confirm = (label: string) => page.getByRole('button', { name: label, exact: true });
  await open(one.name);
  await amount.fill('50');
  await confirm('Settle').click();
  await page.getByText('50.00 is 450.00 less than the requested 500.00.', { exact: true }).waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
  // Another amount is another question.
  await amount.fill('5000');
  await confirm('Settle').click();
  await page.getByText('5,000.00 is 4,500.00 more than the requested 500.00', { exact: false }).waitFor();
  expect(await readOutcome(service(), one)).toMatchObject({ status: 'pending', sequence: 1 });
  await amount.fill('500');
  await confirm('Settle').click();
  await page.getByText(`Settled: 500.00 · ${one.name}`).waitFor();

  await open(other.name);
  await amount.fill('50');
  await confirm('Settle').click();
  await confirm('Settle with 50.00').click();
  await page.getByText(`Settled: 50.00 · ${other.name}`).waitFor();
  holds.pass();
  await service().planRunner.runNow();
  expect(await readOutcome(service(), other)).toMatchObject({ status: 'successful', finalAmount: 50 });
});

test('in Turkish the difference is a sentence, for more and for less', async () => {
  const { page } = await openPage({ locale: 'tr-TR' });
  const { transactionId } = await createPayable(service(), { amount: '10000' });
  await page.goto(consoleUrl(service(), `queue?open=${transactionId}`));
  await page.getByLabel(turkish.session.appKey).fill(OPERATOR.appKey);
  await page.getByLabel(turkish.session.secret).fill(OPERATOR.secret);
  await page.getByRole('button', { name: turkish.session.signIn }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Onayla', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Onayla: Yatırma 10.000,00 TL' });
  for (const [typed, sentence] of [
    ['12.500,50', "Girilen tutar 12.500,50 TL, istenen 10.000,00 TL'den 2.500,50 TL fazla."],
    ['1.000', "Girilen tutar 1.000,00 TL, istenen 10.000,00 TL'den 9.000,00 TL eksik."],
  ] as const) {
    await dialog.getByLabel('Gerçekleşen tutar (TL)').fill(typed);
    await page.keyboard.press('Enter');
    await dialog.getByText(sentence, { exact: true }).waitFor();
  }
  await dialog.getByRole('button', { name: '1.000,00 TL ile onayla' }).waitFor();
});
