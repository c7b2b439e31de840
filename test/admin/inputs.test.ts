import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToBlacklist, removeFromBlacklist } from '../../src/admin/blacklist.ts';
import { createClient, listClients, rotateSecret, updateClient } from '../../src/admin/clients.ts';
import { addAccount, updateAccount } from '../../src/banks/accounts.ts';
import { addBank, updateBank } from '../../src/banks/banks.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { VALID_IBAN } from '../harness.ts';
import { expectRefusal, openTestContext, type TestContext } from '../support/app-context.ts';
import { holdWriteLock } from '../support/committed-rows.ts';
import { openEngineAt } from '../support/engine-at.ts';
import { FORBIDDEN_HOSTS } from '../support/forbidden-callback-hosts.ts';

let appContext: TestContext;
const known = { accountId: '', active: false };
beforeAll(async () => {
  appContext = await openTestContext({ lockTimeoutMs: 20 });
  await appContext.run(addBank, { name: 'A', bankId: 'a' });
  await appContext.run(createClient, { name: 'A', role: 'merchant', appKey: 'known' });
  const iban = 'TR330006100519786457841326';
  known.accountId = (await appContext.run(addAccount, { bankId: 'a', accountName: 'A', iban })).accountId;
});
afterAll(() => appContext[Symbol.asyncDispose]());

const commands: readonly [Operation, input: unknown][] = [
  [createClient, { name: 'A', role: 'merchant' }],
  [rotateSecret, { appKey: 'known' }],
  [updateClient, { appKey: 'known', disabled: true }],
  [addBank, { name: 'A' }],
  [updateBank, { bankId: 'a', active: false }],
  [addAccount, { bankId: 'a', accountName: 'A', iban: 'TR680099800000998000001001' }],
  [updateAccount, known],
  [addToBlacklist, { kind: 'userId', value: 'a' }],
  [removeFromBlacklist, { entryId: 'a' }],
];

const url = (callbackUrl: unknown) => ({ name: 'A', role: 'merchant', callbackUrl });
const ips = (...ipAllowlist: unknown[]) => ({ name: 'A', role: 'merchant', ipAllowlist });
const key = (appKey: unknown) => ({ name: 'A', role: 'merchant', appKey });
const limits = (minAmount: unknown, maxAmount: unknown) => ({ name: 'A', deposit: { minAmount, maxAmount } });
const account = (changes: object) => ({ bankId: 'a', accountName: 'A', iban: VALID_IBAN, ...changes });

