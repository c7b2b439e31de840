import type { StatementReader } from '../reconciliation/domain/statement.ts';
import { MESSAGES, type RecordKind } from './camt/elements.ts';
import { PartMaker } from './camt/parts.ts';
import { RecordReader } from './iso20022/record-reader.ts';
import { createXmlParser } from './iso20022/xml-parser.ts';
import { xmlPieces } from './iso20022/xml-pieces.ts';
import { EnoughProblems, fatal, problemOf, problemPart, quoted } from './read-failure.ts';

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
    for (const piece of xmlPieces(bytes, limits, { tooLarge: 'file_too_large', noXml: 'no_camt_xml' })) {
      maker.addPiece(piece);
      parser.write(piece);
      yield* maker.take();
    }
    parser.end();
    checkFound(maker.statements, records.firstName);
    yield* maker.take();
  } catch (error) {
    yield* maker.take();
    if (!(error instanceof EnoughProblems)) yield problemPart(problemOf(error, 'no_well_formed'));
  }
};

function checkFound(statements: number, firstName: string): void {
  if (statements === 0) throw fatal('no_camt', null, quoted(firstName));
}
