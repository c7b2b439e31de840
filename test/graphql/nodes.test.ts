import { beforeAll, describe, expect, test } from 'vitest';
import { type Credentials, call, DEPOSIT, depositFields, type Json, OPERATOR } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { eventually } from '../support/eventually.ts';
import { graphql } from '../support/graphql.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { statementsOf } from '../support/statements.ts';

const CLIENTS = 100;
const service = useService();
const merchants: TestClient[] = [];
/** One transaction of each merchant, in the order of the merchants. */
const transactionIds: string[] = [];

const deposit = async (as: Credentials) =>
  expectData(await call(service(), DEPOSIT, { body: depositFields(), as })).transactionId;
const callAsOperator = () => graphql(service(), '{ __typename }', { as: OPERATOR });

/**
 * Changes a client as another process would, and waits until the service has dropped its cache and read the operator
 * again. A change of its own would drop the cache a second time, when PostgreSQL tells of it.
 */
async function changeClients(): Promise<void> {
  await withDatabase(service().databasePath, (db) =>
    db
      .updateTable('clients')
      .set({ created_at_ms: 0 })
      .where('app_key', '=', merchants[0]?.appKey ?? '')
      .execute(),
  );
  await eventually(async () =>
    expect((await statementsOf(service(), callAsOperator)).statements).not.toEqual([]),
  );
}

/**
 * Records the statements of work whose caches the first call has filled. PostgreSQL may tell late of what the service has
 * changed itself, and the caches are dropped once more then: such a round does not count.
 */
async function statementsWhileCached<T>(
  { prepare = async () => {}, fill }: { prepare?: () => Promise<void>; fill: () => Promise<unknown> },
  work: () => Promise<T>,
): ReturnType<typeof statementsOf<T>> {
  for (;;) {
    await prepare();
    const version = service().engine.directoryVersion();
    await fill();
    const recorded = await statementsOf(service(), work);
    if (service().engine.directoryVersion() === version) return recorded;
  }
}

const encode = (text: string) => Buffer.from(text).toString('base64');
const nodeId = (transactionId: string) => encode(`Transaction:${transactionId}`);

beforeAll(async () => {
  for (let count = 0; count < CLIENTS; count += 1) {
    const merchant = await createClient(service());
    merchants.push(merchant);
    transactionIds.push(await deposit(merchant));
  }
  await changeClients();
});

const readNode = async (id: string, as: Credentials = OPERATOR) =>
  (
    await graphql(
      service(),
      'query ($id: ID!) { node(id: $id) { id ... on Transaction { transactionId } } }',
      {
        variables: { id },
        as,
      },
    )
  ).json;
const readNodes = async (ids: readonly string[], as: Credentials = OPERATOR) =>
  (
    await graphql(
      service(),
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Transaction { id hash appKey } } }',
      {
        variables: { ids },
        as,
      },
    )
  ).json;

describe('a node', () => {
  test('is found by its id in a response', async () => {
    const query = '{ transactions(first: 1) { nodes { id transactionId } } }';
    const [node] = (await graphql(service(), query, { as: OPERATOR })).json.data.transactions.nodes;
    expect((await readNode(node.id)).data.node).toEqual(node);
  });

  test('of another client is null for a merchant, and a missing one is null for everybody', async () => {
    const [first = '', second = ''] = transactionIds;
    expect((await readNode(nodeId(first), merchants[0])).data.node).not.toBeNull();
    expect(await readNode(nodeId(second), merchants[0])).toEqual({ data: { node: null } });
    expect(await readNode(nodeId('0123456789abcdef01234567'))).toEqual({ data: { node: null } });
    const nodes = await readNodes([second, first, second].map(nodeId), merchants[0]);
    expect(nodes.data.nodes).toEqual([null, expect.objectContaining({ id: nodeId(first) }), null]);
  });

  test.each([
    '',
    'x',
    '%%%',
    '0123456789abcdef01234567',
    encode('Transaction'),
    encode('Transaction:'),
    encode(':0123456789abcdef01234567'),
    encode('Client:0123456789abcdef01234567'),
    encode('__proto__:0123456789abcdef01234567'),
    encode('Query:x'),
    `${encode('Transaction:0123456789abcdef01234567')}!`,
    ` ${encode('Transaction:0123456789abcdef01234567')}`,
    'x'.repeat(10_000),
  ])('with an id that the service did not make is refused: %s', async (id) => {
    for (const response of [await readNode(id), await readNodes([nodeId(transactionIds[0] ?? ''), id])]) {
      const errors = response.errors.map(({ extensions }: Json) => extensions.error);
      expect(errors).toEqual([
        {
          type: 'error_validation',
          message: 'id must be the id of a node, as a response gave it.',
          fields: [
            {
              path: 'id',
              code: 'unknown_id',
              params: {},
              message: 'id must be the id of a node, as a response gave it.',
            },
          ],
        },
      ]);
    }
  });

  test('with a well-formed id of no transaction is null', async () => {
    for (const id of ['x', '0123456789ABCDEF01234567', '0:1', '../x'])
      expect(await readNode(nodeId(id))).toEqual({ data: { node: null } });
  });
});

