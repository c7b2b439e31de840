/** One server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

interface EventHandlers {
  /** Called for all received data, including comments that only keep the connection alive. */
  onActivity?(): void;
  /** Called when the service says how long to wait before the next connection. */
  onRetry?(delayMs: number): void;
}

/**
 * Reads a stream of server-sent events (HTML Standard §9.2) until it ends.
 * @throws when the connection breaks.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { onActivity, onRetry }: EventHandlers,
): AsyncGenerator<ServerEvent> {
  let name = 'message';
  let data: string[] = [];
  for await (const line of readLines(body, onActivity)) {
    const [, field, value = ''] = /^(event|data|retry): *(.*)/s.exec(line) ?? [];
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (/^[0-9]{1,9}$/.test(value)) onRetry?.(Number(value));
    else if (line === '') {
      if (data.length > 0) yield { name, data: data.join('\n') };
      name = 'message';
      data = [];
    }
  }
}

async function* readLines(
  body: ReadableStream<Uint8Array>,
  onActivity: (() => void) | undefined,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let remainder = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      onActivity?.();
      const lines = (remainder + decoder.decode(chunk.value, { stream: true })).split('\n');
      remainder = lines.pop() ?? '';
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
