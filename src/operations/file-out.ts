import { z } from 'zod';

/** A file as the output of an operation. */
export interface OutputFile {
  /** Of ASCII, without quotation marks. */
  readonly name: string;
  readonly mediaType: string;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** The output of an operation whose response over REST is a file, and no envelope. */
export const fileOut = z.custom<OutputFile>();
