/** Collects the chunks of a body in the order received. */
export interface BodyCollector {
  add(chunk: Buffer): void;
  /** Returns the bytes received so far. Do not call `add` afterwards. */
  join(): Buffer;
}

const EMPTY = Buffer.alloc(0);

/** Collects a body in ordinary memory, for use on this thread. */
export function createBodyCollector(): BodyCollector {
  const chunks: Buffer[] = [];
  return {
    add: (chunk) => void chunks.push(chunk),
    join: () => (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? EMPTY)),
  };
}

/**
 * Collects a file in a SharedArrayBuffer, so that a worker thread can read it without a copy. With a known length each
 * chunk is copied straight into place; otherwise all are copied once at the end.
 * @param lengthBytes the Content-Length, which Node enforces; undefined for a chunked body.
 */
export function createSharedBodyCollector(lengthBytes: number | undefined): BodyCollector {
  if (lengthBytes === undefined) {
    const { add, join } = createBodyCollector();
    return { add, join: () => toShared(join()) };
  }
  const bytes = sharedBytes(lengthBytes);
  let received = 0;
  return {
    add(chunk) {
      bytes.set(chunk, received);
      received += chunk.length;
    },
    join: () => bytes.subarray(0, received),
  };
}

function toShared(bytes: Buffer): Buffer {
  const shared = sharedBytes(bytes.length);
  shared.set(bytes);
  return shared;
}

/**
 * Allocates zero-filled shared memory. The operating system assigns physical pages on first write, so a large declared
 * length alone uses no RAM.
 */
function sharedBytes(lengthBytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(lengthBytes));
}
