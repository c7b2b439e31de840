import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { measureInBrowser } from '../../src/dev/client-package.dev.ts';
import { DEMO_BANK_ID, MERCHANT, OPERATOR, temporaryFolder } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import {
  CLIENT_DEPENDENCIES,
  compile,
  diagnose,
  explain,
  installClient,
  linkCodegenTypes,
  linkPackages,
  pack,
  ROOT,
  run,
  typesAsReact,
  writeProject,
} from '../support/consumer-project.ts';
import { MISTAKEN, MISTAKES, PROGRAM } from '../support/consumer-sources.ts';
import { EXAMPLE_URL, readExamples } from '../support/examples.ts';
import { IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { useService } from '../support/shared-service.ts';
import { signCallback } from '../support/signed-callback.ts';

describe('packed client', () => {
  const service = useService();
  const project = temporaryFolder();
  const folder = project.path;
  afterAll(() => project[Symbol.dispose]());

  const openPage = useBrowser();
  const installed = join(folder, 'node_modules/bank-transfers-client');
  const printed = readExamples('docs/typescript.md').filter(({ language }) => /^tsx?$/.test(language));
  const nameOf = (index: number) => `example-${index}.${printed[index]?.language}`;
  const find = (text: string) => join(folder, nameOf(printed.findIndex(({ code }) => code.includes(text))));

  /** How projects are set up that use the package. */
  const MODULES = {
    node16: { module: 'node16', moduleResolution: 'node16' },
    nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
    bundler: { module: 'preserve', moduleResolution: 'bundler' },
  };

  const TYPES = ['module', 'commonjs'];
  const NAMES = ['node16', 'nodenext', 'bundler'] as const;

  /** The short form compiles the examples of all pages at once, for a bundler: see readme.test.ts. */
  const projects = IS_LONG ? NAMES.flatMap((name) => TYPES.map((type) => [name, type] as const)) : [];

  const STRICT = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
  };

  /** The examples, the client and what it brings, but not the types of the platform. */
  const CHECKED = /example-\d+[.]tsx?$|bank-transfers-client|node_modules[/]@trpc[/]/;

  beforeAll(async () => {
    await installClient(folder);
    linkPackages(folder, ['@types/node', 'preact', 'better-sqlite3', '@types/better-sqlite3']);
    linkCodegenTypes(folder);
    const examples = Object.fromEntries(printed.map(({ code }, index) => [nameOf(index), code]));
    writeProject(folder, { 'package.json': { type: 'module' }, ...examples });
    for (const [name, type] of projects) {
      const files = Object.entries(examples).map(([path, code]) => [`${name}-${type}/${path}`, code]);
      const compilerOptions = { ...STRICT, ...MODULES[name], types: ['node'], paths: typesAsReact('..') };
      writeProject(folder, {
        ...Object.fromEntries(files),
        [`${name}-${type}/package.json`]: { type },
        [`${name}-${type}/tsconfig.json`]: {
          compilerOptions,
          include: name === 'bundler' ? ['*.ts', '*.tsx'] : ['*.ts'],
        },
      });
    }
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  describe('the packed client', () => {
    test('is small, and has no native code, no scripts and nothing of Node', async () => {
      expect(readdirSync(installed).sort()).toEqual([
        'LICENSE',
        'README.md',
        'cli.js',
        'index.cjs',
        'index.d.cts',
        'index.d.ts',
        'index.js',
        'package.json',
        'schema.graphql',
      ]);
      const description = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
      expect(Object.keys(description.dependencies)).toEqual(CLIENT_DEPENDENCIES);
      expect(description).not.toHaveProperty('scripts');
      expect(description).not.toHaveProperty('overrides');
      for (const name of ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts'])
        expect(readFileSync(join(installed, name), 'utf8'), name).not.toMatch(
          /node:|\bBuffer\b|kysely|koa|\bzod\b|better-sqlite3/,
        );
      expect(await measureInBrowser()).toBeLessThan(16_000);
    });

    testLong('compiles in a page without the types of Node', () => {
      const lib = [...STRICT.lib, 'esnext.disposable'];
      const compilerOptions = { ...STRICT, ...MODULES.bundler, lib, types: [] };
      const example = nameOf(0);
      writeProject(folder, { 'browser/tsconfig.json': { compilerOptions, files: [`../${example}`] } });
      expect(explain(folder, 'browser/tsconfig.json', CHECKED)).toEqual([]);
    });
  });

  describe('each printed TypeScript example', () => {
    test.each(projects)('compiles under %s, with type %s', (name, type) => {
      expect(explain(folder, `${name}-${type}/tsconfig.json`, CHECKED)).toEqual([]);
    });

    test('runs from both kinds of modules, which have the same exports', async () => {
      const { appKey, secret } = MERCHANT;
      const call = `createClient(${JSON.stringify({ url: service().url, appKey, secret })}).banks.list.query({})
      .then(({ data }) => console.log(JSON.stringify([data[0]._id, names])));`;
      writeProject(folder, {
        'run.cjs': `const client = require('bank-transfers-client');
        const { createClient } = client; const names = Object.keys(client).sort(); ${call}`,
        'run.mjs': `import * as client from 'bank-transfers-client';
        const { createClient } = client; const names = Object.keys(client).sort(); await ${call}
        await import('./run.cjs');`,
      });
      const { stdout, stderr } = await run(folder, process.execPath, ['run.mjs']);
      expect(stderr).toBe('');
      const [fromModule, fromCommonJs] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(fromModule).toEqual([DEMO_BANK_ID, expect.arrayContaining(['createClient', 'verifyCallback'])]);
      expect(fromCommonJs).toEqual(fromModule);
    });
  });

  /** Bundles an example, which finds the client where it was installed. */
  async function load(path: string, edit = (code: string) => code) {
    const out = `${path}.out.mjs`;
    const contents = edit(readFileSync(path, 'utf8'));
    const stdin = { contents, loader: 'ts', resolveDir: folder } as const;
    await build({ stdin, bundle: true, packages: 'external', format: 'esm', platform: 'node', outfile: out });
    return import(pathToFileURL(out).href);
  }

  describe('with what is printed', () => {
    const { appKey, secret } = MERCHANT;

    test('a Next.js route and a server in Node receive each event once, and no forged one', async () => {
      vi.stubEnv('BANK_TRANSFERS_SECRET', secret);
      const log = vi.spyOn(console, 'log').mockImplementation(() => {});
      const { POST } = await load(find("process.env.BANK_TRANSFERS_SECRET ?? '',\n  async handle"));
      const { server } = await load(
        find("from 'node:http'"),
        (code) => `${code.replace('4000', '0')}\nexport { server };`,
      );
      if (!server.listening) await once(server, 'listening');
      const viaRoute = (init: RequestInit) => POST(new Request('https://shop.example.com/callbacks', init));
      const viaServer = (init: RequestInit) => fetch(`http://127.0.0.1:${server.address().port}`, init);
      for (const send of [viaRoute, viaServer]) {
        const { headers, body } = signCallback({ eventId: `event-${send.name}` }, { secret });
        const statuses = [];
        for (const sent of [headers, headers, { ...headers, 'webhook-id': 'other' }])
          statuses.push((await send({ method: 'POST', headers: sent, body })).status);
        expect(statuses).toEqual([204, 204, 400]);
        expect((await send({ method: 'POST', headers, body: 'x'.repeat(70_000) })).status).toBe(413);
      }
      expect(log.mock.calls).toEqual(
        ['event-viaRoute', 'event-viaServer'].map((id) => [id, 'order-1', 'successful', 500]),
      );
      server.close();
    });

    test('a receiver with a database books each event once, even if it comes twice or after a failure', async () => {
      vi.stubEnv('BANK_TRANSFERS_SECRET', secret);
      const path = join(folder, 'shop.db');
      vi.stubEnv('SHOP_DATABASE', path);
      const { answerCallback } = await load(find('seen_events'));
      const post = async (eventId: string) => {
        const { headers, body } = signCallback({ eventId }, { secret });
        const request = new Request('https://shop.example.com/', { method: 'POST', headers, body });
        return (await answerCallback(request)).status;
      };
      const shop = new Database(path);
      shop.exec("create trigger refuse before insert on bookings begin select raise(fail, 'full'); end");
      await expect(post('a')).rejects.toThrow('full');
      shop.exec('drop trigger refuse');
      expect([await post('a'), await post('a'), await post('b')]).toEqual([204, 204, 204]);
      expect(shop.prepare('select event_id from bookings').pluck().all()).toEqual(['a', 'b']);
      shop.prepare('insert into seen_events values (?, ?, 0)').run('c', Date.now() + 60_000);
      expect(await post('c')).toBe(503);
      shop.prepare('update seen_events set lease_until_ms = ? where event_id = ?').run(Date.now(), 'c');
      expect(await post('c')).toBe(204);
      shop.close();
    });

    test('a Next.js action creates a deposit once for each order', async () => {
      vi.stubEnv('BANK_TRANSFERS_URL', service().url);
      vi.stubEnv('BANK_TRANSFERS_KEY', appKey);
      vi.stubEnv('BANK_TRANSFERS_SECRET', secret);
      const customer = { id: 'user-1', userName: 'ada', name: 'Ada Lovelace' };
      const orders = { 1: { customerId: 'user-1', amount: 500 }, 2: { customerId: 'user-2', amount: 1 } };
      const { startDeposit } = await load(find('startDeposit'), (code) =>
        code
          .replace("throw new Error('Read your session here.')", `return ${JSON.stringify(customer)}`)
          .replace(
            "throw new Error('Read your database here.')",
            `return (${JSON.stringify(orders)})[_orderId]`,
          ),
      );
      const url = await startDeposit('1');
      expect(url).toMatch(/^https:\/\/pay[.]example[.]com\/pay\//);
      expect(await startDeposit('1')).toBe(url);
      for (const orderId of ['2', '3']) await expect(startDeposit(orderId)).rejects.toThrow('no such order');
    });

    test('live changes print what an operator decides', async () => {
      const log = vi.spyOn(console, 'log').mockImplementation(() => {});
      const { changes } = await load(find('subscribe again'), (code) =>
        code
          .replace(EXAMPLE_URL, service().url)
          .replace(/^service[.]transactions/m, 'export const changes = service.transactions'),
      );
      await expect.poll(() => log.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0);
      const { data } = await create('live-1', 125);
      const { transactionId } = data;
      const operator = createClient({ url: service().url, ...OPERATOR });
      await operator.transactions.reject.mutate({ transactionId, sequence: 1 });
      await expect
        .poll(() => log.mock.calls, { timeout: 10_000 })
        .toContainEqual([transactionId, 'unsuccessful']);
      changes.unsubscribe();
    });

    testLong('a list in React shows pending transactions, and each new one', async () => {
      const contents = `import { createElement, render } from 'preact';
      import { createClient } from 'bank-transfers-client';
      import { Pending } from ${JSON.stringify(find('usePending'))};
      const service = createClient(${JSON.stringify({ url: service().url, ...OPERATOR })});
      const root = document.body.appendChild(document.createElement('div'));
      render(createElement(Pending, { service }), root);`;
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: folder },
        bundle: true,
        write: false,
        format: 'iife',
        jsx: 'automatic',
        platform: 'browser',
        alias: { react: 'preact/compat' },
      });
      const { page } = await openPage();
      await page.goto(`${service().url}/console`);
      // The console renders into the body as well, also after its form is there.
      await page.getByLabel('appKey').waitFor();
      await page.evaluate(outputFiles[0]?.text ?? '');
      await create('react-1', 125);
      await page.getByText('Lady Lovelace: 125').waitFor();
      await create('react-2', 126);
      await page.getByText('Lady Lovelace: 126').waitFor();
    });
  });

  function create(processId: string, amount: number) {
    const fields = { bankId: DEMO_BANK_ID, processId, amount, userId: processId, userName: 'ada' };
    return createClient({ url: service().url, ...MERCHANT }).deposits.create.mutate({
      ...fields,
      name: 'Lady Lovelace',
    });
  }
});

describe('package of the service', () => {
  test('the package depends on the driver of SQLite alone', () => {
    const description = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(Object.keys(description.dependencies)).toEqual(['better-sqlite3']);
    expect(description).not.toHaveProperty('peerDependencies');
  });

  test('the licences of the packages in it are built', () => {
    const licenses = readFileSync(join(ROOT, 'dist/licenses.txt'), 'utf8');
    for (const name of ['koa', 'kysely', 'pg', 'preact', 'swagger-ui-dist', 'zod'])
      expect(licenses).toMatch(new RegExp(`^${name} [0-9.]+(-[a-z.0-9]+)? [(].+[)]$`, 'm'));
  });
});

// npm takes longer to list the files of the package than most files of tests. The short form finds the mistakes when it
// compiles the examples of all pages: see readme.test.ts.
describe.skipIf(!IS_LONG)('consumer', () => {
  const service = useService();
  const project = temporaryFolder();
  const folder = project.path;
  afterAll(() => project[Symbol.dispose]());

  let packed: string[] = [];
  let unpackedBytes = 0;

  /** The project itself and the types of the client, without those of other packages. */
  const OWN = /^(mistakes[.]ts|node_modules[/]bank-transfers-client)/;

  /** The only files that the package may contain. */
  const PUBLISHED = [
    /^(package[.]json|README[.]md|LICENSE|CHANGELOG[.]md|schema[/]schema[.]graphql)$/,
    /^docs[/]((decisions[/])?([-a-z]+|README)[.]md|states[.]svg|deploy[/](Dockerfile|compose[.]yaml|bank-transfers[.](service|sh))|monitoring[/](alerts[.]yml|dashboard[.]json))$/,
    /^docs[/]collection[/](bruno[.]json|([-a-z]+[/])*[-a-zA-Z0-9]+[.]bru)$/,
    /^dist[/]web[/]downloads[/](client[.]tgz|collection[.]zip|schema[.]graphql)$/,
    /^dist[/]licenses[.]txt$/,
    /^dist[/]web[/]([\w-]+[.](js|css)([.](br|gz))?|(manifest|guide)[.]json)$/,
    /^dist[/](src|db|schema)[/][-a-z0-9/]+[.]m?js$/,
    /^dist[/](src|db)[/]([-a-z]+[/])*(chunk-[0-9A-Z]{8}|[-a-z]+)[.]js([.]map)?$/,
  ];

  const STRICT = {
    target: 'es2023',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
  };

  /** Compiler options for Node without the types of browsers, and for browsers without those of Node. */
  const ENVIRONMENTS = {
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
    return typeof tree === 'string' ? [tree] : Object.values(tree as object).flatMap(leaves);
  }

  beforeAll(async () => {
    ({ files: packed, bytes: unpackedBytes } = await pack());
    await installClient(folder);
    linkPackages(folder, ['@types/node']);
    writeProject(folder, {
      'package.json': { type: 'module' },
      'program.ts': PROGRAM,
      'mistakes.ts': MISTAKES,
      'tsconfig.json': {
        compilerOptions: { ...ENVIRONMENTS.node, skipLibCheck: true, outDir: 'out' },
        files: ['program.ts'],
      },
      ...Object.fromEntries(
        Object.entries(ENVIRONMENTS).map(([environment, compilerOptions]) => [
          `tsconfig.${environment}.json`,
          { compilerOptions: { ...compilerOptions, noEmit: true }, files: ['mistakes.ts'] },
        ]),
      ),
    });
  });

  describe('the packed package', () => {
    test('contains its exports, and no tests, tools or data', () => {
      expect(packed).toEqual(
        expect.arrayContaining([
          'dist/licenses.txt',
          'package.json',
          'README.md',
          'schema/schema.graphql',
          'dist/src/cli.js',
        ]),
      );
      expect(packed.filter((path) => !PUBLISHED.some((pattern) => pattern.test(path)))).toEqual([]);
      expect(
        packed.filter((path) => /((^|[/])(test|bench)[/]|[.]test[.]|[.]env|[.]db|[.]key)/.test(path)),
      ).toEqual([]);
    });

    test('takes at most 26 MB of the disk', () => {
      expect(unpackedBytes).toBeLessThan(26_000_000);
    });

    test('has a file for each of its exports and its program', () => {
      const { exports, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      const paths = [...leaves(exports), ...leaves(bin)].map((path) => path.replace(/^[.][/]/, ''));
      expect(paths.length).toBeGreaterThanOrEqual(3);
      for (const path of paths) expect(packed).toContain(path);
    });
  });

  describe('a project that installs the client', () => {
    test('compiles, and runs against a service', async () => {
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
      expect(seen).toMatchObject({ amount: 100.5, replayed: id, listed: [id], received: [id] });
      expect(seen.conflict).toMatchObject({ code: 'error_process_id_conflict', status: 409 });
      expect(seen.conflict.message).toContain(id);
    });

    test.each(['node', 'browser'])('gets a type error for each of its mistakes in %s', (environment) => {
      expect(diagnose(folder, `tsconfig.${environment}.json`, OWN)).toEqual(MISTAKEN);
    });
  });
});
