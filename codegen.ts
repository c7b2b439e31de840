import type { CodegenConfig } from '@graphql-codegen/cli';

/** How documents are typed: as the text that is sent, and nothing that a page would have to carry beside it. */
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

/** Typed documents from the committed schema: `npm run codegen`. Nothing is read over the network. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  generates: {
    'test/dashboard/gql/': { ...typedDocuments, documents: ['test/dashboard/*.ts'] },
    'web/console/gql/': { ...typedDocuments, documents: ['web/console/documents/*.graphql'] },
  },
};

export default config;
