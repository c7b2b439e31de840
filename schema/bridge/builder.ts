import SchemaBuilder, { type QueryFieldsShape, type SubscriptionFieldsShape } from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { ProblemParams } from '../../src/kernel/problems.ts';
import type { GraphqlContext } from '../server/context.ts';
import { readNodeId } from './node-id.ts';

/** The builder of the schema. Types are declared in any order: it resolves their names in `toSchema()`. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: {
    Amount: { Input: number; Output: number };
    DateTime: { Input: string; Output: string };
    ProblemParams: { Input: never; Output: ProblemParams };
    ID: { Input: string; Output: string };
  };
}>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    edgesFieldOptions: { nullable: false },
    nodeFieldOptions: { nullable: false },
    nodesOnConnection: true,
    cursorType: 'String',
    decodeGlobalID: readNodeId,
    // The fields of Query are in types/transactions.ts: the only nodes are transactions.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
});

export type Types = typeof builder.$inferSchemaTypes;
export type QueryFields = QueryFieldsShape<Types>;
export type SubscriptionFields = SubscriptionFieldsShape<Types>;
