import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents from the committed schema: `npm run codegen`. Nothing is read over the network. */
const config: CodegenConfig = {
  schema: 'schema/schema.graphql',
  documents: ['test/dashboard/*.ts'],
  generates: {
    'test/dashboard/gql/': {
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
    },
  },
};

export default config;
