type Node = Record<string, unknown>;

/** Thrown for a field whose schema does not say what it means: `.describe()`. */
class UndescribedField extends Error {
  constructor(owner: string, name: string) {
    super(
      `The field ${name} of ${owner} has no description: end its schema with .describe('…') where it is defined.`,
    );
    this.name = 'UndescribedField';
  }
}

/**
 * Writes what fields mean first, where people look for it, and checks that each field says it.
 * @throws UndescribedField for a field without a description.
 */
export function describeFields(document: {
  readonly paths?: object;
  readonly webhooks?: object;
  readonly components?: object;
}): void {
  for (const calls of Object.values({ ...document.paths, ...document.webhooks }))
    for (const call of Object.values(calls as Node))
      describeBelow(call, (call as Node).operationId as string);
  const { schemas = {} } = (document.components ?? {}) as { readonly schemas?: object };
  for (const [name, schema] of Object.entries(schemas)) describeBelow(schema, name);
}

function describeBelow(node: unknown, owner: string): void {
  if (Array.isArray(node)) for (const item of node) describeBelow(item, owner);
  if (!isNode(node)) return;
  if (typeof node.in === 'string' && typeof node.name === 'string') describe(node, owner, node.name);
  if (isNode(node.properties) && node.type === 'object')
    for (const [name, property] of Object.entries(node.properties))
      if (isNode(property)) describe(property, owner, name);
  for (const [key, value] of Object.entries(node)) if (key !== 'example') describeBelow(value, owner);
}

function describe(node: Node, owner: string, name: string): void {
  const within = takeFromWithin(node);
  const description = node.description ?? within;
  if (description === undefined) throw new UndescribedField(owner, name);
  const { description: _, ...rest } = node;
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, { description }, rest);
}

/**
 * Moves a description outward. That of a parameter can be inside its schema, and that of a nullable value inside the
 * value.
 */
function takeFromWithin({ schema, anyOf }: Node): unknown {
  const value = schema ?? (Array.isArray(anyOf) ? anyOf[0] : undefined);
  if (!isNode(value)) return undefined;
  const { description = takeFromWithin(value) } = value;
  delete value.description;
  return description;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
