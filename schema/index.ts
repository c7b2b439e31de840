import { builder } from './builder.ts';
import './scalars.ts';
import './administration.ts';
import './life-cycle.ts';
import './transactions.ts';

builder.queryType({});
builder.mutationType({});
builder.subscriptionType({});

/** The whole schema. Its committed text is schema.graphql. */
export const schema = builder.toSchema();
