/** An element that is read, or an ancestor of one. All other elements are skipped. */
export interface ElementNode<Kind extends string> {
  readonly children: Map<string, ElementNode<Kind>>;
  /** The kind of record that the element begins; null if it begins none. */
  readonly record: Kind | null;
  /** The key under which the enclosing record stores the text of the element; null if it does not. */
  key: string | null;
  /** The key under which the enclosing record counts the element; null if it does not. */
  counter: string | null;
  /** Whether a record can contain the element only once. A second one is a flaw, because it is unclear which one counts. */
  isUnique: boolean;
}

/** A path with its marks: `#path`, or `key=path!` where the key and the `!` are optional. */
const WORD = /^(?:(#)|([^#=!]+)=)?([^#=!]+)(!)?$/;

/**
 * Creates the node of a record, and the nodes of the elements that are read inside it.
 * @param paths the paths of these elements below the record, separated by white space. The text of an element is stored
 * under its path, or under the key in front: `text=RmtInf/Ustrd`. A `!` at the end says that the element is unique in the
 * record. A `#` in front says that the elements are only counted: `#NtryDtls`.
 * @param inner the records inside this one, by their paths.
 * @throws TypeError for a path of another form.
 */
export function createRecordNode<Kind extends string>(
  record: Kind,
  paths: string,
  inner: Readonly<Record<string, ElementNode<Kind>>> = {},
): ElementNode<Kind> {
  const node = createNode<Kind>(record);
  for (const word of paths.match(/\S+/g) ?? []) {
    const [whole, counted, key, path = '', unique] = WORD.exec(word) ?? [];
    if (whole === undefined) throw new TypeError(`${word} is not a path`);
    const use = counted ? { counter: path } : { key: key ?? path, isUnique: unique !== undefined };
    Object.assign(nodeAt(node, path), use);
  }
  for (const [path, child] of Object.entries(inner)) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    nodeAt(node, names.join('/')).children.set(name, child);
  }
  return node;
}

/** The node at a path below another; it is created if there is none. */
function nodeAt<Kind extends string>(root: ElementNode<Kind>, path: string): ElementNode<Kind> {
  let node = root;
  for (const name of path.split('/').filter(Boolean)) {
    const child = node.children.get(name) ?? createNode<Kind>(null);
    node.children.set(name, child);
    node = child;
  }
  return node;
}

function createNode<Kind extends string>(record: Kind | null): ElementNode<Kind> {
  return { children: new Map(), record, key: null, counter: null, isUnique: false };
}
