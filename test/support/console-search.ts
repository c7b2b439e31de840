import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Credentials, call, type TestService, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createClient } from './entities.ts';
import { createPayable } from './payments.ts';

/** Creates a merchant with one transaction per name: alternately withdrawals and deposits, of 100.5, 101.5, … */
export async function createMerchantWith(
  service: TestService,
  names: readonly string[],
): Promise<Credentials> {
  const merchant = await createClient(service);
  for (const [index, name] of names.entries()) {
    const amount = `${100 + index}.5`;
    const body = withdrawalFields({ name, accountName: name, amount });
    if (index % 2) await createPayable(service, { name, amount }, merchant);
    else await call(service, WITHDRAW, { body, as: merchant });
  }
  return merchant;
}

/** Returns the ids of the transactions that a list shows, in order. */
export function shownIds(page: Page): Promise<(string | null)[]> {
  return page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')));
}

/** Locates the row of a transaction in a list. */
export const rowWith = (page: Page, { transactionId }: { readonly transactionId: string }): Locator =>
  page.locator(`tr[data-key="${transactionId}"]`);

/** Scrolls until this many rows are shown. */
export async function scrollTo(page: Page, count: number): Promise<void> {
  const scrolled = async () => {
    await page.mouse.wheel(0, 4000);
    return page.locator('tbody tr').count();
  };
  await expect.poll(scrolled).toBe(count);
}
