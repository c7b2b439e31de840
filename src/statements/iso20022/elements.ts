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

const WORD = /^(?:(#)|([^#=!]+)=)?([^#=!]+)(!)?$/;

/**
 * Makes the node of a record.
 * @param paths below the record, with white space between them. The text of an element has its path as its key, or the word
 * before a `=`: `text=RmtInf/Ustrd`. A record has it at most once where a `!` follows. Of `#NtryDtls` only the number counts.
 * @param inner the records inside it, by their paths.
 * @throws TypeError for a word of another form.
 */
export function createRecord<Kind extends string>(
  record: Kind,
  paths: string,
  inner: Readonly<Record<string, ElementNode<Kind>>> = {},
): ElementNode<Kind> {
  const node = createNode<Kind>(record);
  for (const word of paths.match(/\S+/g) ?? []) {
    const [whole, counted, key, path = '', only] = WORD.exec(word) ?? [];
    if (whole === undefined) throw new TypeError(`${word} is no path`);
    const own = counted ? { counter: path } : { key: key ?? path, isOnly: only !== undefined };
    Object.assign(nodeAt(node, path), own);
  }
  for (const [path, child] of Object.entries(inner)) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    nodeAt(node, names.join('/')).children.set(name, child);
  }
  return node;
}

/** The node at a path below another, made if there is none. */
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
  return { children: new Map(), record, key: null, counter: null, isOnly: false };
}
