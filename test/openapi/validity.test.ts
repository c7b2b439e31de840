import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, call, type Json, temporaryFolder } from '../harness.ts';
import { COLLECTION_FOLDER } from '../support/bruno-collection.ts';
import { WALKS } from '../support/bruno-walks.ts';
import { installClient, linkPackages, ROOT, run, writeProject } from '../support/consumer-project.ts';
import { EXAMPLE_URL, readExamples } from '../support/examples.ts';
import { testLong } from '../support/long-test.ts';
import { OPENAPI_FILE, printOpenApi } from '../support/schema-snapshot.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface DescribedCall {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Json;
  readonly responses: Readonly<Record<string, Json>>;
}

const document: Json = JSON.parse(printOpenApi());
const paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>> = document.paths;

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ ...described, path, method })),
);

const hasExample = (content: Json) => 'example' in content || Object.keys(content.examples ?? {}).length > 0;

describe('the OpenAPI document', () => {
  testLong('has no error and no warning by the strict rules of Redocly', async () => {
    const program = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
    const flags = ['--extends', 'recommended-strict', '--format', 'json'];
    const { stdout } = await run(ROOT, 'env', [
      'REDOCLY_TELEMETRY=off',
      'REDOCLY_SUPPRESS_UPDATE_NOTICE=true',
      process.execPath,
      ...[program, 'lint', ...flags, OPENAPI_FILE],
    ]);
    const { totals, problems }: Json = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  test('requires each parameter in a path, as swagger-parser and Spectral ask', () => {
    for (const { operationId, path, parameters = [] } of calls) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name }) => name).sort(), operationId).toEqual(named.sort());
      expect(
        inPath.filter(({ required }) => !required),
        operationId,
      ).toEqual([]);
    }
  });

  test('names a contact and a license, and the callback needs no key of the service', () => {
    expect(document.info).toMatchObject({ contact: { name: /./ }, license: { name: /./ } });
    expect(document.webhooks.transactionChanged.post.security).toEqual([]);
  });

  test('has an example of each response, and of the body of a callback', () => {
    const named: Json = document.components.responses;
    const without = calls.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, given]) => {
        const response = given.$ref ? named[given.$ref.split('/').at(-1)] : given;
        // A file, and an answer without a body, have none.
        const content = response.content?.['application/json'];
        return !content || hasExample(content) ? [] : [`${operationId} ${status}`];
      }),
    );
    expect(without, 'record them: npm run schema:answers').toEqual([]);
    const { content } = document.webhooks.transactionChanged.post.requestBody;
    expect(hasExample(content['application/json'])).toBe(true);
  });

  test('shows failures in words of the service, each about what to do', () => {
    const responses: Json[] = Object.values(document.components.responses);
    const messages = responses.flatMap(({ content }) =>
      Object.values<Json>(content['application/json'].examples).map(({ value }) => value.error.message),
    );
    expect(messages.filter((message) => !/^\w.{20,}[.]$/.test(message))).toEqual([]);
  });
});

const reads = calls.filter(({ method }) => method === 'get');

describe.each(reads)('$operationId', ({ path, parameters = [] }) => {
  const target = path.replaceAll(/\{\w+\}/g, '6b00c8cc92ab21e9e76aa5d1');
  const ask = async (query: Readonly<Record<string, string>>): Promise<Json[]> => {
    const { json } = await call(service(), `${target}?${new URLSearchParams(query)}`, { as: ADMIN });
    return json.error?.fields ?? [];
  };

  test('takes each parameter that the document names', async () => {
    const named = parameters.filter((parameter) => parameter.in === 'query');
    const problems = await ask(Object.fromEntries(named.map(({ name }) => [name, 'x'])));
    const refused = problems.filter(({ code }) => /^(unknown_parameter|misplaced|choose_one)$/.test(code));
    expect(refused).toEqual([]);
  });

  test('takes no parameter of another call', async () => {
    const known = new Set(parameters.map(({ name }) => name));
    const all = reads.flatMap((read) => (read.parameters ?? []).map(({ name }) => name));
    const others = [...new Set([...all, 'processId', 'appKey'])].filter((name) => !known.has(name));
    const problems = await ask(Object.fromEntries(others.map((name) => [name, 'x'])));
    const unknown = problems.filter(({ code }) => code === 'unknown_parameter').map(({ path }) => path);
    expect(unknown.sort()).toEqual(others.sort());
  });
});

