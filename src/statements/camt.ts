import type { ReadLimits, StatementPart, StatementReader } from '../reconciliation/domain/statement.ts';
import { MESSAGES, type RecordKind } from './camt/elements.ts';
import { PartMaker } from './camt/parts.ts';
import { EnoughProblems, FatalFlaw, Flaw, quote } from './iso20022/flaw.ts';
import { RecordReader } from './iso20022/record-reader.ts';
import { createXmlParser } from './iso20022/xml-parser.ts';
import { type XmlTerms, xmlPieces } from './iso20022/xml-pieces.ts';

/**
 * Reads camt.053, .054 and .052, versions .02 to .14, in any namespace or none. The file is read in pieces, and only one
 * entry of it is in memory at a time.
 */
export const readCamt: StatementReader = function* (bytes, limits) {
  const maker: PartMaker = new PartMaker(limits, {
    get rootName() {
      return records.rootName;
    },
    around: (depth) => records.around(depth),
  });
  const records = new RecordReader<RecordKind>({ roots: MESSAGES, sink: maker, maxText: limits.maxText });
  try {
    const parser = createXmlParser(records, limits);
    for (const piece of xmlPieces(bytes, termsOf(limits))) {
      maker.addPiece(piece);
      parser.write(piece);
      yield* maker.take();
    }
    parser.end();
    checkFound(maker.statements, records.firstName);
    yield* maker.take();
  } catch (error) {
    yield* maker.take();
    if (!(error instanceof EnoughProblems)) yield problemOf(error);
  }
};

function termsOf({ maxBytes }: ReadLimits): XmlTerms {
  return {
    maxBytes,
    tooLarge: `The file has more than ${maxBytes} bytes. Ask for shorter periods.`,
    noXml: 'The file is no XML, so it is no statement of camt.052, .053 or .054.',
  };
}

function checkFound(statements: number, firstName: string): void {
  if (statements === 0)
    throw new FatalFlaw(
      'not-a-statement',
      `The file begins with ${quote(firstName)}, and has no statement of camt.052, .053 or .054 in it.`,
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
