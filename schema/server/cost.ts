import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    readonly cost?: FieldCost;
  }
}

/** The largest cost that an operation can have. */
interface QueryCost {
  /** Values in the response, and the work of finding them in the same unit. */
  readonly values: number;
  /** Fields, each counted as often as fragments repeat it. */
  readonly fields: number;
  /** Levels of nested fields. */
  readonly depth: number;
}

/** The cost of a field. Its arguments are not validated yet. */
export interface FieldCost {
  /** The cost of the field itself in values; 1 by default. */
  readonly price?: (args: Values) => number;
  /** The number of items of the list, or of each list of the connection. */
  readonly size?: (args: Values) => number;
}

/** The cost of a command on the items of its input: its answer has as many items. */
export const PER_ITEM: FieldCost = { size: ({ items }) => (Array.isArray(items) ? items.length : 1) };

/** A desk has about as many bank accounts. */
export const PER_ACCOUNT: FieldCost = { size: () => 20 };

/** Lines have about as many states, and each of these about as many sums. */
export const PER_STATE: FieldCost = { size: () => 15 };

/** A line has a few candidates and a few decisions, and a text that fits into a body has few lines. */
export const FEW_PER_LINE: FieldCost = { size: () => 10 };

/** The assumed number of items of a list without a declared size. */
const LIST_SIZE = 100;
const LEAF: QueryCost = { values: 1, fields: 1, depth: 1 };

/** Measures the cost of an operation of a valid document. Variables are raw, as the client sent them. */
export function measureCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, variables }: { readonly operation: OperationDefinitionNode; readonly variables: Values },
): QueryCost {
  const root = schema.getRootType(operation.operation) ?? undefined;
  return new CostMeter(schema, document, variables).measure(operation.selectionSet, { type: root });
}

interface Position {
  readonly type: GraphQLNamedType | undefined;
  /** The size of the surrounding connection. */
  readonly pageSize?: number | undefined;
}

/** Measures each selection set once, even when fragments repeat it many times, so a fragment bomb takes no longer. */
class CostMeter {
  readonly #schema: GraphQLSchema;
  readonly #variables: Values;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #measured = new Map<SelectionSetNode, Map<number | undefined, QueryCost>>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Values) {
    this.#schema = schema;
    this.#variables = variables;
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
  }

  measure(selectionSet: SelectionSetNode | undefined, position: Position): QueryCost {
    const total = { values: 0, fields: 0, depth: 0 };
    if (!selectionSet) return total;
    const bySize = this.#measured.get(selectionSet) ?? new Map<number | undefined, QueryCost>();
    const known = bySize.get(position.pageSize);
    if (known) return known;
    for (const selection of selectionSet.selections) {
      const { values, fields, depth } = this.#measureSelection(selection, position);
      total.values += values;
      total.fields += fields;
      total.depth = Math.max(total.depth, depth);
    }
    this.#measured.set(selectionSet, bySize.set(position.pageSize, total));
    return total;
  }

  #measureSelection(selection: SelectionNode, position: Position): QueryCost {
    if (selection.kind === Kind.FIELD) return this.#measureField(selection, position);
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection;
    const condition = fragment?.typeCondition?.name.value;
    return this.measure(fragment?.selectionSet, {
      ...position,
      ...(condition !== undefined && { type: this.#schema.getType(condition) }),
    });
  }

  #measureField(node: FieldNode, { type, pageSize }: Position): QueryCost {
    const hasFields = isObjectType(type) || isInterfaceType(type);
    const field = hasFields ? type.getFields()[node.name.value] : undefined;
    // A meta field such as __typename. A validation rule of graphql-js bounds the depth of introspection.
    if (!field) return LEAF;
    const { price, size } = field.extensions.cost ?? {};
    const args = price || size ? this.#argumentsOf(node) : {};
    const ownSize = size?.(args);
    const isList = isListType(getNullableType(field.type));
    const inner = this.measure(node.selectionSet, {
      type: getNamedType(field.type),
      pageSize: isList ? undefined : ownSize,
    });
    const times = isList ? (ownSize ?? pageSize ?? LIST_SIZE) : 1;
    const values = (price?.(args) ?? 1) + times * inner.values;
    return { values, fields: 1 + inner.fields, depth: 1 + inner.depth };
  }

  #argumentsOf({ arguments: nodes = [] }: FieldNode): Values {
    return Object.fromEntries(
      nodes.map(({ name, value }) => [name.value, valueFromASTUntyped(value, this.#variables)]),
    );
  }
}
