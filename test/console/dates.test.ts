import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN, OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { useService } from '../support/shared-service.ts';
import { english } from '../support/texts.ts';

const openPage = useConsole();
const service = useService({ env: { TIME_ZONE: 'Europe/Istanbul' } });

const inUrl = (page: Page, name: string) => () => new URL(page.url()).searchParams.get(name);

test('a date is read in the time zone of the desk, and an invalid one is reported at its field', async () => {
  const { page } = await openPage();
  await openConsole(page, service(), { as: OPERATOR, path: 'search' });
  await page.getByRole('button', { name: english.searchField.filters }).click();
  const field = page.getByLabel(english.search.fields.from);
  const problem = page.getByText(english.failures.fields.not_a_timestamp);
  await field.fill('abc');
  await field.press('Enter');
  await problem.waitFor();
  expect(await field.inputValue()).toBe('abc');
  expect(await page.getByRole('table').count()).toBe(0);
  await field.fill('Nov 5, 2026, 2:34 PM');
  await field.press('Enter');
  await problem.waitFor({ state: 'detached' });
  await expect.poll(inUrl(page, 'from')).toBe('2026-11-05T11:34:00.000Z');
  expect(await field.inputValue()).toBe('2026-11-05 14:34');
});

test('the audit log reads dates in the same way, and reports an invalid one at its field', async () => {
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
