/** One event of a stream of server-sent events. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Reads a stream as the standard of server-sent events says, until it ends.
 * @param onSign told of everything that arrives, also of what only keeps the connection alive.
 * @throws when the connection breaks.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<ServerEvent> {
  let name = 'message';
  let data: string[] = [];
  for await (const line of readLines(body, onSign)) {
    if (line.startsWith('event:')) name = line.slice(6).trimStart();
    else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
    else if (line === '') {
      if (data.length > 0) yield { name, data: data.join('\n') };
      name = 'message';
      data = [];
    }
  }
}

async function* readLines(body: ReadableStream<Uint8Array>, onSign: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onSign();
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
