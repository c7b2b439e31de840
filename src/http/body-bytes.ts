/** Puts the parts of a body together, in the order in which they are received. */
export interface BodyBytes {
  add(part: Buffer): void;
  /** All parts. Nothing is added afterwards. */
  join(): Buffer;
}

const EMPTY = Buffer.alloc(0);

/** Puts an ordinary body together. */
export function collectBody(): BodyBytes {
  const parts: Buffer[] = [];
  return {
    add: (part) => void parts.push(part),
    join: () => (parts.length > 1 ? Buffer.concat(parts) : (parts[0] ?? EMPTY)),
  };
}

/**
 * Puts a file together in memory that threads share, so that the one that reads it needs no copy. A part of a body with
 * a length goes to its place at once: the file is never held twice.
 * @param lengthBytes the declared length. The server gives no part beyond it.
 */
export function collectFile(lengthBytes: number | undefined): BodyBytes {
  if (lengthBytes === undefined) {
    const { add, join } = collectBody();
    return { add, join: () => toShared(join()) };
  }
  const bytes = sharedBytes(lengthBytes);
  let received = 0;
  return {
    add(part) {
      bytes.set(part, received);
      received += part.length;
    },
    join: () => bytes.subarray(0, received),
  };
}

function toShared(bytes: Buffer): Buffer {
  const shared = sharedBytes(bytes.length);
  shared.set(bytes);
  return shared;
}

/** Memory counts only once something was written to it. */
function sharedBytes(lengthBytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(lengthBytes));
}
