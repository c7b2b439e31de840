import { afterEach, describe, expect, test } from 'vitest';
import type { BlacklistKind } from '../../src/admin/domain/blacklist.ts';
import {
  ADMIN,
  call,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const LISTED_IBAN = 'NO9386011117947';

/** Adds an entry, for every client by default. */
async function blacklist(
  kind: BlacklistKind,
  value: string,
  clientId: string | null = null,
): Promise<string> {
  const { db, runtime } = service().dependencies;
  const id = runtime.newId();
  const entry = { id, clientId, kind, value, reason: 'a test', createdAtMs: runtime.nowMs() };
  await db.run('addToBlacklist', { entry });
  return id;
}

afterEach(async () => {
  const { db } = service().dependencies;
  for (const { id } of await db.query('listBlacklist', { limit: 100 }))
    await db.run('removeFromBlacklist', { entryId: id });
});

const deposit = (changes: Record<string, string>, as = MERCHANT) =>
  call(service(), DEPOSIT, { body: depositFields(changes), as });
const withdraw = (changes: Record<string, string>, as = MERCHANT) =>
  call(service(), WITHDRAW, { body: withdrawalFields(changes), as });

describe('a listed userId', () => {
  test('blocks deposits and withdrawals of that user', async () => {
    await blacklist('userId', 'listed');
    for (const send of [deposit, withdraw]) {
      const { message } = expectFailure(await send({ userId: 'listed' }), 'error_transaction_blacklisted');
      expect(message).not.toContain('a test');
      for (const other of ['Listed', 'listed .', 'listed2']) expectData(await send({ userId: other }));
    }
  });
});

describe('a listed convertedName', () => {
  test.each([
    'Test Listed',
    'TEST LISTED',
    '  test   listed ',
    'Tést Lísted',
    'ŤEST LİSTED',
    'Test. Listed!',
    'Test.Listed',
    'Test_Listed',
    'Test,Listed',
    'Test/Listed',
    'testlisted',
    'Ｔｅｓｔ Ｌｉｓｔｅｄ',
    'Te\u0301st Listed',
    'Test Listed 2',
  ])('blocks %j in every spelling', async (name) => {
    await blacklist('convertedName', 'test-listed');
    for (const send of [deposit, withdraw])
      expectFailure(await send({ name }), 'error_transaction_blacklisted');
  });

  test('blocks withdrawals to an account of that name', async () => {
    await blacklist('convertedName', 'Test Listed');
    expectFailure(
      await withdraw({ name: 'Somebody Else', accountName: 'Test.Listed' }),
      'error_transaction_blacklisted',
    );
  });

  test('blocks no other name, and no userName', async () => {
    await blacklist('convertedName', 'test-listed');
    expectData(await deposit({ name: 'Test Listed Junior', userName: 'test-listed' }));
    expectData(await withdraw({ name: 'Listed Test', userName: 'Test Listed' }));
  });

  test.each(['李雷', '😀 😀', '123'])('blocks %j, and no name that has less of it', async (name) => {
    await blacklist('convertedName', name);
    expectFailure(await deposit({ name }), 'error_transaction_blacklisted');
    expectData(await deposit({ name: 'F 12' }));
  });
});

describe('a listed IBAN', () => {
  test.each([LISTED_IBAN, 'NO93 8601 1117 947', 'no9386011117947', ' no93 8601 1117 947 '])(
    'blocks withdrawals to %j in every spelling',
    async (iban) => {
      await blacklist('iban', LISTED_IBAN);
      expectFailure(await withdraw({ iban }), 'error_transaction_blacklisted');
    },
  );

  test('blocks no withdrawal to another account, and no deposit', async () => {
    await blacklist('iban', LISTED_IBAN);
    expectData(await withdraw({ iban: 'TR330006100519786457841326' }));
    expectData(await deposit({ iban: LISTED_IBAN }));
  });
});

test('an entry applies to its own kind only', async () => {
  await blacklist('userId', 'test-user');
  await blacklist('convertedName', 'some-user');
  await blacklist('iban', 'some-user');
  expectData(await deposit({ userId: 'some-user', name: 'Test User' }));
  expectData(await withdraw({ userId: 'some-user', name: 'Test User' }));
});

test('an entry of one client applies to that client only, a global one to all clients', async () => {
  const listing = await createClient(service());
  const other = await createClient(service());
  await blacklist('userId', 'listed-by-one', listing.id);
  expectFailure(await deposit({ userId: 'listed-by-one' }, listing), 'error_transaction_blacklisted');
  expectData(await deposit({ userId: 'listed-by-one' }, other));
  await blacklist('userId', 'listed-for-all');
  for (const as of [listing, other])
    expectFailure(await deposit({ userId: 'listed-for-all' }, as), 'error_transaction_blacklisted');
});

test('a create on behalf of a merchant uses the entries of that merchant', async () => {
  const merchant = await createClient(service());
  await blacklist('userId', 'listed-there', merchant.id);
  const send = (onBehalfOf: string) =>
    call(service(), DEPOSIT, {
      body: depositFields({ userId: 'listed-there', onBehalfOf }),
      as: OPERATOR,
      sign: 'timed',
    });
  expectFailure(await send(merchant.appKey), 'error_transaction_blacklisted');
  expectData(await send(MERCHANT.appKey));
});

test('a removed entry blocks nothing, and a blocked request can be sent again', async () => {
  const id = await blacklist('userId', 'listed-for-a-while');
  const body = depositFields({ userId: 'listed-for-a-while' });
  const send = () => call(service(), DEPOSIT, { body });
  expectFailure(await send(), 'error_transaction_blacklisted');
  expect(await service().dependencies.db.run('removeFromBlacklist', { entryId: id })).toMatchObject({ id });
  expectData(await send());
});

test('an entry also blocks the return of a pending deposit under a new processId', async () => {
  const { userId } = expectData(await deposit({}));
  await blacklist('userId', userId);
  expectFailure(await deposit({ userId }), 'error_transaction_blacklisted');
});

test('the blacklist is read page by page, oldest first', async () => {
  const ids: string[] = [];
  for (const value of ['one', 'two', 'three']) ids.push(await blacklist('userId', value));
  const page = async (after: string | null, limit: number) => {
    const query = `query ($after: String) { blacklist(after: $after, limit: ${limit}) { entryId } }`;
    const body = JSON.stringify({ query, variables: { after } });
    const { json } = await call(service(), '/graphql', {
      as: ADMIN,
      body,
      contentType: 'application/json',
      sign: 'timed',
    });
    return json.data.blacklist.map(({ entryId }: { entryId: string }) => entryId);
  };
  expect(await page(null, 2)).toEqual(ids.slice(0, 2));
  expect(await page(ids[1] ?? '', 2)).toEqual(ids.slice(2));
});