const wrong: readonly [Operation, input: unknown, ...paths: string[]][] = [
  [createClient, {}, 'name', 'role'],
  [createClient, { name: ' ', role: 'root' }, 'name', 'role'],
  [createClient, key('ab'), 'appKey'],
  [createClient, key('a'.repeat(129)), 'appKey'],
  [createClient, key('-acme'), 'appKey'],
  [createClient, key('acme shop'), 'appKey'],
  [createClient, key('ácme'), 'appKey'],
  [createClient, key('acme\n'), 'appKey'],
  [createClient, key('demo-merchant'), 'appKey'],
  [createClient, url('example.com'), 'callbackUrl'],
  [createClient, url('javascript:alert(1)'), 'callbackUrl'],
  [createClient, url('https:example.com'), 'callbackUrl'],
  [createClient, url('https://'), 'callbackUrl'],
  [createClient, url(' https://example.com'), 'callbackUrl'],
  [createClient, url('https://example.com/a\nb'), 'callbackUrl'],
  [createClient, url('https://example.com/a\u0000'), 'callbackUrl'],
  [createClient, url('https://user@example.com/'), 'callbackUrl'],
  [createClient, url('https://:secret@example.com/'), 'callbackUrl'],
  [createClient, url('https://example.com/#there'), 'callbackUrl'],
  [createClient, url(`https://example.com/${'a'.repeat(1981)}`), 'callbackUrl'],
  [createClient, url(`https://example.com/${'ü'.repeat(331)}`), 'callbackUrl'],
  [createClient, url(7), 'callbackUrl'],
  [createClient, ips('10.0.0.1', 'here', '10.0.0.1/8'), 'ipAllowlist.1', 'ipAllowlist.2'],
  [createClient, { name: 'A', role: 'merchant', ipAllowlist: '10.0.0.1' }, 'ipAllowlist'],
  [createClient, ips(...Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`)), 'ipAllowlist'],
  [createClient, { name: 'A', role: 'merchant', requiresTimedSign: 'yes' }, 'requiresTimedSign'],
  [rotateSecret, { graceSeconds: -1 }, 'appKey', 'graceSeconds'],
  [rotateSecret, { appKey: 'a', graceSeconds: 2_592_001 }, 'graceSeconds'],
  [rotateSecret, { appKey: 'a', graceSeconds: 1.5 }, 'graceSeconds'],
  [updateClient, { appKey: 'a', disabled: null }, 'disabled'],
  [updateClient, { appKey: 'a', name: ' ' }, 'name'],
  [updateClient, { appKey: 'a', name: null }, 'name'],
  [updateClient, { appKey: 'a', name: 'a'.repeat(201) }, 'name'],
  [addBank, {}, 'name'],
  [addBank, { name: 'A', bankId: '' }, 'bankId'],
  [addBank, { name: 'A', bankId: 'a'.repeat(129) }, 'bankId'],
  [addBank, limits(0, 10), 'deposit.minAmount'],
  [addBank, limits(1.005, '10'), 'deposit.minAmount', 'deposit.maxAmount'],
  [addBank, limits(1, 1_000_000_000.01), 'deposit.maxAmount'],
  [addBank, limits(10, 9.99), 'deposit.minAmount'],
  [addBank, limits(10, undefined), 'deposit.maxAmount'],
  [addBank, { name: 'A', withdrawal: 5 }, 'withdrawal'],
  [addAccount, {}, 'bankId', 'accountName', 'iban'],
  [addAccount, account({ iban: 'TR330006100519786457841327' }), 'iban'],
  [addAccount, account({ dailyLimit: 0 }), 'dailyLimit'],
  [addAccount, account({ accountName: 'A\u0007' }), 'accountName'],
  [updateAccount, { accountId: 'a', dailyLimit: 1.001 }, 'dailyLimit'],
  [addToBlacklist, {}, 'kind', 'value'],
  [addToBlacklist, { kind: 'name', value: 'A' }, 'kind'],
  [addToBlacklist, { kind: 'iban', value: 'TR330006100519786457841327' }, 'value'],
  [addToBlacklist, { kind: 'userId', value: 'a'.repeat(129) }, 'value'],
  [addToBlacklist, { kind: 'userId', value: 'a', reason: 'b'.repeat(501) }, 'reason'],
];
const wrongCases = wrong.map(
  ([operation, input, ...paths]) =>
    [operation.name, JSON.stringify(input).slice(0, 90), { operation, input, paths }] as const,
);

test.each(wrongCases)(
  '%s refuses %s and names the invalid fields',
  async (_name, _sent, { operation, input, paths }) => {
    const message = await expectRefusal(appContext.run(operation, input), 'error_validation', ...paths);
    for (const path of paths) expect(message).toContain(`${path} `);
  },
);

test.each<{ operation: Operation; input: object }>([
  { operation: updateClient, input: { appKey: 'a' } },
  { operation: updateBank, input: { bankId: 'a' } },
  { operation: updateAccount, input: { accountId: 'a' } },
])('$operation.name refuses $input without a change', async ({ operation, input }) => {
  const message = await expectRefusal(appContext.run(operation, input), 'error_validation', '');
  expect(message).toContain('changes nothing');
});

test.each(commands.map(([operation, input]) => ({ operation, input })))(
  '$operation.name fails with error_unavailable while another process locks the database',
  async ({ operation, input }) => {
    await using _lock = await holdWriteLock(appContext.databasePath);
    await expectRefusal(appContext.run(operation, input), 'error_unavailable');
  },
);

test('a migration waits while another process locks the database', async () => {
  const lock = await holdWriteLock(appContext.databasePath);
  const migrated = appContext.engine.migrate();
  const impatient = openEngineAt(appContext.databasePath, 20);
  await expectRefusal(impatient.run('setMetadata', { key: 'a', value: 'b' }), 'error_unavailable');
  await lock.release();
  expect(await migrated).toEqual([]);
  await impatient.close();
});

const PRODUCTION = {
  NODE_ENV: 'production',
  MASTER_KEY: 'ab'.repeat(32),
  PUBLIC_URL: 'https://pay.example.com',
};

test('an http callbackUrl is allowed only in development', async () => {
  await using production = await openTestContext({ env: PRODUCTION });
  const plain = url('http://acme.example.com/');
  await expectRefusal(production.run(createClient, plain), 'error_validation', 'callbackUrl');
  const { client } = await production.run(createClient, url('https://acme.example.com/'));
  const update = { appKey: client.appKey, callbackUrl: 'http://acme.example.com/' };
  await expectRefusal(production.run(updateClient, update), 'error_validation', 'callbackUrl');
  expect(await production.run(listClients, {})).toEqual([client]);
  expect((await appContext.run(createClient, plain)).client.callbackUrl).toBe('http://acme.example.com/');
});

test('a callbackUrl with an address that no callback may reach is refused at once, in every spelling', async () => {
  await using production = await openTestContext({ env: PRODUCTION });
  const { client } = await production.run(createClient, url('https://93.184.216.34:8443/callbacks'));
  const { appKey } = client;
  for (const host of FORBIDDEN_HOSTS) {
    const callbackUrl = `https://${host}:8443/callbacks`;
    const creating = production.run(createClient, url(callbackUrl));
    expect(await expectRefusal(creating, 'error_validation', 'callbackUrl'), host).toMatch(
      /^callbackUrl must not lead to [\da-f:.]+: in production callbacks are sent to public addresses only\.$/,
    );
    const updating = production.run(updateClient, { appKey, callbackUrl });
    await expectRefusal(updating, 'error_validation', 'callbackUrl');
  }
  expect(await production.run(listClients, {})).toEqual([client]);
  // The addresses of a name are vetted when it is connected to.
  for (const host of ['localhost', '10.0.0.1.example.com', '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]'])
    await production.run(updateClient, { appKey, callbackUrl: `https://${host}/` });
});

test('in development a callbackUrl may lead to this machine, and to no other address of an own network', async () => {
  for (const host of ['127.0.0.1:4000', '127.1', '[::1]'])
    await appContext.run(createClient, url(`http://${host}/`));
  for (const host of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::ffff:127.0.0.1]', '[fd00::1]']) {
    const refused = appContext.run(createClient, url(`http://${host}/`));
    expect(await expectRefusal(refused, 'error_validation', 'callbackUrl')).toContain(
      'and in development to this machine',
    );
  }
});
