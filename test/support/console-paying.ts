import type { Page } from 'playwright-core';
import { type Credentials, call, type TestService, WITHDRAW, withdrawalFields } from '../harness.ts';
import { openConsole } from './console.ts';
import { expectData } from './responses.ts';

/** Creates a pending withdrawal. @returns its id. */
export async function createWithdrawal(
  service: TestService,
  name: string,
  amount = '12500.5',
): Promise<string> {
  const body = withdrawalFields({ name, accountName: name, amount, iban: 'TR330006100519786457841326' });
  return expectData(await call(service, WITHDRAW, { body })).transactionId;
}

/** Opens the console with a transaction of the queue in its pane. */
export const openAt = (page: Page, service: TestService, as: Credentials, id: string) =>
  openConsole(page, service, { as, path: `queue?open=${id}` });
