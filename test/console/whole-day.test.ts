import { describe, expect, test } from 'vitest';
import { ADMIN, call, OPERATOR, type TestService } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { dayBefore, NOON_ZONE } from '../support/noon-zone.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

async function openDay() {
  const service = await startOwn({ TIME_ZONE: NOON_ZONE });
  const { page, accessibilityProblems } = await openPage();
  await openConsole(page, service, { as: OPERATOR, path: 'reconciliation?view=days' });
  await page.getByText('Nobody has closed this day yet.').waitFor();
  return { service, page, accessibilityProblems };
}

/** Closes yesterday as an admin. */
async function closeElsewhere(service: TestService): Promise<void> {
  const day = dayBefore(1);
  const { figuresHash } = expectData(await call(service, `/v1/days?day=${day}`, { as: ADMIN }));
  const body = JSON.stringify({ day, figuresHash, lastClosing: 0, reason: 'no statement comes' });
  const options = {
    as: ADMIN,
    method: 'POST',
    body,
    contentType: 'application/json',
    sign: 'timed',
  } as const;
  expectData(await call(service, '/v1/days/close', options));
}

describe('the page of a day', () => {
  test('reads the day again where somebody else has closed it first, and says who', async () => {
    const { service, page, accessibilityProblems } = await openDay();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('they come on Monday');
    await closeElsewhere(service);
    await dialog.getByRole('button', { name: 'Close the day' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Closed by Demo admin, /)
      .waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The figures are still those.').waitFor();
    expect(await page.getByText('Nobody has closed this day yet.').count()).toBe(0);
  });

  test('leads to the day after until that is the present one', async () => {
    const { page } = await openDay();
    const later = page.getByRole('link', { name: 'Day after' });
    expect(await later.getAttribute('href')).toContain(`day=${dayBefore(0)}`);
    await later.click();
    await expect.poll(() => page.evaluate('location.search')).toContain(`day=${dayBefore(0)}`);
    await expect.poll(() => later.getAttribute('aria-disabled')).toBe('true');
    expect(await later.getAttribute('href')).toBe(null);
  });
});
