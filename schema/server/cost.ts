import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
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

/** What an operation asks for at most. */
export interface Demand {
  /** Values in the answer, and what has to be looked at for them. */
  readonly values: number;
  /** Fields, each as often as fragments repeat it. */
  readonly fields: number;
  /** How deep fields stand in fields. */
  readonly depth: number;
}

/** What a field costs beside the values below it, by arguments that nobody checked yet. */
export interface FieldCost {
  /** In values; 1 by default. */
  readonly price?: (args: Values) => number;
  /** How many items the list has, or the lists of the connection. */
  readonly size?: (args: Values) => number;
}

/** The part of a field's definition that says what it costs. */
export function costs(fieldCost: FieldCost): { extensions: { cost: FieldCost } } {
  return { extensions: { cost: fieldCost } };
}

/** How many items a list is taken to have that does not say. */
const LIST_SIZE = 100;
const LEAF: Demand = { values: 1, fields: 1, depth: 1 };

/** Measures an operation of a valid document. */
export function measureDemand(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, variables }: { readonly operation: OperationDefinitionNode; readonly variables: Values },
): Demand {
  const root = schema.getRootType(operation.operation) ?? undefined;
  return new Meter(schema, document, variables).measure(operation.selectionSet, { type: root });
}

interface Place {
  readonly type: GraphQLNamedType | undefined;
  /** The size of the connection that this stands in. */
  readonly pageSize?: number | undefined;
}

/** Looks at each selection once, however often fragments repeat it: a bomb of them is as quick to measure. */
class Meter {
  readonly #schema: GraphQLSchema;
  readonly #variables: Values;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #measured = new Map<SelectionSetNode, Map<number | undefined, Demand>>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Values) {
    this.#schema = schema;
    this.#variables = variables;
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(definition.name.value, definition);
  }

  measure(selectionSet: SelectionSetNode | undefined, place: Place): Demand {
    const total = { values: 0, fields: 0, depth: 0 };
    if (!selectionSet) return total;
    const bySize = this.#measured.get(selectionSet) ?? new Map<number | undefined, Demand>();
    const known = bySize.get(place.pageSize);
    if (known) return known;
    for (const selection of selectionSet.selections) {
      const { values, fields, depth } = this.#measureSelection(selection, place);
      total.values += values;
      total.fields += fields;
      total.depth = Math.max(total.depth, depth);
    }
    this.#measured.set(selectionSet, bySize.set(place.pageSize, total));
    return total;
  }

  #measureSelection(selection: SelectionNode, place: Place): Demand {
    if (selection.kind === Kind.FIELD) return this.#measureField(selection, place);
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(selection.name.value) : selection;
    const condition = fragment?.typeCondition?.name.value;
    return this.measure(fragment?.selectionSet, {
      ...place,
      ...(condition !== undefined && { type: this.#schema.getType(condition) }),
    });
  }

  #measureField(node: FieldNode, { type, pageSize }: Place): Demand {
    const hasFields = isObjectType(type) || isInterfaceType(type);
    const field = hasFields ? type.getFields()[node.name.value] : undefined;
    // What the language itself has, such as __typename. How deep introspection goes is bounded by a rule of its own.
    if (!field) return LEAF;
    const { price, size } = costOf(field);
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

function costOf({ extensions }: GraphQLField<unknown, unknown>): FieldCost {
  return Object(extensions.cost);
}
