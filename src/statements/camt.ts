import type { StatementReader } from '../reconciliation/domain/statement.ts';
import { PartMaker } from './camt/parts.ts';
import { createXmlParser } from './iso20022/xml-parser.ts';
import { xmlPieces } from './iso20022/xml-pieces.ts';
import { EnoughProblems, fatal, problemOf, problemPart, quoted } from './read-failure.ts';

/**
 * Reads camt.053, .054 and .052, versions .02 to .14, in any namespace or none. The file is read in pieces, and only one
 * entry of it is in memory at a time.
 */
export const readCamt: StatementReader = function* (bytes, limits) {
  const maker = new PartMaker(limits);
  try {
    const parser = createXmlParser(maker.records, limits);
    for (const piece of xmlPieces(bytes, limits, { tooLarge: 'file_too_large', noXml: 'no_camt_xml' })) {
      maker.addPiece(piece);
      parser.write(piece);
      yield* maker.take();
    }
    parser.end();
    if (maker.statements === 0) throw fatal('no_camt', null, quoted(maker.records.firstName));
    yield* maker.take();
  } catch (error) {
    yield* maker.take();
    if (!(error instanceof EnoughProblems)) yield problemPart(problemOf(error, 'no_well_formed'));
  }
};
