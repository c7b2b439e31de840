import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generate } from '../../codegen.ts';
import { type Credentials, hmac, MERCHANT, temporaryFolder } from '../harness.ts';
import { mainThreadMs } from '../support/cpu.ts';
import { inputOf } from '../support/example-desk.ts';
import { everyNth } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { PERMISSIONS_FILE, printPermissions } from '../support/permission-table.ts';
import { createCostMeter, fill, MOST } from '../support/request-cost.ts';
import { OPENAPI_FILE, printOpenApi, printSnapshot, SCHEMA_FILE } from '../support/schema-snapshot.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { SURFACES } from '../support/surfaces.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('new operations', () => {
  /** Operations of payers, whose calls are on the payment page. */
  const isOfPayer = ({ roles }: (typeof OPERATIONS)[number]) =>
    (roles as readonly string[]).includes('payer');

  type Door = 'rest' | 'graphql' | 'trpc';

  /** Where a surface names its operations. */
  const DOORS: Readonly<Record<Door, string>> = {
    rest: 'src/surfaces/rest/calls.ts',
    graphql: 'schema/types',
    trpc: 'src/surfaces/trpc/router.ts',
  };

  /** What belongs to fewer surfaces than all three: files are sent by REST, and GraphQL is enough for the console. */
  const ON_FEWER: Readonly<Record<string, readonly Door[]>> = {
    ...onlyOn(['rest'], 'downloadMovements downloadPayoutFile importStatementFile previewStatementFile'),
    ...onlyOn(['graphql', 'trpc'], 'signIn listAudit listLastChanges'),
    ...onlyOn(
      ['graphql'],
      'listBlacklist addToBlacklist removeFromBlacklist listClients createClient rotateSecret updateClient forgetPerson listReasonTemplates saveReasonTemplate removeReasonTemplate listAccounts addAccount updateAccount listBanks addBank updateBank readStatistics getTransactions',
    ),
  };

  function onlyOn(doors: readonly Door[], names: string): Readonly<Record<string, readonly Door[]>> {
    return Object.fromEntries(names.split(' ').map((name) => [name, doors]));
  }

  /** The surfaces on which an operation is missing, and those on which it is against the list above. */
  function wrongSurfaces(name: string): readonly string[] {
    const doors = Object.keys(DOORS) as Door[];
    const expected = ON_FEWER[name] ?? doors;
    return doors.flatMap((door) => {
      const isOffered = SURFACES.some((surface) => surface.name.startsWith(door) && surface.offers(name));
      if (isOffered === expected.includes(door)) return [];
      return isOffered
        ? [`${name} is on ${door}, which ON_FEWER of this test denies: correct the list.`]
        : [
            `${name} is not on ${door}: name it in ${DOORS[door]}, or in ON_FEWER of this test with the reason.`,
          ];
    });
  }

  /** What is missing for an operation, each as a sentence that names the file. Examples are sent by audit/commands. */
  function missingFor(definition: (typeof OPERATIONS)[number]): readonly string[] {
    const { name, kind, input } = definition;
    const example = input.safeParse(inputOf(name));
    if (!example.success) {
      const fields = example.error.issues.map(({ path }) => path.join('.')).join(', ');
      return [
        `${name} has no example that its input accepts (${fields}): give it \`example\` in its record.`,
      ];
    }
    return isOfPayer(definition) || kind === 'subscription' ? [] : wrongSurfaces(name);
  }

  test('every operation has an example and its surfaces', () => {
    expect(OPERATIONS.flatMap(missingFor)).toEqual([]);
  });
});