describe('foreign tools', () => {
  /** Tools that are too large for the suite. `npm run test:foreign` installs exactly these, in a folder of its own. */
  const PACKAGES = [
    '@apidevtools/swagger-parser@13.0.0',
    '@stoplight/spectral-cli@6.16.3',
    '@usebruno/cli@4.1.0',
    'openapi-fetch@0.17.0',
    'openapi-typescript@7.13.0',
    'orval@7.13.2',
    'typescript@5.9.3',
  ];

  const project = temporaryFolder();
  const folder = project.path;

  afterAll(() => project[Symbol.dispose]());

  const tool = (name: string) => join(folder, 'node_modules/.bin', name);

  const VALIDATE = `import SwaggerParser from '@apidevtools/swagger-parser';
await SwaggerParser.validate('openapi.json');
`;

  const ORVAL = `module.exports = { service: { input: 'openapi.json', output: {
  target: 'generated.ts', client: 'fetch',
  override: { mutator: { path: './signed.ts', name: 'signed', extension: '.ts' } },
} } };
`;

  const CALL = `import { createDeposit, whoAmI } from './generated.ts';
const answer = await createDeposit({
  bankId: '507f1f77bcf86cd799439011', processId: 'orval-1', amount: 500, userId: 'orval', userName: 'ada', name: 'Ada',
});
if (answer.status !== 200) throw new Error(answer.data.error.message);
const key = await whoAmI();
console.log(answer.data.data.status, key.status === 200 && key.data.data.appKey);
`;

  const examples = readExamples('docs/rest.md').filter(({ language }) => language === 'ts');

  const codeWith = (text: string) =>
    (examples.find(({ code }) => code.includes(text))?.code ?? '').replaceAll(EXAMPLE_URL, service().url);

  /** Compiles one program with what it imports, and runs it. @returns what it prints. */
  async function runProgram(name: string): Promise<string> {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          types: ['node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: true,
          rewriteRelativeImportExtensions: true,
          outDir: 'out',
        },
        files: [`${name}.ts`],
      }),
    );
    expect(await run(folder, tool('tsc'), [])).toMatchObject({ code: 0, stdout: '' });
    const { code, stdout, stderr } = await run(folder, 'env', [
      `BANK_TRANSFERS_URL=${service().url}`,
      'BANK_TRANSFERS_KEY=demo-merchant',
      'BANK_TRANSFERS_SECRET=demo-merchant-secret',
      process.execPath,
      join(folder, 'out', `${name}.js`),
    ]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    return stdout;
  }

  describe.skipIf(!process.env.FOREIGN_TOOLS)('with tools of others, the OpenAPI document', () => {
    beforeAll(async () => {
      writeProject(folder, {
        'package.json': { type: 'module' },
        'rules.json': { extends: ['spectral:oas'] },
        'validate.mjs': VALIDATE,
        'orval.config.cjs': ORVAL,
        'call.ts': CALL,
        'signed.ts': codeWith('signed<T>'),
        'fetched.ts': codeWith('openapi-fetch'),
      });
      copyFileSync(OPENAPI_FILE, join(folder, 'openapi.json'));
      const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
      expect(await run(folder, 'npm', ['install', ...flags, ...PACKAGES])).toMatchObject({ code: 0 });
      await installClient(folder);
      linkPackages(
        folder,
        ['@types/node', 'undici-types'].filter((name) => !existsSync(join(folder, 'node_modules', name))),
      );
    }, 300_000);

    test('is valid for swagger-parser', async () => {
      expect(await run(folder, process.execPath, ['validate.mjs'])).toMatchObject({ code: 0, stderr: '' });
    });

    test('has no error and no warning of Spectral', async () => {
      const flags = ['lint', 'openapi.json', '--ruleset', 'rules.json', '--fail-severity', 'hint'];
      const { code, stdout } = await run(folder, tool('spectral'), flags);
      expect([code, stdout]).toEqual([0, expect.stringContaining('No results')]);
    });

    test('gives openapi-fetch types with which the printed example makes a signed call', async () => {
      await run(folder, tool('openapi-typescript'), ['openapi.json', '-o', 'schema.d.ts']);
      expect(JSON.parse(await runProgram('fetched'))).toMatchObject({
        status: 200,
        data: { status: 'pending' },
      });
    });

    test('gives orval a client that makes signed calls with the printed mutator', async () => {
      expect(await run(folder, tool('orval'), ['--config', 'orval.config.cjs'])).toMatchObject({ code: 0 });
      expect(await runProgram('call')).toBe('pending demo-merchant\n');
    });

    test.each(WALKS)('and Bruno passes the walk of $key', async ({ key }) => {
      const flags = ['--env', key, '--env-var', `baseUrl=${service().url}`];
      const { code, stdout } = await run(COLLECTION_FOLDER, tool('bru'), ['run', `walks/${key}`, ...flags]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/Requests\s+│ 7 \(7 Passed\)/)]);
    });
  });
});
