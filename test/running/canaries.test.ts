import { expect, test } from 'vitest';
import { type OperationName, PERMISSIONS } from '../../src/operations/permissions.ts';
import { routes } from '../../src/rest/routes.ts';
import { ADMIN, call, startTestService, type TestService } from '../harness.ts';
import { CANARIES, inputsOf, OPERATIONS, SECRET } from '../support/canaries.ts';
import { createClient } from '../support/entities.ts';
import { createPayable } from '../support/payments.ts';
import { SURFACES } from '../support/surfaces.ts';

/** All spellings under which a canary could come out. */
const SPELLINGS = CANARIES.flatMap((text) => [
  text,
  encodeURIComponent(text),
  text.replaceAll(' ', '+'),
  Buffer.from(text).toString('base64').slice(0, -4),
  Buffer.from(text).toString('hex'),
]).map((text) => text.toLowerCase());

interface Seen {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/** The canaries through every operation of every surface that offers it. */
async function throughOperations(service: TestService): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const surface of SURFACES)
    for (const operation of OPERATIONS.filter(({ name }) => surface.offers(name)))
      for (const input of inputsOf(operation)) {
        const { status, text, error } = await surface.run(service, {
          operation: operation.name,
          input,
          as: ADMIN,
        });
        if (error) seen.push({ what: `${surface.name} ${operation.name}`, status, text });
      }
  return seen;
}
const HEADERS = [
  'appKey',
  'sign',
  'content-type',
  'content-encoding',
  'user-agent',
  'authorization',
  'cookie',
];

const MORE_HEADERS = [
  'referer',
  'accept',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-host',
  'origin',
  'forwarded',
];
const DOCUMENTS = (canary: string) => [
  canary,
  `{ ${canary} }`,
  `{ transaction(id: "${canary}") { ${canary} } }`,
  `{ transaction(id: ${JSON.stringify([canary])}) { name } }`,
  `{ banks(${canary}: "${canary}") { name } }`,
  `query ($a: ${canary}) { banks { name } }`,
  `query ($${canary}: String) { banks { name } }`,
  `{ ...${canary} }`,
  `{ banks @${canary} { name } }`,
  `mutation { createDeposit(input: { amount: "${canary}", ${canary}: 1 }) { status } }`,
  `{ transactions(filter: { status: ${canary} }) { nodes { name } } }`,
  `"""${canary}`,
];

/** The canaries in paths, queries, headers, documents, broken bodies and forms of the pages. */
async function throughTheRest(service: TestService): Promise<Seen[]> {
  const seen: Seen[] = [];
  const keep = (what: string, { status, text }: { readonly status: number; readonly text: string }) => {
    if (status >= 400 || text.includes('"errors"')) seen.push({ what, status, text });
  };
  const { path: page } = await createPayable(service);
  for (const canary of CANARIES) {
    const escaped = encodeURIComponent(canary);
    const paths = [
      ...new Set(routes.map(({ path }) => path)),
      '/',
      '/trpc',
      '/graphql',
      '/pay',
      '/console',
      '/assets',
      page,
    ];
    for (const path of paths) {
      const base = path.replace(/:\w+/, escaped);
      for (const target of [
        `${base}/${escaped}`,
        `${base}?${escaped}=${escaped}`,
        `${base}?a=${escaped}&${escaped}=%ff`,
        base,
      ])
        for (const method of ['GET', 'POST', 'DELETE'])
          keep(
            `${method} ${path}`,
            await textOf(service, { target, method, body: method === 'POST' ? `${canary}=${canary}` : '' }),
          );
    }
    for (const name of [...HEADERS, ...MORE_HEADERS])
      keep(
        `header ${name}`,
        await textOf(service, {
          target: '/v1/transactions/deposit',
          method: 'POST',
          body: 'a=1',
          headers: { [name]: canary },
        }),
      );
    for (const target of ['/v1/transactions/deposit', '/graphql', '/trpc/deposits.create'])
      for (const body of [
        `{"${canary}":1,"${canary}":2}`,
        `{"a":"${canary}`,
        `"${canary}"`,
        `["${canary}"]`,
        canary,
        `${canary}=%ff`,
      ])
        for (const contentType of ['application/json', 'application/x-www-form-urlencoded', canary])
          keep(
            `body of ${target}`,
            await call(service, target, { body, contentType, as: ADMIN, sign: 'timed' }),
          );
    for (const query of DOCUMENTS(canary.replaceAll(' ', '_')).concat(DOCUMENTS(canary)))
      for (const more of [
        {},
        { operationName: canary },
        { variables: { [canary]: canary } },
        { variables: canary },
      ]) {
        const body = JSON.stringify({ query, ...more });
        keep(
          'document',
          await call(service, '/graphql', {
            body,
            contentType: 'application/json',
            as: ADMIN,
            sign: 'timed',
          }),
        );
      }
  }
  return seen;
}

interface RawCall {
  readonly target: string;
  readonly method: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function textOf(service: TestService, { target, method, body, headers = {} }: RawCall) {
  return call(service, target, {
    method,
    as: ADMIN,
    sign: 'timed',
    headers,
    ...(body !== '' && { body }),
  });
}

function leaksIn(text: string): string[] {
  const lower = text.toLowerCase();
  return SPELLINGS.filter((spelling) => lower.includes(spelling));
}

test('no log line and no error holds a secret, an IBAN or a name, whatever input it came through', async () => {
  await using service = await startTestService();
  await createClient(service, { secret: SECRET });
  const seen = [...(await throughOperations(service)), ...(await throughTheRest(service))];
  const statuses = new Set(seen.map(({ status }) => status));
  for (const status of [400, 403, 404, 405, 415]) expect(statuses).toContain(status);
  expect(statuses).not.toContain(500);
  expect(seen.length).toBeGreaterThan(2000);
  const leaks = seen.flatMap(({ what, text }) =>
    leaksIn(text).map((leak) => `${what}: ${leak} in ${text.slice(0, 120)}`),
  );
  expect([...new Set(leaks)]).toEqual([]);
  expect(service.logLines.filter((line) => leaksIn(line).length > 0)).toEqual([]);
}, 240_000);

test('every operation of the service has its canaries', () => {
  const ofPayers = Object.entries(PERMISSIONS).flatMap(([name, [role]]) => (role === 'payer' ? [name] : []));
  const known = new Set<string>(OPERATIONS.map(({ name }) => name));
  expect(Object.keys(PERMISSIONS).filter((name) => !known.has(name))).toEqual([]);
  const offered = [...known].filter((name) => SURFACES.some((one) => one.offers(name as OperationName)));
  const streams = ['subscribeToTransactions', 'subscribeToPayment'];
  expect(
    [...known].filter(
      (name) => !offered.includes(name) && !ofPayers.includes(name) && !streams.includes(name),
    ),
  ).toEqual([]);
});
