import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as add from '@graphql-codegen/add';
import { preset as clientPreset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import type { CodegenPlugin, Types } from '@graphql-codegen/plugin-helpers';
import * as typescript from '@graphql-codegen/typescript';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import {
  type ASTNode,
  buildSchema,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

/** The text of a definition, without white space and comments. */
const textOf = (node: ASTNode) => JSON.stringify(stripIgnoredCharacters(print(node)));

/** The names of the fragments that a definition needs. */
function fragmentsOf(node: ASTNode, known: ReadonlyMap<string, ASTNode>): readonly string[] {
  const names = new Set<string>();
  visit(node, {
    FragmentSpread({ name: { value } }) {
      const fragment = known.get(value);
      for (const name of fragment ? [value, ...fragmentsOf(fragment, known)] : []) names.add(name);
    },
  });
  return [...names];
}

/**
 * Writes documents as strings, so that a page loads no code for them. A fragment appears once, however many name it.
 */
function writeDocuments(_schema: GraphQLSchema, files: readonly Types.DocumentFile[]): string {
  const definitions = files.flatMap(({ document }) => document?.definitions ?? []);
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const needed = new Set(operations.flatMap((one) => fragmentsOf(one, fragments)));
  return [
    ...[...fragments].flatMap(([name, one]) => (needed.has(name) ? `const ${name} = ${textOf(one)};` : [])),
    ...operations.map((one) => {
      const name = one.name?.value ?? '';
      const type = name + one.operation.replace(/^./, (first) => first.toUpperCase());
      const text = [textOf(one), ...fragmentsOf(one, fragments)].join(' + ');
      return `export const ${name}Document: TypedDocument<${type}, ${type}Variables> = ${text};`;
    }),
    '',
  ].join('\n');
}

const PLUGINS: Readonly<Record<string, CodegenPlugin>> = {
  add,
  typescript,
  'typescript-operations': typescriptOperations,
  documents: { plugin: writeDocuments },
};
const types = {
  scalars: {
    Amount: 'number',
    DateTime: 'string',
    ProblemParams: 'Record<string, number | string | readonly string[]>',
  },
  strictScalars: true,
  enumsAsTypes: true,
  useTypeImports: true,
  onlyOperationTypes: true,
  inputMaybeValue: 'T | null | undefined',
};

/** The options that all generated files share. */
type Shared = Pick<Types.GenerateOptions, 'schema' | 'pluginMap'> & { readonly schemaAst: GraphQLSchema };
type Generated = Types.GenerateOptions;

/** A generated file, with its path relative to this file's folder. */
export interface GeneratedFile {
  readonly filename: string;
  readonly content: string;
}

/** The paths of the files below a folder, in order. */
function filesBelow(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => pattern.test(path))
    .sort();
}

function documentFile(path: string, sdl: string): Types.DocumentFile {
  return { location: join(ROOT, path), rawSDL: sdl, document: parse(sdl) };
}

const documentsIn = (folder: string, pattern: RegExp) =>
  filesBelow(folder, pattern).map((path) => documentFile(path, readFileSync(join(ROOT, path), 'utf8')));

/** The documents in calls of `graphql` with a template. */
const documentsInCode = (folder: string) =>
  filesBelow(folder, /^[^/]+[/][^/]+[/][^/]+[.]ts$/).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\bgraphql\(`([^`]+)`\)/g)].map(([, sdl = '']) =>
      documentFile(path, sdl),
    ),
  );

/** The documents of one part of the console, which no other part loads. All parts share the types of the schema. */
function documentsOf(shared: Shared, folder: string, schemaTypes: string): Generated {
  const root = '../'.repeat(`${folder}/gql`.split('/').length);
  return {
    ...shared,
    filename: `${folder}/gql/graphql.ts`,
    documents: documentsIn(`${folder}/documents`, /[.]graphql$/),
    plugins: [
      { add: { content: `import type { TypedDocument } from '${root}src/client/graphql-client.ts';` } },
      { add: { content: `import type * as Types from '${schemaTypes}';` } },
      { 'typescript-operations': {} },
      { documents: {} },
    ],
    config: { ...types, namespacedImportName: 'Types' },
  };
}

/** The types of the schema that the documents of the console use. */
const schemaTypes = (shared: Shared): Generated => ({
  ...shared,
  filename: 'web/console/gql/schema.ts',
  documents: documentsIn('web/console', /[/]documents[/][^/]+[.]graphql$/),
  plugins: [{ typescript: {} }],
  config: { ...types, disableDescriptions: true },
});

/** The documents of the guide's example, as its readers generate them. */
const dashboard = ({ schema, schemaAst }: Shared) =>
  clientPreset.buildGeneratesSection({
    baseOutputDir: 'test/dashboard/gql/',
    presetConfig: { fragmentMasking: false },
    schema,
    schemaAst,
    documents: documentsInCode('test/dashboard'),
    plugins: [],
    pluginMap: {},
    config: { ...types, documentMode: 'string', importExtension: '.ts', emitLegacyCommonJSImports: false },
  });

/** Generates typed documents from the committed schema. It needs no network and writes nothing. */
export async function generate(): Promise<readonly GeneratedFile[]> {
  const source = readFileSync(join(ROOT, 'schema/schema.graphql'), 'utf8');
  const shared: Shared = {
    schema: parse(source),
    schemaAst: buildSchema(source),
    pluginMap: PLUGINS,
  };
  const files: readonly Generated[] = [
    ...(await dashboard(shared)),
    schemaTypes(shared),
    documentsOf(shared, 'web/console', './schema.ts'),
    documentsOf(shared, 'web/console/admin', '../../gql/schema.ts'),
    documentsOf(shared, 'web/console/palette', '../../gql/schema.ts'),
    documentsOf(shared, 'web/console/payouts', '../../gql/schema.ts'),
    documentsOf(shared, 'web/console/presence', '../../gql/schema.ts'),
    documentsOf(shared, 'web/console/reconciliation', '../../gql/schema.ts'),
  ];
  return Promise.all(
    files.map(async (file) => ({
      filename: file.filename,
      content: await codegen({ ...file, importExtension: '.ts', emitLegacyCommonJSImports: false }),
    })),
  );
}

// `npm run codegen`
if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { filename, content } of await generate()) {
    const path = join(ROOT, filename);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    process.stdout.write(`${relative(ROOT, path)}\n`);
  }