describe('a hundred nodes', () => {
  test('come in the order of their ids, each with the hash of its own client', async () => {
    const { nodes } = (await readNodes([...transactionIds].reverse().map(nodeId))).data;
    expect(nodes.map(({ appKey }: Json) => appKey)).toEqual(merchants.map(({ appKey }) => appKey).reverse());
    expect(new Set(nodes.map(({ hash }: Json) => hash)).size).toBe(CLIENTS);
  });

  test('are read by one statement, also when ids repeat, and one each about the blacklist and plans', async () => {
    const ids = transactionIds.map(nodeId);
    for (const requestedIds of [ids.slice(0, 1), ids, Array(100).fill(ids[0])]) {
      const fill = () => readNodes(ids);
      const { statements } = await statementsWhileCached({ fill }, () => readNodes(requestedIds));
      expect(statements).toHaveLength(3);
    }
  });

  test('are read with their notes by one statement more', async () => {
    // A hundred nodes with all their notes cost more than a document may.
    const ids = transactionIds.slice(0, 10).map(nodeId);
    const query =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Transaction { notes { text author } } } }';
    const readNotes = () => graphql(service(), query, { variables: { ids }, as: OPERATOR });
    const path = `/v1/transactions/${transactionIds[7]}/notes`;
    const body = { text: 'seen on the statement' };
    expectData(await call(service(), path, { as: OPERATOR, sign: 'timed', body }));
    const { result, statements } = await statementsWhileCached({ fill: readNotes }, readNotes);
    expect(statements).toHaveLength(4);
    const notes = result.json.data.nodes.map((node: Json) => node.notes);
    expect(notes[7]).toEqual([{ text: 'seen on the statement', author: 'Demo operator' }]);
    expect(notes.flat()).toHaveLength(1);
  });
});

describe('the number of statements does not grow with the page:', () => {
  const query = `query ($n: Int!) {
    transactions(first: $n) { edges { cursor node { hash appKey } } nodes { hash appKey } pageInfo { hasNextPage } }
  }`;
  const page = (first: number) => graphql(service(), query, { variables: { n: first }, as: OPERATOR });

  test('one query for each page when its clients are cached, and one each about the blacklist and plans', async () => {
    for (const first of [1, 10, 100]) {
      const fill = () => page(100);
      const { result, statements } = await statementsWhileCached({ fill }, () => page(first));
      expect(result.json.data.transactions.edges).toHaveLength(first);
      expect(statements).toHaveLength(3);
    }
  });

  test('five for a page of a hundred clients when none is cached', async () => {
    const { result, statements } = await statementsWhileCached(
      { prepare: changeClients, fill: callAsOperator },
      () => page(100),
    );
    const { nodes } = result.json.data.transactions;
    expect(new Set(nodes.map(({ appKey }: Json) => appKey)).size).toBe(CLIENTS);
    expect(statements.map((sql) => /from "(\w+)"/.exec(sql)?.[1] ?? sql)).toEqual([
      'query listTransactions',
      'clients',
      'client_secrets',
      'blacklist',
      'planned_transitions',
    ]);
  });

  test('nor over tRPC and REST', async () => {
    const lists = [
      (limit: number) => `/trpc/transactions.list?input=${encodeURIComponent(JSON.stringify({ limit }))}`,
      (limit: number) => `/v1/transactions?limit=${limit}`,
    ];
    for (const target of lists)
      for (const limit of [1, 100]) {
        const list = () => call(service(), target(limit), { as: OPERATOR });
        const { result, statements } = await statementsWhileCached({ fill: list }, list);
        expect(result.status).toBe(200);
        expect(statements).toHaveLength(3);
      }
  });
});
