import { builder } from './bridge/builder.ts';
import { declareScalars } from './bridge/scalars.ts';
import { mutations } from './types/mutations.ts';
import { queries } from './types/queries.ts';
import { filteredQueries, transactionQueries, transactionSubscriptions } from './types/transactions.ts';

declareScalars();
builder.queryType({
  fields: (t) => ({
    ...transactionQueries(t),
    ...mapFields({ ...queries, ...filteredQueries }, (options) => t.field(options)),
  }),
});
// A field that fails is null: if it could not be, its failure would remove the answers of earlier commands.
builder.mutationType({
  fields: (t) => mapFields(mutations, (options: object) => t.field({ ...options, nullable: true } as never)),
});
builder.subscriptionType({ fields: transactionSubscriptions });

/** Pothos wants the types of fields at compile time, and zod knows them at run time only. */
function mapFields<F>(fields: Readonly<Record<string, object>>, declare: (options: never) => F) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, options]) => [name, declare(options as never)]),
  );
}

/** The whole schema. `schema.graphql` is its printed form. */
export const schema = builder.toSchema();
