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
  },
};

export default config;
