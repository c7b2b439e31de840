import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { createAccount, newIban } from '../support/entities.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { camtOf } from '../support/statements/bank-files.ts';

let desk: Desk;
let other: { readonly id: string; readonly iban: string };
let ownId: string;
beforeAll(async () => {
  desk = await openDesk();
  const accounts = await desk.service.dependencies.db.read('listEveryAccount');
  const own = accounts.find(({ iban }) => iban === desk.iban);
  ownId = own?.id ?? '';
  other = await createAccount(desk.service, { bankId: own?.bankId ?? '', iban: newIban() });
});
afterAll(() => desk[Symbol.asyncDispose]());

let made = 0;

/** An MT940 file of one statement for each account, as `:25:` names it. */
function mt940Of(...accounts: readonly string[]): Buffer {
  made += 1;
  const statements = accounts.map((account, index) =>
    [
      `:20:M${made}`,
      `:25:${account}`,
      `:28C:${made}/1`,
      ':60F:C261120TRY0,',
      `:61:2611201120C${index + 1},NTRFNONREF`,
      `:86:file ${made} line ${index}`,
      `:62F:C261120TRY${index + 1},`,
      '-',
      '',
    ].join('\r\n'),
  );
  return Buffer.from(statements.join(''));
}

const put = (file: Buffer, query = '') => upload(desk.service, file, `name=a.sta${query}`);

async function problemsOf(file: Buffer, query = ''): Promise<string[]> {
  const { fields } = expectFailure(await put(file, query), 'error_validation');
  return fields.map(({ message }: Json) => message);
}

const accountsOf = ({ statements }: Json) => statements.map(({ accountId }: Json) => accountId).sort();

test('each statement of a file is of the account that it names, also where one was chosen', async () => {
  const both = [ownId, other.id].sort();
  expect(accountsOf(expectData(await put(mt940Of(desk.iban, other.iban))))).toEqual(both);
  expect(accountsOf(expectData(await put(mt940Of(desk.iban, other.iban), `&accountId=${ownId}`)))).toEqual(
    both,
  );
});

test('a chosen account is that of statements that name none, and of no statement of another number', async () => {
  const chosen = `&accountId=${ownId}`;
  const [own] = (await desk.service.dependencies.db.read('listEveryAccount')).filter(
    ({ id }) => id === ownId,
  );
  const german = await createAccount(desk.service, {
    bankId: own?.bankId ?? '',
    iban: 'DE36200400000012345678',
  });
  const part = mt940Of('345678');
  expect(await problemsOf(part)).toHaveLength(1);
  expect(accountsOf(expectData(await put(part, `&accountId=${german.id}`)))).toEqual([german.id]);
  const [problem] = await problemsOf(mt940Of(desk.iban, '00046/9876543210'), chosen);
  expect(problem).toMatch(
    /^file, statement 2: The file names the account “00046\/9876543210”, which is not the/,
  );
  const wrong = await problemsOf(mt940Of(other.iban), chosen);
  expect(wrong).toEqual([
    'file: The file is of another account than the chosen one. Choose the account of the file.',
  ]);
});

test('an account that is none of the bank accounts is named, with its place', async () => {
  const [first, second] = [newIban(), newIban()];
  const problems = await problemsOf(mt940Of(first, desk.iban, second, '7777/123456789'));
  expect(problems).toHaveLength(3);
  expect(problems[0]).toContain(`statement 1: The file names the account “${first}”`);
  expect(problems[1]).toContain(`statement 3: The file names the account “${second}”`);
  expect(problems[2]).toContain('statement 4: The file names the account “7777/123456789”');
});

test('statements of unknown accounts are left out where the importer says so, and can come later', async () => {
  const foreign = newIban();
  const file = mt940Of(desk.iban, foreign);
  const skip = '&skipUnknownAccounts=true';
  const previewed = expectData(
    await desk.service.ask(`/v1/statements/preview?name=a.sta${skip}`, {
      method: 'POST',
      body: file,
      contentType: 'application/octet-stream',
    }),
  );
  expect(previewed).toMatchObject({ problems: [], skippedAccounts: [foreign], lineCount: 2, newCount: 1 });
  const imported = expectData(await put(file, skip));
  expect(imported).toMatchObject({ skippedAccounts: [foreign], file: { lineCount: 1, addedCount: 1 } });
  expect(accountsOf(imported)).toEqual([ownId]);
  expect(expectData(await put(file, skip))).toMatchObject({ isRepeat: true, skippedAccounts: [foreign] });
  const [account] = (await desk.service.dependencies.db.read('listEveryAccount')).filter(
    ({ id }) => id === ownId,
  );
  await createAccount(desk.service, { bankId: account?.bankId ?? '', iban: foreign });
  expect(expectData(await put(file))).toMatchObject({
    isRepeat: false,
    file: { lineCount: 2, addedCount: 1 },
  });
});

test('a file of nothing but unknown accounts is refused, also where these may be left out', async () => {
  expect(await problemsOf(mt940Of(newIban(), newIban()), '&skipUnknownAccounts=true')).toHaveLength(1);
});

test('a number without its bank finds no account by its end', async () => {
  expect(await problemsOf(mt940Of(desk.iban.slice(-6)))).toHaveLength(1);
  const camt = camtOf({ iban: 'GB33BUKB20201555555555', lines: [] });
  expectFailure(await put(camt), 'error_validation');
});
