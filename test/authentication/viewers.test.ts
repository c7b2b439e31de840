import { beforeAll, expect, test } from 'vitest';
import {
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { graphql } from '../support/graphql.ts';
import { payWithdrawal } from '../support/pay-withdrawal.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { openStream } from '../support/streams.ts';

const service = useService();
const VIEWER: Credentials = { appKey: 'viewers-viewer', secret: 'viewers-viewer-secret' };

/** The hashes and links of all transactions, in every form that an answer could hold them in. */
const kept: string[] = [];
let ids: string[];

beforeAll(async () => {
  await createClient(service(), { ...VIEWER, role: 'viewer' });
  const deposit = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
  const withdrawal = expectData(await call(service(), WITHDRAW, { body: withdrawalFields() }));
  ids = [deposit.transactionId, withdrawal.transactionId];
  const paid = { sequence: '1', finalAmount: '499' };
  const target = `/v1/transactions/${deposit.transactionId}/settle`;
  expectData(await call(service(), target, { as: OPERATOR, sign: 'timed', body: paid }));
  await payWithdrawal(service(), withdrawal.transactionId, paid);
  const events = expectData(await call(service(), '/v1/events')).items;
  const hashes = [deposit, withdrawal, ...events].map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(4);
  kept.push(...hashes, deposit.url, deposit.url.split('/').at(-1));
});

/** Whether the text shows a hash or a payment link. A field that is null shows none. */
function shows(text: string): boolean {
  return kept.some((value) => text.includes(value)) || /"(hash|url)":"/.test(text);
}

test.each(['graphql', 'trpc'] as const)(
  'a viewer sees neither hash nor payment link in a stream over %s',
  async (surface) => {
    const selection = 'transactionId name hash url';
    using stream = await openStream(service(), surface, { as: VIEWER, selection });
    const { transactionId, hash } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
    const payload = await stream.payload();
    expect(payload).toMatchObject({ transactionId, name: 'Test User' });
    expect([payload.hash ?? null, payload.url ?? null]).toEqual([null, null]);
    expect(JSON.stringify(payload)).not.toContain(hash);
    // An operator's stream shows both.
    using other = await openStream(service(), surface, { as: OPERATOR, selection });
    const next = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
    expect(await other.payload()).toMatchObject({ hash: next.hash, url: next.url });
  },
);

test('a viewer sees neither hash nor payment link as a field of any GraphQL type that it can reach', async () => {
  const query = `{
    transaction(id: "${ids[0]}") { id hash url }
    transactions { nodes { hash url } edges { node { hash url } } }
    events { items { hash } }
  }`;
  const { json, text } = await graphql(service(), query, { as: VIEWER });
  expect(json.errors, text).toBeUndefined();
  expect(json.data.transaction).toMatchObject({ hash: null, url: null });
  expect(shows(text)).toBe(false);
  const node = `{ node(id: "${json.data.transaction.id}") { ... on Transaction { transactionId hash url } } }`;
  const { data } = (await graphql(service(), node, { as: VIEWER })).json;
  expect(data.node).toEqual({ transactionId: ids[0], hash: null, url: null });
});
