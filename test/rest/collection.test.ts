import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { ADMIN, type Json, MERCHANT } from '../harness.ts';
import { COLLECTION_FOLDER, printCollection } from '../support/bruno-collection.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const read = (path: string) => readFileSync(join(COLLECTION_FOLDER, path), 'utf8');

/** The content of a block of a file of Bruno, without its indentation. */
function block(file: string, name: string): string {
  const [, content = ''] = new RegExp(`^${name} [{]\n([^]*?)\n[}]$`, 'm').exec(file) ?? [];
  return content.replaceAll(/^ {2}/gm, '');
}

const pairsOf = (content: string): Record<string, string> =>
  Object.fromEntries(content.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []));

const script = block(read('collection.bru'), 'script:pre-request');
const requests = [...printCollection().keys()].filter((path) =>
  /^(?!env).*[/](?!folder).*[.]bru$/.test(path),
);

interface Sending {
  readonly as: { readonly appKey: string; readonly secret: string };
  readonly variables?: Readonly<Record<string, string>>;
  readonly edit?: (text: string) => string;
}

/** Sends a request as Bruno does: its script signs, and what that has set is sent. */
async function send(path: string, { as, variables = {}, edit = (text) => text }: Sending): Promise<Json> {
  const file = edit(read(path));
  const values: Record<string, string> = {
    ...pairsOf(block(read('environments/demo-merchant.bru'), 'vars')),
    baseUrl: service().url,
    appKey: as.appKey,
    secret: as.secret,
    ...variables,
  };
  const method = /^(get|post) [{]$/m.exec(file)?.[1] ?? '';
  const sent = { url: pairsOf(block(file, method)).url ?? '', body: block(file, 'body:json') };
  const headers: Record<string, string> = sent.body ? { 'content-type': 'application/json' } : {};
  runInNewContext(script, {
    encodeURIComponent,
    // The part of crypto-js that the script uses, which Bruno brings.
    require: () => ({
      enc: { Base64: 'base64' },
      HmacSHA256: (text: string, key: string) => ({
        toString: (encoding: 'base64') => createHmac('sha256', key).update(text).digest(encoding),
      }),
    }),
    bru: {
      interpolate: (text: string) => text.replaceAll(/[{]{2}(\w+)[}]{2}/g, (_, name) => values[name] ?? ''),
    },
    req: {
      getUrl: () => sent.url,
      getBody: () => sent.body,
      getMethod: () => method,
      setUrl: (url: string) => Object.assign(sent, { url }),
      setBody: (body: string) => Object.assign(sent, { body }),
      setHeader: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    },
  });
  const init = { method: method.toUpperCase(), headers, ...(sent.body && { body: sent.body }) };
  return (await fetch(sent.url, init)).json();
}

test('docs/collection has the present calls; if not: npm run schema', () => {
  const printed = printCollection();
  const present = readdirSync(COLLECTION_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(COLLECTION_FOLDER.length));
  expect(present.sort()).toEqual([...printed.keys()].sort());
  for (const [path, text] of printed) expect(read(path), path).toBe(text);
});

test.each(requests)('the service accepts the sign and the fields of %s', async (path) => {
  const testKey = { appKey: 'demo-test', secret: 'demo-test-secret' };
  const { status, error } = await send(path, { as: path.startsWith('test-keys/') ? testKey : ADMIN });
  // The ids are those of the reader, an admin creates for a merchant, and some examples need what others made.
  const isAsExpected =
    status === 200 || [404, 409, 422].includes(status) || /onBehalfOf|Id is the id of no/.test(error.message);
  expect(isAsExpected, JSON.stringify(error)).toBe(true);
  expect(error?.type).not.toBe('error_route_not_found');
});

describe('a merchant', () => {
  test('creates a deposit with letters of all kinds, and reads it', async () => {
    const edit = (text: string) => text.replace('Ada Yılmaz', 'Şükrü 😀');
    const { data } = await send('transactions/createDeposit.bru', { as: MERCHANT, edit });
    expect(data).toMatchObject({ processId: 'order-1001', name: 'Şükrü 😀' });
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
