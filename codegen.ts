import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = { Amount: 'number', DateTime: 'string' };
const types = {
  scalars,
  strictScalars: true,
  enumsAsTypes: true,
  useTypeImports: true,
  skipTypename: true,
  onlyOperationTypes: true,
  inputMaybeValue: 'T | null | undefined',
} as const;

/** Documents become strings, so that a page loads no code for them. */
const dashboard = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
  config: { ...types, documentMode: 'string', importExtension: '.ts' },
} as const;

/** The documents of a part of the console, which nobody else loads. All parts share the types of the schema. */
const documentsOf = (folder: string, schemaTypes: string) => ({
  documents: [`${folder}/documents/*.graphql`],
  plugins: [
    { add: { content: `import type * as Types from '${schemaTypes}';` } },
    'typescript-operations',
    'typed-document-node',
  ],
  config: { ...types, documentMode: 'string', namespacedImportName: 'Types', importExtension: '.ts' },
});

/** Generates typed documents from the committed schema: `npm run codegen`. It needs no network. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: {
    'test/dashboard/gql/': { ...dashboard, documents: ['test/dashboard/*.ts'] },
    'web/console/gql/schema.ts': {
      documents: ['web/console/**/documents/*.graphql'],
      plugins: ['typescript'],
      config: types,
    },
    'web/console/gql/graphql.ts': documentsOf('web/console', './schema.ts'),
    'web/console/admin/gql/graphql.ts': documentsOf('web/console/admin', '../../gql/schema.ts'),
    'web/console/payouts/gql/graphql.ts': documentsOf('web/console/payouts', '../../gql/schema.ts'),
    'web/console/reconciliation/gql/graphql.ts': documentsOf(
      'web/console/reconciliation',
      '../../gql/schema.ts',
    ),
  },
};

export default config;
