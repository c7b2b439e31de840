import type { CodegenConfig } from '@graphql-codegen/cli';

/** Documents become strings, so that a page loads no code for them. */
const typedDocuments = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
  config: {
    documentMode: 'string',
    scalars: { Amount: 'number', DateTime: 'string' },
    strictScalars: true,
    enumsAsTypes: true,
    useTypeImports: true,
    skipTypename: true,
    onlyOperationTypes: true,
    importExtension: '.ts',
  },
} as const;

/** Generates typed documents from the committed schema: `npm run codegen`. It needs no network. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: {
    'test/dashboard/gql/': { ...typedDocuments, documents: ['test/dashboard/*.ts'] },
    'web/console/gql/': { ...typedDocuments, documents: ['web/console/documents/*.graphql'] },
    // Screens that are loaded later have documents of their own, which nobody else loads.
    'web/console/admin/gql/': { ...typedDocuments, documents: ['web/console/admin/documents/*.graphql'] },
    'web/console/reconciliation/gql/': {
      ...typedDocuments,
      documents: ['web/console/reconciliation/documents/*.graphql'],
    },
  },
};

export default config;
