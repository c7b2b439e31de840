const FIRST_HIGH = 0x80;

/** The bytes of the non-ASCII characters of windows-1254, the encoding of Turkish Windows. */
const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0x100 - FIRST_HIGH }, (_, index) => FIRST_HIGH + index)
    .map((byte) => [new TextDecoder('windows-1254').decode(Uint8Array.of(byte)), byte] as const)
    // Bytes without a character are decoded as control characters.
    .filter(([character]) => !/\p{Cc}/u.test(character)),
);

/** Whether windows-1254 has the character. @param character one code point. */
export function isInWindows1254(character: string): boolean {
  return character <= '\x7f' || BYTES.has(character);
}

/** Encodes a text. @throws RangeError for a character that windows-1254 does not have. */
export function encodeWindows1254(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const byte = code < FIRST_HIGH ? code : BYTES.get(text.charAt(index));
    if (byte === undefined)
      throw new RangeError(`windows-1254 does not have the character ${text.charAt(index)}.`);
    bytes[index] = byte;
  }
  return bytes;
}