describe('request cost', () => {
  /** Node parses the chunks that lie in one read before anything can stop it. */
  const MAX_CHUNKS = 40;

  interface Hostile {
    readonly name: string;
    readonly method?: string;
    readonly query?: string;
    readonly headers?: string;
    readonly type?: string;
    readonly body?: string;
    /** The bytes of the body as they go over the connection; by default with a content-length. */
    readonly chunks?: string;
  }

  const JSON_TYPE = 'application/json';
  const FORM_TYPE = 'application/x-www-form-urlencoded';

  const GETS: readonly Hostile[] = [
    { name: 'the longest target', query: fill('a', 15_000) },
    { name: 'the longest target that is let in', query: fill('a', 8000) },
    { name: 'more parameters than are let in', query: fill('a&', 15_000) },
    { name: 'the most parameters', query: fill('%41=%E2%82%AC&', 2700) },
    { name: 'the most headers', headers: Array.from({ length: 1800 }, (_, at) => `a${at}: b`).join('\r\n') },
    { name: 'a list of languages', headers: `accept-language: ${fill('a;q=0.1,', 14_000)}a` },
    { name: 'a list of media types', headers: `accept: ${fill('a/b;q=0.1,', 14_000)}a/b` },
    { name: 'a list of codings', headers: `accept-encoding: ${fill('a;q=0.1,', 14_000)}a` },
    { name: 'a list of addresses', headers: `x-forwarded-for: ${fill('1.1.1.1,', 14_000)}1.1.1.1` },
  ];

  const POSTS: readonly Hostile[] = [
    { name: 'nested arrays', type: JSON_TYPE, body: fill('[') },
    { name: 'nested objects', type: JSON_TYPE, body: fill('{"a":', 65_535) },
    {
      name: 'many keys',
      type: JSON_TYPE,
      body: `{${Array.from({ length: 7000 }, (_, at) => `"${at}":1`).join()}}`,
    },
    { name: 'one key again and again', type: JSON_TYPE, body: `{${fill('"a":1,', 65_520)}"a":1}` },
    { name: 'numbers that are not plain', type: JSON_TYPE, body: `[${fill('1e9,', 65_520)}1]` },
    { name: 'escapes', type: JSON_TYPE, body: `{"a":"${fill('\\u005f', 65_520)}"}` },
    { name: 'a form of escapes', type: FORM_TYPE, body: fill('%41', 65_535) },
    { name: 'a form of fields', type: FORM_TYPE, body: fill('a&') },
    { name: 'a GraphQL document of names', type: JSON_TYPE, body: `{"query":"{${fill('a ', 65_400)}}"}` },
    { name: 'a body in chunks of a byte', type: JSON_TYPE, chunks: fill('1\r\n[\r\n', 60_000) },
  ].map((one) => ({ method: 'POST', ...one }));

  /** Paths of each surface that take a GET, and those that take a POST. */
  const GET_PATHS = [
    '/v1/transactions',
    '/v1/nothing',
    '/graphql',
    '/trpc/transactions.list',
    '/trpc/payments.onChange',
    '/pay/token',
    '/healthz',
    '/docs',
    '/nothing',
  ];

  const POST_PATHS = [
    '/v1/transactions/deposit',
    '/v1/statements',
    '/graphql',
    '/trpc/transactions.createDeposit',
    '/pay/token',
    '/nothing',
  ];

  const REQUESTS_OF_ALL_KINDS = [
    { paths: GET_PATHS, kinds: GETS },
    { paths: POST_PATHS, kinds: POSTS },
  ].flatMap(({ paths, kinds }) =>
    paths.flatMap((path) => kinds.flatMap((kind) => [undefined, MERCHANT].map((as) => ({ path, kind, as })))),
  );

  /** The requests of one kind, as bytes. */
  function bytesOf(path: string, hostile: Hostile, as: Credentials | undefined): string {
    const { method = 'GET', query, headers, type, body = '', chunks } = hostile;
    const target = query === undefined ? path : `${path}?${query}`;
    const lines = [`${method} ${target} HTTP/1.1`, 'host: localhost'];
    if (as) {
      const seconds = Math.floor(Date.now() / 1000);
      const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
      lines.push(`appKey: ${as.appKey}`, `content-digest: ${digest}`);
      lines.push(`sign: t=${seconds},v2=${hmac(as.secret, `v2.${seconds}.${method}.${digest}.${target}`)}`);
    }
    if (headers !== undefined) lines.push(headers);
    if (type !== undefined) lines.push(`content-type: ${type}`);
    if (chunks !== undefined) lines.push('transfer-encoding: chunked');
    else if (method === 'POST') lines.push(`content-length: ${Buffer.byteLength(body)}`);
    return `${lines.join('\r\n')}\r\nconnection: close\r\n\r\n${chunks === undefined ? body : `${chunks}0\r\n\r\n`}`;
  }

  test.skipIf(mainThreadMs(process.pid) === undefined)(
    'no request takes more of the main thread than 64 KiB of JSON take 16 times, with a credential or without one',
    async () => {
      using folder = temporaryFolder();
      await using service = await startServiceProcess(folder.path);
      const measure = createCostMeter(service);
      const slow: string[] = [];
      for (const { path, kind, as } of everyNth(37, REQUESTS_OF_ALL_KINDS)) {
        const most = kind.chunks === undefined ? MOST : MAX_CHUNKS;
        const cost = await measure(bytesOf(path, kind, as), most);
        if (cost > most) slow.push(`${path}, ${kind.name}, ${as?.appKey ?? 'nobody'}: ${cost.toFixed(1)}`);
      }
      expect(slow).toEqual([]);
    },
    600_000,
  );
});

describe('security page', () => {
  const PAGE = readFileSync(`${ROOT}SECURITY.md`, 'utf8');
  const TESTS = /`([^`]+\.test\.ts)`/g;

  test('SECURITY.md names a test for each of the top ten, and each is there', () => {
    const rows = PAGE.split('\n').filter((line) => line.startsWith('| API'));
    expect(rows.map((row) => /^\| (API\d+) /.exec(row)?.[1])).toEqual(
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    );
    for (const row of rows) expect([...row.matchAll(TESTS)].length, row).toBeGreaterThan(0);
    const named = [...PAGE.matchAll(TESTS)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });

  test('each link and each command of SECURITY.md is there', () => {
    const links = [...PAGE.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.filter((path) => !existsSync(ROOT + path))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
    const commands = [...PAGE.matchAll(/`npm (?:run )?([\w:]+)`/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('snapshots', () => {
  test('schema/schema.graphql is the current schema; if not: npm run schema', () => {
    expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(printSnapshot());
  });

  test('schema/openapi.json describes the present routes; if not: npm run schema', () => {
    expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(printOpenApi());
  });

  test('docs/permissions.md lists the roles of every operation, and who takes a sign again; if not: npm run schema', () => {
    expect(readFileSync(PERMISSIONS_FILE, 'utf8')).toBe(printPermissions());
  });

  test('the typed documents match the committed schema; if not: npm run codegen', async () => {
    const generated = await generate();
    expect(generated.length).toBeGreaterThan(0);
    for (const { filename, content } of generated)
      expect(readFileSync(ROOT + filename, 'utf8'), filename).toBe(content);
    const names = generated.map(({ filename }) => filename).sort();
    const folders = new Set(names.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
    const present = [...folders].flatMap((folder) => readdirSync(ROOT + folder).map((name) => folder + name));
    expect(present.sort()).toEqual(names);
  });
});
