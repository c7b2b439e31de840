import type { ReadLimits, StatementPart, StatementReader } from '../reconciliation/domain/statement.ts';
import { FatalFlaw, Flaw, quote } from './camt/flaw.ts';
import { EnoughProblems, PartMaker } from './camt/parts.ts';
import { RecordReader } from './camt/records.ts';
import { createDecoder, xmlEncoding } from './camt/xml-encoding.ts';
import { createXmlParser } from './camt/xml-parser.ts';

/** The bytes that are decoded at once. In any encoding they are more characters than a line keeps of its file. */
const PIECE_BYTES = 65_536;

/**
 * Reads camt.053, .054 and .052, versions .02 to .14, in any namespace or none. The file is read in pieces, and only one
 * entry of it is in memory at a time.
 */
export const readCamt: StatementReader = function* (bytes, limits) {
  const maker: PartMaker = new PartMaker(limits, (record) => records.around(record));
  const records: RecordReader = new RecordReader(maker, limits);
  try {
    const parser = createXmlParser(records, limits);
    for (const piece of pieces(bytes, limits)) {
      records.addPiece(piece);
      parser.write(piece);
      yield* maker.take();
    }
    parser.end();
    checkFound(maker.statements, records.rootName);
    yield* maker.take();
  } catch (error) {
    yield* maker.take();
    if (!(error instanceof EnoughProblems)) yield problemOf(error);
  }
};

/** The text of the file, in pieces. Blanks before the first element are left out, which XML allows in no other way. */
function* pieces(bytes: Uint8Array, limits: ReadLimits): Generator<string, void, void> {
  if (bytes.length > limits.maxBytes)
    throw new FatalFlaw(
      'too-large',
      `The file has more than ${limits.maxBytes} bytes. Ask for shorter periods.`,
    );
  const encoding = xmlEncoding(bytes);
  if ('unknown' in encoding)
    throw new FatalFlaw(
      'broken-file',
      `The file is in the encoding ${quote(encoding.unknown)}, which cannot be read. Save it as UTF-8.`,
    );
  const decode = createDecoder(encoding.label);
  let isFirst = true;
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    const isLast = offset + PIECE_BYTES >= bytes.length;
    const decoded = attempt(encoding.label, () =>
      decode(bytes.subarray(offset, offset + PIECE_BYTES), isLast),
    );
    const piece = isFirst ? decoded.trimStart() : decoded;
    if (isFirst && !piece.startsWith('<')) throw noXml();
    isFirst = false;
    yield piece;
  }
  if (isFirst) throw noXml();
}

function attempt(label: string, decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new FatalFlaw(
      'broken-file',
      `The file has bytes that are not of its encoding, ${label}. Download it from the bank again.`,
    );
  }
}

function noXml(): Flaw {
  return new FatalFlaw(
    'not-a-statement',
    'The file is no XML, so it is no statement of camt.052, .053 or .054.',
  );
}

function checkFound(statements: number, rootName: string): void {
  if (statements === 0)
    throw new FatalFlaw(
      'not-a-statement',
      `The file begins with ${quote(rootName)}, and has no statement of camt.052, .053 or .054 in it.`,
    );
}

/** Errors of the parser that are no flaws come from text that is no XML, too. */
function problemOf(error: unknown): StatementPart {
  const flaw =
    error instanceof Flaw
      ? error
      : new FatalFlaw('broken-file', 'The file is no well-formed XML. Download it from the bank again.');
  return { kind: 'problem', problem: { code: flaw.code, place: flaw.place, message: flaw.message } };
}
