import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MERCHANT, temporaryFolder } from '../harness.ts';
import {
  compile,
  diagnose,
  installClient,
  linkPackages,
  pack,
  ROOT,
  run,
  writeProject,
} from '../support/consumer-project.ts';
import { MISTAKES, PROGRAM } from '../support/consumer-sources.ts';
import { IS_LONG } from '../support/long.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const project = temporaryFolder();
const folder = project.path;
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
      files: ['program.ts', 'mistakes.ts'],
    },
    ...Object.fromEntries(
      Object.entries(ENVIRONMENTS).map(([environment, compilerOptions]) => [
        `tsconfig.${environment}.json`,
        { compilerOptions: { ...compilerOptions, noEmit: true }, files: ['mistakes.ts'] },
      ]),
    ),
  });
});

afterAll(() => project[Symbol.dispose]());

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

  test('asks for nothing else than the driver of SQLite', () => {
    const description = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(Object.keys(description.dependencies)).toEqual(['better-sqlite3']);
    expect(description).not.toHaveProperty('peerDependencies');
  });

  test('takes at most 26 MB of the disk', () => {
    expect(unpackedBytes).toBeLessThan(26_000_000);
  });

  test('contains the licences of the packages in it', () => {
    const licenses = readFileSync(join(ROOT, 'dist/licenses.txt'), 'utf8');
    for (const name of ['koa', 'kysely', 'pg', 'preact', 'swagger-ui-dist', 'zod'])
      expect(licenses).toMatch(new RegExp(`^${name} [0-9.]+(-[a-z.0-9]+)? [(].+[)]$`, 'm'));
  });

  test('has a file for each of its exports and its program', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const paths = [...leaves(exports), ...leaves(bin)].map((path) => path.replace(/^[.][/]/, ''));
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) expect(packed).toContain(path);
  });
});

/** The lines that must not compile, as `mistakes.ts(line)`. */
const mistaken = MISTAKES.split('\n').flatMap((line, index) =>
  line.endsWith('// mistake') ? [`mistakes.ts(${index + 1})`] : [],
);

describe('a project that installs the client', () => {
  test('gets a type error for each of its mistakes and no other one, and runs against a service', async () => {
    // What is said about a mistake can go on in lines that are indented.
    const errors = (await compile(folder)).filter((line) => /^\S/.test(line));
    expect(errors.map((line) => line.replace(/,\d+\): .*/, ')'))).toEqual(mistaken);
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

  test.runIf(IS_LONG).each(['node', 'browser'])('gets the same type errors in %s', (environment) => {
    expect(diagnose(folder, `tsconfig.${environment}.json`, OWN)).toEqual(mistaken);
  });
});
