import { builder } from './bridge/builder.ts';
import './bridge/scalars.ts';
import './types/administration.ts';
import './types/events.ts';
import './types/transactions.ts';

builder.queryType({});
builder.mutationType({});
builder.subscriptionType({});

/** The whole schema. Its committed text is schema.graphql. */
export const schema = builder.toSchema();
