/** An element that is read, or lies on the way to one. All others are passed over. */
export interface ElementNode<Kind extends string> {
  readonly children: Map<string, ElementNode<Kind>>;
  /** The record that begins with the element. */
  readonly record: Kind | null;
  /** The key of its text in the record around it. */
  key: string | null;
  /** The key by which the record around it counts it. */
  counter: string | null;
  /** Whether a second one in the same record makes it unclear what is meant. */
  isOnly: boolean;
}

/** Keys of texts by their paths below a record. */
export type Paths = Readonly<Record<string, string>>;

/** Makes the node of a record. @param isOnly whether a record has the text of a key at most once. */
export function createRecord<Kind extends string>(
  record: Kind,
  paths: Paths,
  isOnly: (key: string) => boolean,
): ElementNode<Kind> {
  const node = createNode<Kind>(record);
  for (const [path, key] of Object.entries(paths))
    Object.assign(nodeAt(node, path), { key, isOnly: isOnly(key) });
  return node;
}

/** The node at a path below another, made if there is none. */
export function nodeAt<Kind extends string>(root: ElementNode<Kind>, path: string): ElementNode<Kind> {
  let node = root;
  for (const name of path.split('/')) {
    const child = node.children.get(name) ?? createNode<Kind>(null);
    node.children.set(name, child);
    node = child;
  }
  return node;
}

function createNode<Kind extends string>(record: Kind | null): ElementNode<Kind> {
  return { children: new Map(), record, key: null, counter: null, isOnly: false };
}
