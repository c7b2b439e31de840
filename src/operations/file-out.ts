import { z } from 'zod';

/** A file as the output of an operation. */
export interface OutputFile {
  /** ASCII, without quotation marks. */
  readonly name: string;
  readonly mediaType: string;
  /** The hash of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** The output of an operation whose REST response is a file instead of an envelope. */
export const fileOut = z.custom<OutputFile>();
