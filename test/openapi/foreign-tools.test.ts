import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness.ts';
import { COLLECTION_FOLDER } from '../support/bruno-collection.ts';
import { WALKS } from '../support/bruno-walks.ts';
import { installClient, linkPackages, run, writeProject } from '../support/consumer-project.ts';
import { EXAMPLE_URL, readExamples } from '../support/examples.ts';
import { OPENAPI_FILE } from '../support/schema-snapshot.ts';
import { useService } from '../support/shared-service.ts';

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

const service = useService();
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
