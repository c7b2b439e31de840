import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type OperationName, PERMISSIONS } from '../../src/operations/permissions.ts';
import { routes } from '../../src/rest/routes.ts';
import { ADMIN, call, DEMO_BANK_ID, startTestService, type TestService, VALID_IBAN } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { createPayable } from '../support/payments.ts';
import { SURFACES } from '../support/surfaces.ts';

/** The secret of a real client, in the form that the service makes. */
const SECRET = 'c0ffee15badc0ffee0ddf00dcafef00dba5eba11deadbeeffeedfacefee1dead';
const IBAN = 'GB33BUKB20201555555555';
const NAME = 'Canary Fullname';
const CANARIES = [SECRET, IBAN, NAME];
const ALL = CANARIES.join(' ');

/** All spellings under which a canary could come out. */
const SPELLINGS = CANARIES.flatMap((text) => [
  text,
  encodeURIComponent(text),
  text.replaceAll(' ', '+'),
  Buffer.from(text).toString('base64').slice(0, -4),
  Buffer.from(text).toString('hex'),
]).map((text) => text.toLowerCase());

interface Definition {
  readonly name: OperationName;
  readonly input: z.ZodObject;
}

const FOLDER = new URL('../../src/operations/', import.meta.url);

/** Every definition of an operation, found by its shape in the modules that define them. */
async function findOperations(): Promise<Definition[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, FOLDER).href)));
  return modules.flatMap((module) => Object.values(module).filter(isDefinition));
}

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'run' in value && 'input' in value && 'kind' in value;
}

const OPERATIONS = await findOperations();

let made = 0;
/** Good values of required fields, so that only the field under test is wrong. */
const goodValues = (): Input => {
  made += 1;
  return {
    appKey: 'demo-merchant',
    bankId: DEMO_BANK_ID,
    amount: 500,
    processId: `canary-${made}`,
    userId: `canary-${made}`,
    userName: 'ada',
    name: 'Ada',
    accountName: 'Ada',
    iban: VALID_IBAN,
    transactionId: '0123456789abcdef01234567',
    transactionIds: ['0123456789abcdef01234567'],
    eventId: '0123456789abcdef01234567',
    accountId: '0123456789abcdef01234567',
    entryId: '0123456789abcdef01234567',
    sequence: 1,
    reason: 'why',
    role: 'viewer',
    kind: 'userId',
    value: 'nobody',
    from: '2026-11-20T00:00:00Z',
    to: '2026-11-21T00:00:00Z',
    groupBy: 'day',
  };
};

function requiredOf({ input }: { readonly input: z.ZodObject }): Input {
  const good = goodValues();
  const names = Object.entries(input.shape).filter(([, field]) => !field.safeParse(undefined).success);
  return Object.fromEntries(names.map(([name]) => [name, good[name]]));
}

/** Canaries in every field: as they are, as other types, too long, and as the name of a field. */
function* inputsOf(operation: { readonly input: z.ZodObject }): Generator<Input> {
  for (const field of Object.keys(operation.input.shape))
    for (const value of [...CANARIES, [ALL], { [ALL]: ALL }, ALL.repeat(20)])
      yield { ...requiredOf(operation), [field]: field === 'transactionIds' ? [value].flat() : value };
  for (const name of CANARIES) yield { ...requiredOf(operation), [name]: name };
}

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

/** One signed call whose response may be a page. */
async function textOf(service: TestService, { target, method, body, headers = {} }: RawCall) {
  const response = await call(service, target, {
    method,
    as: ADMIN,
    sign: 'timed',
    headers,
    ...(body !== '' && { body }),
  });
  return response;
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
  process.stdout.write(`canaries: ${seen.length} errors, ${service.logLines.length} log lines\n`);
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
