import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import RelayPlugin from '@pothos/plugin-relay';
import { ServiceError } from '../src/domain/errors.ts';
import type { GraphqlContext } from './context.ts';

/** What one document may ask for. A full page of a hundred transactions costs about half of it. */
export const LIMITS = {
  complexity: 5_000,
  depth: 8,
  breadth: 300,
  aliases: 15,
  directives: 20,
  tokens: 1_000,
};

/** The one builder that every type of the schema is made with. */
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
  plugins: [RelayPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  relay: {
    edgesFieldOptions: { nullable: false },
    nodeFieldOptions: { nullable: false },
    nodesOnConnection: true,
    cursorType: 'String',
  },
  complexity: {
    limit: { complexity: LIMITS.complexity, depth: LIMITS.depth, breadth: LIMITS.breadth },
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    complexityError: (kind) =>
      new ServiceError(
        'error_validation',
        `The document asks for too much (${kind.toLowerCase()}). Ask for fewer fields, or a smaller page.`,
      ),
  },
});

export type Types = typeof builder.$inferSchemaTypes;
