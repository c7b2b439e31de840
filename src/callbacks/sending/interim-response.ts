const STATUS_OFFSET = 'HTTP/1.1 '.length;
const CONTINUE = /^HTTP\/1\.\d 100\b/;
const HEADERS_END = '\r\n\r\n';

/**
 * Renames each `100 Continue` at the start of a response to `102 Processing`, in place. A receiver may send it
 * unasked (RFC 9110, section 15.2). undici skips every interim response but this one, which it takes for a failure.
 * @returns whether the final response has begun.
 */
export function renameContinue(chunk: Buffer): boolean {
  let start = 0;
  while (CONTINUE.test(chunk.toString('latin1', start, start + STATUS_OFFSET + 4))) {
    chunk.write('102', start + STATUS_OFFSET, 'latin1');
    const end = chunk.indexOf(HEADERS_END, start);
    if (end < 0) return false;
    start = end + HEADERS_END.length;
  }
  return start < chunk.length;
}
