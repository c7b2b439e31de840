import type { Page } from 'playwright-core';
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
