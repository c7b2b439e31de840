import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { call, DEPOSIT, depositFields, type Json, MERCHANT, temporaryFolder } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import {
  compile,
  installClient,
  linkCodegenTypes,
  linkPackages,
  ROOT,
  typesAsReact,
  writeProject,
} from '../support/consumer-project.ts';
import { MISTAKEN, MISTAKES } from '../support/consumer-sources.ts';
import { EXAMPLE_URL, type Example, isInstalled, linesOf, readExamples } from '../support/examples.ts';
import { freePort } from '../support/free-port.ts';
import { IS_LONG } from '../support/long.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices, useService } from '../support/shared-service.ts';

describe('readme', () => {
  const project = temporaryFolder();
  afterAll(() => project[Symbol.dispose]());

  const PAGES = ['README.md', 'docs/examples.md', 'docs/graphql.md', 'docs/rest.md', 'docs/typescript.md'];
  const examples = PAGES.flatMap(readExamples);

  /** The page whose examples read what is pending. */
  const DASHBOARDS = 'docs/graphql.md';

  const service = useService();

  interface Runner {
    readonly file: string;
    /** Undefined for modules, which run in this process: the start of another one takes longer than they do. */
    readonly program?: string;
    readonly available: boolean;
  }

  /** What runs the examples of each language, and whether this machine has it. */
  const RUNNERS: Readonly<Record<string, Runner>> = {
    sh: { file: 'sh', program: 'bash', available: isInstalled('bash', 'openssl', 'curl') },
    js: { file: 'mjs', available: true },
    python: { file: 'py', program: 'python3', available: isInstalled('python3') },
    php: { file: 'php', program: 'php', available: isInstalled('php') },
    ts: { file: 'ts', available: true },
  };

  /** Runs a module as a program. @returns what it prints first. */
  async function importedLine(path: string): Promise<string> {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    vi.spyOn(console, 'error').mockImplementation(() => {});
    try {
      await import(pathToFileURL(path).href);
      await expect.poll(() => log.mock.calls.length).toBeGreaterThan(0);
      return String(log.mock.calls[0]);
    } finally {
      vi.restoreAllMocks();
    }
  }

  const nameOf = (example: Example, extension: string) => `example-${examples.indexOf(example)}.${extension}`;

  /** The form of what openapi-typescript makes; `npm run test:foreign` has its whole output. */
  const GENERATED_TYPES = `
type Json<T> = { content: { 'application/json': T } };
export interface paths {
  '/v1/transactions/deposit': {
    post: {
      requestBody: Json<Record<string, string | number>>;
      responses: { 200: Json<{ data: object }>; 400: Json<{ error: { message: string } }> };
    };
  };
}
`;

  /** Writes the examples to files, with the URL of the service under test, and compiles the TypeScript. @returns its errors. */
  async function prepare(): Promise<string[]> {
    const folder = project.path;
    for (const example of examples) {
      // A component is compiled with the others. packed-client.test.ts shows it in a page.
      const extension = example.language === 'tsx' ? 'tsx' : RUNNERS[example.language]?.file;
      const code = example.code.replaceAll(EXAMPLE_URL, service().url);
      if (extension) writeProject(folder, { [nameOf(example, extension)]: code });
    }
    cpSync(join(ROOT, 'test/dashboard/gql'), join(folder, 'gql'), { recursive: true });
    linkPackages(folder, [
      '@types/node',
      '@graphql-typed-document-node/core',
      'better-sqlite3',
      '@types/better-sqlite3',
      'openapi-fetch',
      'openapi-typescript-helpers',
      'graphql',
      'graphql-sse',
      'preact',
    ]);
    linkCodegenTypes(folder);
    await installClient(folder);
    writeProject(folder, {
      'package.json': { type: 'module' },
      'mistakes.ts': MISTAKES,
      'schema.d.ts': GENERATED_TYPES,
      'tsconfig.json': {
        compilerOptions: {
          target: 'es2023',
          lib: ['es2023', 'dom', 'dom.iterable'],
          // What is written stays as it is, so that Node runs it.
          module: 'preserve',
          moduleResolution: 'bundler',
          jsx: 'react-jsx',
          paths: typesAsReact('.'),
          types: ['node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: true,
          rewriteRelativeImportExtensions: true,
          outDir: 'out',
        },
        include: ['*.ts', '*.tsx'],
      },
    });
    return compile(folder);
  }

  let errors = ['nothing was compiled'];
  const ofMistakes = (line: string) => line.startsWith('mistakes.ts');

  beforeAll(async () => {
    // What is said about a mistake can go on in lines that are indented.
    errors = (await prepare()).filter((line) => /^\S/.test(line));
  });

  test('the TypeScript of the examples compiles', () => {
    expect(errors.filter((line) => !ofMistakes(line))).toEqual([]);
  });

  test('a project that installs the client gets a type error for each of its mistakes', () => {
    const places = errors.filter(ofMistakes).map((line) => line.replace(/,\d+\): .*/, ')'));
    expect(places).toEqual(MISTAKEN);
  });

  function expectEnvelope(response: Json): void {
    expect(response).toMatchObject({ status: 200, data: {} });
    expect(response.responseTime).toMatch(/^\d+([.]\d{1,2})?ms$/);
    expect(Object.keys(response)).toEqual(['data', 'status', 'responseTime', 'app_version']);
  }

  /** Expects a pending transaction, in a GraphQL response or in the output that an example makes of one. */
  function expectDashboard(response: Json, pendingId: string): void {
    expect(response.errors).toBeUndefined();
    const pending: Json[] = response.pending ?? response.data.transactions.nodes;
    expect(pending.map(({ transactionId }) => transactionId)).toContain(pendingId);
  }

  test('the answer that the first page prints has the fields and the payer of the call before it', async () => {
    const [printed = ''] = examples.flatMap(({ page, language, code }) =>
      page === 'README.md' && language === 'json' ? [code] : [],
    );
    const body = depositFields({ userName: 'ada', name: 'Ada Lovelace' });
    const answer = await call(service(), DEPOSIT, { body });
    const { data, ...rest }: Json = JSON.parse(printed);
    expectEnvelope({ data, ...rest });
    expect(Object.keys(data)).toEqual(Object.keys(expectData(answer)));
    const { userName, name, convertedName } = expectData(answer);
    expect(data).toMatchObject({ userName, name, convertedName });
  });

  /** Subscriptions have tests of their own, here and in packed-client.test.ts. */
  const isSubscription = ({ code }: Example) => /graphql-sse|[.]subscribe\(/.test(code);

  /** The page of a browser and the settings of its server have a test of their own. */
  const isOfBrowser = ({ code }: Example) => /document[.]|^export default/.test(code);

  const calling = examples.filter(
    (example) => example.calls && !isSubscription(example) && !isOfBrowser(example),
  );

  test('the dashboard of the page on GraphQL is the one that typed documents are generated for', () => {
    const file = readFileSync(join(ROOT, 'test/dashboard/volume.ts'), 'utf8');
    const published = file
      .replace('../../src/client/index.ts', 'bank-transfers-client')
      .replace('./gql/index.ts', './gql/index.js');
    expect(examples.filter(({ page }) => page === DASHBOARDS).map(({ code }) => code)).toContain(published);
  });

  test('every language with a runner has an example, and every example with a call has a runner', () => {
    expect(new Set(calling.map(({ language }) => language))).toEqual(new Set(Object.keys(RUNNERS)));
    expect([...new Set(calling.map(({ page }) => page))]).toEqual(PAGES);
  });

  describe('an example works with a service:', () => {
    for (const example of calling) {
      const runner = RUNNERS[example.language];
      const title = `${example.page}, ${example.heading}, ${example.language}`;
      test.skipIf(!runner?.available)(title, async () => {
        if (!runner) throw new Error(`nothing runs ${example.language}`);
        const isTypeScript = example.language === 'ts';
        const file = isTypeScript ? `out/${nameOf(example, 'js')}` : nameOf(example, runner.file);
        const path = join(project.path, file);
        // Dashboards read the newest ones only.
        const { transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
        const { program } = runner;
        const line = program
          ? (await linesOf({ program, args: [path], endless: false }))[0]
          : await importedLine(path);
        const response: Json = JSON.parse(line ?? '');
        if (example.page === DASHBOARDS) expectDashboard(response, transactionId);
        else expectEnvelope(response);
      });
    }
  });

  test('the printed subscription prints a transaction that is created after it has begun', async () => {
    const example = examples.find(({ code }) => code.includes('graphql-sse'));
    if (!example) throw new Error('no page has a subscription');
    const args = [join(project.path, `out/${nameOf(example, 'js')}`)];
    let line: string | undefined;
    const done = linesOf({ program: process.execPath, args, endless: true }).then(([first]) => {
      line = first;
    });
    const created: string[] = [];
    await expect
      .poll(
        async () => {
          if (line === undefined)
            created.push(expectData(await call(service(), DEPOSIT, { body: depositFields() })).transactionId);
          return line;
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBeDefined();
    await done;
    const [transactionId = '', status] = line?.split(' ') ?? [];
    expect([created.includes(transactionId), status]).toEqual([true, 'pending']);
  });
});

describe.skipIf(!IS_LONG)('vite page', () => {
  const project = temporaryFolder();
  afterAll(() => project[Symbol.dispose]());

  const openPage = useBrowser();
  const startService = useOwnServices();
  const folder = project.path;
  const examples = readExamples('docs/typescript.md').filter(({ heading }) => heading === 'A page with Vite');
  const [setting = '', proxy = '', page = ''] = examples.map(({ code }) => code);
  const PRINTED_ORIGIN = 'http://localhost:5173';

  beforeAll(() => installClient(folder), 120_000);

  /** Builds the printed page for a service, serves it at an origin of its own, and asks for the banks there. */
  async function askForBanks(serviceUrl: string, port: number, problem?: RegExp) {
    writeProject(folder, {
      'index.html':
        '<!doctype html><title>Shop</title><body><script type="module" src="/src/main.ts"></script>',
      'src/main.ts': page.replaceAll(EXAMPLE_URL, serviceUrl),
    });
    const { build, preview } = await import('vite');
    const common = { root: folder, configFile: false, logLevel: 'silent' } as const;
    await build({ ...common, build: { outDir: join(folder, 'dist'), emptyOutDir: true } });
    const server = await preview({ ...common, preview: { host: '127.0.0.1', port, strictPort: true } });
    try {
      const opened = await openPage();
      if (problem) opened.expectProblem(problem);
      await opened.page.goto(`http://127.0.0.1:${port}`);
      await opened.page.getByLabel('appKey').fill(MERCHANT.appKey);
      await opened.page.getByLabel('secret').fill(MERCHANT.secret);
      await opened.page.getByRole('button').click();
      const output = opened.page.locator('output:not(:empty)');
      await output.waitFor();
      const text = await output.textContent();
      await opened.page.close();
      return text;
    } finally {
      await server.close();
    }
  }

  test('the page as it is printed lists the banks from another origin, with the printed setting', async () => {
    const port = await freePort();
    const [, origins = ''] = /^CORS_ORIGINS=(\S+) npm start$/m.exec(setting) ?? [];
    const { url } = await startService({
      CORS_ORIGINS: origins.replace(PRINTED_ORIGIN, `http://127.0.0.1:${port}`),
    });
    expect(await askForBanks(url, port)).toContain('Demo Anadolu Bank');
  });

  test('without the setting the browser keeps the answer from the page', async () => {
    const { url } = await startService();
    expect(await askForBanks(url, await freePort(), /CORS policy|Failed to load/)).toMatch(/fetch/i);
  });

  test('with the printed proxy of Vite no setting of the service is needed', async () => {
    const { url } = await startService();
    const port = await freePort();
    writeProject(folder, { 'vite.config.mjs': proxy.replaceAll(EXAMPLE_URL, url) });
    const configFile = join(folder, 'vite.config.mjs');
    const { createServer } = await import('vite');
    const server = await createServer({
      root: folder,
      configFile,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port },
    });
    await server.listen();
    try {
      const throughVite = createClient({ url: `http://127.0.0.1:${port}`, ...MERCHANT });
      expect((await throughVite.banks.list.query({})).data.map(({ name }) => name)).toContain(
        'Demo Anadolu Bank',
      );
    } finally {
      await server.close();
    }
  });
});
