import type { Locator, Page } from 'playwright-core';
import { type Credentials, call, type Json, MERCHANT, OPERATOR, type TestService } from '../harness.ts';
import { createPayable, type PayableDeposit } from './payments.ts';
import { expectData } from './responses.ts';

export interface NamedDeposit extends PayableDeposit {
  readonly name: string;
}

let made = 0;

/** Creates a pending deposit of 500.00 with a unique name. */
export async function createNamed(service: TestService, as: Credentials = MERCHANT): Promise<NamedDeposit> {
  made += 1;
  const name = `Payer No${made}`;
  return { ...(await createPayable(service, { name }, as)), name };
}

/** Creates this many of them, one after another. */
export async function createMany(service: TestService, count: number): Promise<NamedDeposit[]> {
  const all: NamedDeposit[] = [];
  for (let index = 0; index < count; index += 1) all.push(await createNamed(service));
  return all;
}

/** Locates the pane of the open transaction. */
export const paneOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Transaction' });

/** Locates the row of a deposit in the console. */
export function rowOf(page: Page, { name }: NamedDeposit): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

/** Reads the status that a transaction will have when the last decision about it is due; undefined if there is none. */
export async function readPlannedStatus(
  service: TestService,
  { transactionId }: PayableDeposit,
): Promise<unknown> {
  const detail = expectData(await call(service, `/v1/transactions/${transactionId}`, { as: OPERATOR }));
  return detail.planned?.to;
}

/** Reads the outcome of a transaction over REST. */
export async function readOutcome(service: TestService, { transactionId }: PayableDeposit): Promise<Json> {
  const detail = expectData(await call(service, `/v1/transactions/${transactionId}`, { as: OPERATOR }));
  const { status, statusReason, finalAmount, sequence } = detail;
  return { status, statusReason, finalAmount, sequence };
}

/** Reads the sequence of each deposit. */
export const sequencesOf = (service: TestService, all: readonly NamedDeposit[]): Promise<unknown[]> =>
  Promise.all(all.map(async (one) => (await readOutcome(service, one)).sequence));
