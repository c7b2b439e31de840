import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole } from '../support/console.ts';
import { useService } from '../support/shared-service.ts';
import { english, turkish } from '../support/texts.ts';

const openPage = useBrowser();
const service = useService({ env: { TIME_ZONE: 'Europe/Istanbul' } });

const inUrl = (page: Page, name: string) => () => new URL(page.url()).searchParams.get(name);

async function openFields(page: Page, { locale }: { readonly locale: 'en' | 'tr' }) {
  const t = locale === 'tr' ? turkish : english;
  await page.goto(consoleUrl(service(), 'search'));
  await page.getByLabel('appKey').fill(OPERATOR.appKey);
  await page.getByLabel(t.session.secret).fill(OPERATOR.secret);
  await page.getByRole('button', { name: t.session.signIn }).click();
  await page.getByRole('button', { name: t.searchField.filters }).click();
  return t;
}

/** Typed or pasted text, its meaning in UTC, and how the field shows it then. */
const FORMS = {
  en: [
    ['2026-11-21 14:30', '2026-11-21T11:30:00.000Z', '2026-11-21 14:30'],
    ['2026-11-21T14:30:05', '2026-11-21T11:30:05.000Z', '2026-11-21 14:30:05'],
    ['2026-11-20T12:30:00.000+03:00', '2026-11-20T09:30:00.000Z', '2026-11-20 12:30'],
    ['2026-11-19', '2026-11-18T21:00:00.000Z', '2026-11-19'],
    ['21.11.2026 9:05', '2026-11-21T06:05:00.000Z', '2026-11-21 09:05'],
    ['Nov 5, 2026, 2:34 PM', '2026-11-05T11:34:00.000Z', '2026-11-05 14:34'],
    ['6 November 2026 12:00 am', '2026-11-05T21:00:00.000Z', '2026-11-06'],
    ['11/23/2026', '2026-11-22T21:00:00.000Z', '2026-11-23'],
    ['24/11/2026', '2026-11-23T21:00:00.000Z', '2026-11-24'],
  ],
  tr: [
    ['21.11.2026 14:30', '2026-11-21T11:30:00.000Z', '21.11.2026 14:30'],
    ['22 Kas 2026 02:34', '2026-11-21T23:34:00.000Z', '22.11.2026 02:34'],
    ['5 Ağustos 2026', '2026-08-04T21:00:00.000Z', '05.08.2026'],
    ['3/4/2026', '2026-04-02T21:00:00.000Z', '03.04.2026'],
    ['1.2.26 8.15', '2026-02-01T05:15:00.000Z', '01.02.2026 08:15'],
    ['2026-11-19 00:00', '2026-11-18T21:00:00.000Z', '19.11.2026'],
  ],
} as const;

test.each(['en', 'tr'] as const)(
  'in %s a date is typed and pasted in every common form, and shown in that of the language',
  async (locale) => {
    const { page } = await openPage({ locale: locale === 'tr' ? 'tr-TR' : 'en-US' });
    const { search } = await openFields(page, { locale });
    const field = page.getByLabel(search.fields.from);
    for (const [typed, iso, shown] of FORMS[locale]) {
      await field.fill(typed);
      await field.press('Enter');
      await expect.poll(inUrl(page, 'from'), { message: typed }).toBe(iso);
      await expect.poll(() => field.inputValue(), { message: typed }).toBe(shown);
    }
  },
);

test('a day without a time belongs to the span that it ends, also after a reload', async () => {
  const { page } = await openPage({ locale: 'tr-TR' });
  const { search, searchField } = await openFields(page, { locale: 'tr' });
  const field = page.getByLabel(search.fields.to);
  await field.fill('21.11.2026');
  await field.press('Enter');
  await expect.poll(inUrl(page, 'to')).toBe('2026-11-21T21:00:00.000Z');
  await page.reload();
  await page.getByRole('button', { name: searchField.filters }).click();
  await expect.poll(() => page.getByLabel(search.fields.to).inputValue()).toBe('21.11.2026');
});

test('what is no date is said at the field, which keeps it, and nothing is shown', async () => {
  const { page } = await openPage();
  await openFields(page, { locale: 'en' });
  const field = page.getByLabel(english.search.fields.from);
  const problem = page.getByText(english.failures.fields.not_a_timestamp);
  for (const typed of ['abc', '31.02.2026', '3/4/2026', '2026-11-21 25:00', '5', '21 Foo 2026']) {
    await field.fill(typed);
    await field.press('Enter');
    await problem.waitFor();
    expect(await field.inputValue(), typed).toBe(typed);
    expect(await page.getByRole('table').count(), typed).toBe(0);
    await field.fill('2026-11-21');
    await field.press('Enter');
    await problem.waitFor({ state: 'detached' });
  }
});

test('the audit log reads dates in the same way, and names what is none at its field', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: ADMIN, path: 'audit?from=never' });
  await page.getByText(english.failures.fields.not_a_timestamp).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  const field = page.getByLabel('From', { exact: true });
  expect(await field.inputValue()).toBe('never');
  await field.fill('20 Nov 2020');
  await field.press('Enter');
  await expect.poll(inUrl(page, 'from')).toBe('2020-11-19T21:00:00.000Z');
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  expect(await field.inputValue()).toBe('2020-11-20');
  await field.fill('not sent');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => field.inputValue()).toBe('');
});
