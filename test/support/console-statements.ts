import type { Locator, Page } from 'playwright-core';
import { type Credentials, call, type Json, MERCHANT, OPERATOR, type TestService } from '../harness.ts';
import { createPayable, type PayableDeposit } from './payments.ts';
import { expectData } from './responses.ts';
import { camtOf } from './statements/bank-files.ts';

/** A deposit with the data that a transfer for it must have. */
export interface AwaitedDeposit extends PayableDeposit {
  readonly name: string;
  readonly reference: string;
  /** The IBAN of the account into which it is to be paid. */
  readonly iban: string;
}

let made = 0;

/** Creates a pending deposit of 500.00 of another user. */
export async function createAwaited(
  service: TestService,
  name: string,
  as: Credentials = MERCHANT,
): Promise<AwaitedDeposit> {
  made += 1;
  const payable = await createPayable(service, { name, userId: `statement-user-${made}` }, as);
  const { reference, bankAccountIban: iban } = await readTransaction(service, payable);
  return { ...payable, name, reference, iban };
}

/** Leaves one account to the deposits. @returns its id. */
export async function keepOneAccount({ dependencies: { db } }: TestService): Promise<string> {
  const [kept, ...others] = await db.read('listEveryAccount');
  for (const { id } of others) await db.run('updateAccount', { accountId: id, changes: { active: false } });
  return kept?.id ?? '';
}

/** Reads a transaction over REST. */
export async function readTransaction(
  service: TestService,
  { transactionId }: Pick<PayableDeposit, 'transactionId'>,
): Promise<Json> {
  return expectData(await call(service, `/v1/transactions/${transactionId}`, { as: OPERATOR }));
}

/** A line of a statement for the transfer of a payer. */
export interface CamtLine {
  /** `500.00`; a debit has a minus sign. */
  readonly amount: string;
  readonly name: string;
  readonly text: string;
}

/** The transfer of a payer, as it is on a statement. */
export const transferOf = ({ name, reference }: AwaitedDeposit, amount = '500.00'): CamtLine => ({
  amount,
  name,
  text: `Havale ${reference}`,
});

/** Writes a camt.053 with a statement of an account. `missing` makes its closing balance wrong by this amount. */
export function writeCamt(
  iban: string,
  lines: readonly CamtLine[],
  // A line that was booked before its deposit was created settles nothing.
  { missing = 0, id = 'S1', day = new Date().toISOString().slice(0, 10) } = {},
): string {
  const booked = lines.map(({ amount, ...line }, index) => ({
    ...line,
    amountMinor: Math.round(Number(amount) * 100),
    date: day,
    bankReference: `${id}-${index + 1}`,
  }));
  const openingMinor = 100_000;
  const closingMinor = booked.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor) + missing;
  const statement = { iban, lines: booked, id, sequenceNumber: 17, openingMinor, closingMinor };
  return camtOf({ ...statement, closingDate: day }).toString();
}

/** Chooses a file on the screen. */
export async function chooseFile(page: Page, name: string, content: string): Promise<void> {
  await page
    .locator('.import input[type=file]')
    .setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(content) });
}

/** Imports the file of the preview, whose button has the focus. */
export async function commitImport(page: Page): Promise<void> {
  await page.locator('.preview .primary:focus').waitFor();
  await page.keyboard.press('Enter');
}

/** Chooses a file, and imports it. */
export async function importChosen(page: Page, name: string, content: string): Promise<void> {
  await chooseFile(page, name, content);
  await commitImport(page);
}

/** Drops a file on the page. */
export async function dropFile(page: Page, name: string, content: string): Promise<void> {
  await page.evaluate(
    ([fileName, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text ?? ''], fileName ?? ''));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    },
    [name, content],
  );
}

/** Locates the row of a line by a text in it. */
export const lineRow = (page: Page, text: string): Locator =>
  page.locator('.line-rows tbody tr').filter({ hasText: text });

/** Locates the pane of the open line. */
export const linePane = (page: Page): Locator =>
  page.getByRole('complementary', { name: /^(Line|Hareket)$/ });

/** Shows a group of lines. */
export const showGroup = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^${name}( \\d+)?$`) }).click();
