import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MERCHANT, temporaryFolder } from '../harness.ts';
import {
  compile,
  diagnose,
  installClient,
  linkPackages,
  pack,
  run,
  writeProject,
} from '../support/consumer-project.ts';
import { MISTAKES, PROGRAM } from '../support/consumer-sources.ts';
import { IS_LONG } from '../support/long.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const project = temporaryFolder();
const folder = project.path;
const installed = join(folder, 'node_modules/bank-transfers');
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
  mkdirSync(installed, { recursive: true });
  const { tarball, files, bytes } = await pack(folder);
  packed = files;
  unpackedBytes = bytes;
  await run(folder, 'tar', ['-xzf', tarball, '--strip-components', '1', '-C', installed]);
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
    const description = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(description.dependencies)).toEqual(['better-sqlite3']);
    expect(description).not.toHaveProperty('peerDependencies');
  });

  test('takes at most 26 MB of the disk', () => {
    expect(unpackedBytes).toBeLessThan(26_000_000);
  });

  test('contains the licences of the packages in it', () => {
    const licenses = readFileSync(join(installed, 'dist/licenses.txt'), 'utf8');
    for (const name of ['koa', 'kysely', 'pg', 'preact', 'swagger-ui-dist', 'zod'])
      expect(licenses).toMatch(new RegExp(`^${name} [0-9.]+(-[a-z.0-9]+)? [(].+[)]$`, 'm'));
  });

  test('has a file for each of its exports and its program', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const paths = [...leaves(exports), ...leaves(bin)].map((path) => path.replace(/^[.][/]/, ''));
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) expect(packed).toContain(path);
  });
});

describe('a project that installs the client', () => {
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
    expect(seen).toMatchObject({ amount: 100.5, replayed: id, listed: [id], received: [id] });
    expect(seen.conflict).toMatchObject({ code: 'error_process_id_conflict', status: 409 });
    expect(seen.conflict.message).toContain(id);
  });

  test.each(IS_LONG ? ['node', 'browser'] : ['browser'])(
    'gets a type error for each of its mistakes, and no other one, in %s',
    (environment) => {
      const mistaken = MISTAKES.split('\n').flatMap((line, index) =>
        line.endsWith('// mistake') ? [`mistakes.ts(${index + 1})`] : [],
      );
      expect(diagnose(folder, `tsconfig.${environment}.json`, OWN)).toEqual(mistaken);
    },
  );
});
