import SchemaBuilder, {
  type MutationFieldsShape,
  type QueryFieldsShape,
  type SubscriptionFieldsShape,
} from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import { fieldError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import type { GraphqlContext } from '../server/context.ts';
import { costs } from '../server/cost.ts';
import { readNodeId, writeNodeId } from './node-id.ts';

const MAX_NODES = 100;

/** The builder of the schema. Types are declared in any order: it resolves their names in `toSchema()`. */
export const builder = new SchemaBuilder<{
  Context: GraphqlContext;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: {
    Amount: { Input: number; Output: number };
    DateTime: { Input: string; Output: string };
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
    encodeGlobalID: (typeName, id) => writeNodeId(typeName, String(id)),
    decodeGlobalID: readNodeId,
    nodesQueryOptions: {
      ...costs({ size: ({ ids }) => (Array.isArray(ids) ? Math.min(ids.length, MAX_NODES) : 1) }),
      resolve(_root, { ids }, _context, _info, resolveNodes) {
        if (ids.length <= MAX_NODES) return resolveNodes(ids);
        throw fieldError('ids', fault('too_many', { maximum: MAX_NODES }));
      },
    },
  },
});

export type Types = typeof builder.$inferSchemaTypes;
export type QueryFields = QueryFieldsShape<Types>;
export type MutationFields = MutationFieldsShape<Types>;
export type SubscriptionFields = SubscriptionFieldsShape<Types>;
