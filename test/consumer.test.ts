import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_BANK_ID, MERCHANT, temporaryFolder } from './harness.ts';
import {
  compile,
  diagnose,
  linkPackages,
  pack,
  run,
  runtimeDependencies,
  writeProject,
} from './support/consumer-project.ts';
import { useService } from './support/service.ts';

const service = useService();
const project = temporaryFolder();
const folder = project.path;
const installed = join(folder, 'node_modules/bank-transfers');
let packed: string[] = [];

/** What a team writes that has installed the package. It says what it saw as one line of JSON. */
const PROGRAM = `
import { once } from 'node:events';
import { createClient, failureOf, type Client } from 'bank-transfers/client';
import type { RouterInputs, RouterOutputs } from 'bank-transfers/trpc';

const [url = '', appKey = '', secret = ''] = process.argv.slice(2);
const client: Client = createClient({ url, appKey, secret });

const heard: RouterOutputs['transactions']['get']['data']['transactionId'][] = [];
const events = new EventTarget();
const subscription = client.transactions.onChange.subscribe(
  { type: 'deposit' },
  {
    onStarted: () => events.dispatchEvent(new Event('started')),
    onData(transaction) {
      if (transaction.type === 'deposit') heard.push(transaction.transactionId);
      events.dispatchEvent(new Event('heard'));
    },
  },
);
await once(events, 'started', { signal: AbortSignal.timeout(20_000) });

const input: RouterInputs['deposits']['create'] = {
  bankId: '${DEMO_BANK_ID}',
  processId: 'consumer-1',
  amount: 100.5,
  userId: 'consumer-1',
  userName: 'ada',
  name: 'Ada Lovelace',
};
const hearing = once(events, 'heard', { signal: AbortSignal.timeout(20_000) });
const created = await client.deposits.create.mutate(input);
const replayed = await client.deposits.create.mutate(input);
await hearing;
subscription.unsubscribe();

let conflict: { code: string; status: number; message: string } | undefined;
try {
  await client.deposits.create.mutate({ ...input, amount: 101 });
} catch (error) {
  const failure = failureOf(error);
  if (failure?.code === 'error_process_id_conflict') {
    const { code, status, error: { message } } = failure;
    conflict = { code, status, message };
  }
}
const listed = await client.transactions.list.query({ limit: 10, type: 'deposit' });
console.log(JSON.stringify({
  created: created.data.transactionId,
  amount: created.data.amount,
  replayed: replayed.data.transactionId,
  conflict,
  listed: listed.data.items.map((item) => item.transactionId),
  heard,
}));
`;

/** The project itself and the client's types; not what other packages ship. */
const OWN = /^(mistakes[.]ts|node_modules[/]bank-transfers[/]dist[/]src[/]client)/;

/** Mistakes that only types can show. */
const MISTAKES = `
import { createClient, failureOf, verifyCallback } from 'bank-transfers/client';
import type { RouterInputs } from 'bank-transfers/trpc';
const client = createClient({ url: '', appKey: '', secret: '' });
client.deposits.create.query({}); // mistake
client.deposits.create.mutate({ processId: 'x' }); // mistake
client.banks.list.query({ type: 'loan' }); // mistake
const input: RouterInputs['withdrawals']['create']['amount'] = '500'; // mistake
const item: string = (await client.transactions.list.query({})).data.items[0]; // mistake
if (failureOf(undefined)?.code === 'error_of_mine') throw new Error(); // mistake
const callback = await verifyCallback(new Headers(), '', '');
callback.iban; // mistake
createClient({ url: '', appKey: '' }); // mistake
import { appRouter } from 'bank-transfers/trpc'; // mistake
`;

/** All that a package may hold. */
const PUBLISHED = [
  /^(package[.]json|README[.]md|schema[/]schema[.]graphql)$/,
  /^docs[/][-a-z]+[.]md$/,
  /^dist[/](src|db|schema)[/][-a-z0-9/]+([.]d)?[.]m?[jt]s$/,
];

const STRICT = {
  target: 'es2023',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
};

/** The same sources where they run: in Node without the types of browsers, in a browser without those of Node. */
const PLACES = {
  node: { ...STRICT, lib: ['es2023'], module: 'nodenext', types: ['node'] },
  browser: {
    ...STRICT,
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  },
};

function leaves(tree: unknown): string[] {
  return typeof tree === 'string' ? [tree] : Object.values(Object(tree)).flatMap(leaves);
}

beforeAll(async () => {
  mkdirSync(installed, { recursive: true });
  const { tarball, files } = await pack(folder);
  packed = files;
  await run(folder, 'tar', ['-xzf', tarball, '--strip-components', '1', '-C', installed]);
  linkPackages(folder, [...runtimeDependencies(), '@types/node']);
  writeProject(folder, {
    'package.json': { type: 'module' },
    'program.ts': PROGRAM,
    'mistakes.ts': MISTAKES,
    'tsconfig.json': {
      compilerOptions: { ...PLACES.node, skipLibCheck: true, outDir: 'out' },
      files: ['program.ts'],
    },
    ...Object.fromEntries(
      Object.entries(PLACES).map(([place, compilerOptions]) => [
        `tsconfig.${place}.json`,
        { compilerOptions: { ...compilerOptions, noEmit: true }, files: ['mistakes.ts'] },
      ]),
    ),
  });
}, 120_000);

afterAll(() => project[Symbol.dispose]());

describe('the packed package', () => {
  test('holds what it exports, and nothing of how it is made or run', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'schema/schema.graphql',
        'dist/src/client/index.js',
        'dist/src/client/index.d.ts',
        'dist/src/trpc/types.d.ts',
        'dist/src/cli.js',
      ]),
    );
    expect(packed.filter((path) => !PUBLISHED.some((pattern) => pattern.test(path)))).toEqual([]);
    expect(packed.filter((path) => /test|bench|[.]env|[.]db|[.]key/.test(path))).toEqual([]);
  });

  test('has a file for each of its exports and its program', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const paths = [...leaves(exports), ...leaves(bin)].map((path) => path.replace(/^[.][/]/, ''));
    expect(paths.length).toBeGreaterThanOrEqual(6);
    for (const path of paths) expect(packed).toContain(path);
  });
});

describe('a project that installs the package', () => {
  test('compiles strictly, and runs against a service', async () => {
    expect(await compile(folder)).toEqual([]);
    const { appKey, secret } = MERCHANT;
    const { stdout, stderr } = await run(folder, process.execPath, [
      'out/program.js',
      service().url,
      appKey,
      secret,
    ]);
    expect(stderr).toBe('');
    const seen = JSON.parse(stdout);
    const id = seen.created;
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(seen).toMatchObject({ amount: 100.5, replayed: id, listed: [id], heard: [id] });
    expect(seen.conflict).toMatchObject({ code: 'error_process_id_conflict', status: 409 });
    expect(seen.conflict.message).toContain(id);
  });

  test.each(['node', 'browser'])('is told of its mistakes by the types, and of no other, in %s', (place) => {
    const mistaken = MISTAKES.split('\n').flatMap((line, index) =>
      line.endsWith('// mistake') ? [`mistakes.ts(${index + 1})`] : [],
    );
    expect(diagnose(folder, `tsconfig.${place}.json`, OWN)).toEqual(mistaken);
  });
});
