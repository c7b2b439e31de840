import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

const LENGTH_BYTES = 4;
const LENGTH_PLACE = Buffer.alloc(LENGTH_BYTES);

/** Returns plain data as one frame of a byte stream: its length, then its structured clone. */
export function toFrame(message: unknown): Buffer {
  const serializer = new DefaultSerializer();
  serializer.writeRawBytes(LENGTH_PLACE);
  serializer.writeHeader();
  serializer.writeValue(message);
  const frame = serializer.releaseBuffer();
  frame.writeUInt32LE(frame.length - LENGTH_BYTES);
  return frame;
}

/**
 * Makes the reader of one byte stream. It is called with each chunk.
 * @returns the messages whose last byte is in the chunk.
 */
export function createFrameReader(): (chunk: Buffer) => unknown[] {
  let chunks: Buffer[] = [];
  let available = 0;
  let needed = LENGTH_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    available += chunk.length;
    const messages: unknown[] = [];
    if (available < needed) return messages;
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (;;) {
      needed = LENGTH_BYTES + (rest.length < LENGTH_BYTES ? 0 : rest.readUInt32LE());
      if (rest.length < LENGTH_BYTES || rest.length < needed) break;
      messages.push(fromBytes(rest.subarray(LENGTH_BYTES, needed)));
      rest = rest.subarray(needed);
    }
    chunks = rest.length > 0 ? [rest] : [];
    available = rest.length;
    return messages;
  };
}

function fromBytes(bytes: Buffer): unknown {
  const deserializer = new DefaultDeserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue();
}
