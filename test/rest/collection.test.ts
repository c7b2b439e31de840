import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, MERCHANT, startTestService } from '../harness.ts';
import { COLLECTION_FOLDER, printCollection } from '../support/bruno-collection.ts';
import { environmentOf, expectAsserted, readBruno, sendBruno } from '../support/bruno-runner.ts';
import { WALKS } from '../support/bruno-walks.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const files = [...printCollection().keys()].filter(
  (path) => path.includes('/') && !/^environments[/]|[/]folder[.]bru$/.test(path),
);
const isOfWalk = (path: string) => path.startsWith('walks/');
const requests = files.filter((path) => !isOfWalk(path));

interface Sending {
  readonly as: Credentials;
  readonly variables?: Readonly<Record<string, string>>;
  readonly edit?: (text: string) => string;
}

function send(path: string, { as, variables, edit = (text) => text }: Sending) {
  const known = { ...environmentOf('demo-merchant'), baseUrl: service().url, ...variables };
  return sendBruno(path, { as, variables: known, edit });
}

test('docs/collection has the present calls; if not: npm run schema', () => {
  const printed = printCollection();
  const present = readdirSync(COLLECTION_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(COLLECTION_FOLDER.length));
  expect(present.sort()).toEqual([...printed.keys()].sort());
  for (const [path, text] of printed) expect(readBruno(path), path).toBe(text);
});

test.each(requests)('the service accepts the sign and the fields of %s', async (path) => {
  const testKey = { appKey: 'demo-test', secret: 'demo-test-secret' };
  const { status, error } = await send(path, { as: path.startsWith('test-keys/') ? testKey : ADMIN });
  // The ids are those of the reader, an admin creates for a merchant, and some examples need what others made.
  const isAsExpected =
    status === 200 ||
    [404, 409, 422].includes(status) ||
    /onBehalfOf|Id is (the id of )?no /.test(error.message);
  expect(isAsExpected, JSON.stringify(error)).toBe(true);
  expect(error?.type).not.toBe('error_route_not_found');
});

describe('a merchant', () => {
  test('creates a deposit with letters of all kinds, and reads it', async () => {
    const edit = (text: string) => text.replace('Ada Yılmaz', 'Şükrü 😀');
    const { data } = await send('transactions/createDeposit.bru', { as: MERCHANT, edit });
    expect(data).toMatchObject({
      processId: expect.stringMatching(/^order-[0-9a-f-]{36}$/),
      name: 'Şükrü 😀',
    });
    const variables = { transactionId: data.transactionId };
    expect((await send('transactions/getTransaction.bru', { as: MERCHANT, variables })).data).toMatchObject(
      variables,
    );
  });

  test('searches for what a URL must encode', async () => {
    const edit = (text: string) => text.replace('status=pending', 'query=Şükrü 😀');
    const { status, error } = await send('transactions/listTransactions.bru', { as: MERCHANT, edit });
    expect([status, error]).toEqual([200, undefined]);
  });

  test('reaches a service below the path of a proxy', async () => {
    await using proxy = await startPrefixProxy(service(), '/money/in');
    const variables = { baseUrl: proxy.url };
    const { status } = await send('transactions/listTransactions.bru', { as: MERCHANT, variables });
    expect(status).toBe(200);
  });

  test('is refused with another secret', async () => {
    const as = { ...MERCHANT, secret: 'another' };
    const { error } = await send('transactions/listTransactions.bru', { as });
    expect(error.type).toBe('error_invalid_sign');
  });
});

test('every request asserts that it succeeds', () => {
  expect(files.filter((path) => !/^assert [{]\n {2}res[.]status: eq 200$/m.test(readBruno(path)))).toEqual(
    [],
  );
});

test('environments of demo keys are ready, and that of another service has no secret', () => {
  const ready = WALKS.map(({ key }) => environmentOf(key));
  expect(ready.map(({ appKey, secret }) => [appKey, secret])).toEqual(
    WALKS.map(({ key }) => [key, `${key}-secret`]),
  );
  expect(environmentOf('my-service').secret).toBeUndefined();
  expect(readBruno('environments/my-service.bru')).toContain('vars:secret [\n  secret\n]');
});

test.each(WALKS)(
  '$name: each call uses what those before have made, and is asserted',
  async ({ key, steps }) => {
    await using fresh = await startTestService();
    const variables: Record<string, string> = { ...environmentOf(key), baseUrl: fresh.url };
    let asserted = 0;
    for (const path of files.filter((one) => one.startsWith(`walks/${key}/`)).sort())
      asserted += expectAsserted(path, await sendBruno(path, { variables }));
    expect(asserted).toBe(steps.reduce((sum, step) => sum + 1 + Object.keys(step.asserts).length, 0));
  },
);
