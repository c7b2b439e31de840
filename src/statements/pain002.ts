import type { StatusLimits, StatusReading } from '../payouts/domain/status-report.ts';
import { EnoughProblems, FatalFlaw, Flaw, quote } from './iso20022/flaw.ts';
import { RecordReader } from './iso20022/record-reader.ts';
import { createXmlParser } from './iso20022/xml-parser.ts';
import { xmlPieces } from './iso20022/xml-pieces.ts';
import { REPORTS, type RecordKind } from './pain002/elements.ts';
import { EbicsProtocol, ReportMaker } from './pain002/report-maker.ts';

/**
 * Reads the bank's answer to a file of payouts: pain.002, versions .03 to .14, in any namespace or none. It is pure and
 * never throws. A large file takes a second, so it is read in a thread.
 */
export function readPain002(bytes: Uint8Array, limits: StatusLimits): StatusReading {
  const maker: ReportMaker = new ReportMaker(limits, () => records.around(0));
  const records = new RecordReader<RecordKind>({ roots: REPORTS, sink: maker, maxText: limits.maxText });
  try {
    const parser = createXmlParser(records, limits);
    for (const piece of xmlPieces(bytes, termsOf(limits))) parser.write(piece);
    parser.end();
  } catch (error) {
    if (error instanceof EbicsProtocol) return EBICS_PROTOCOL;
    return problemsOf(error instanceof EnoughProblems ? maker.flaws : [...maker.flaws, flawOf(error)]);
  }
  if (maker.flaws.length > 0) return problemsOf(maker.flaws);
  const { report } = maker;
  return report === null ? problemsOf([notAReport(records.firstName)]) : { kind: 'report', report };
}

const EBICS_PROTOCOL: StatusReading = {
  kind: 'ebics-protocol',
  message:
    'This is the protocol of the EBICS server (HAC): it says which files arrived and who signed them, and nothing about payments. Nothing has changed. Import the report about the payments (pain.002).',
};

function termsOf({ maxBytes }: StatusLimits) {
  return {
    maxBytes,
    tooLarge: `The file has more than ${maxBytes} bytes. Ask the bank for a report of each file of payouts.`,
    noXml: 'The file is no XML, so it is no status of payments (pain.002). Download it from the bank again.',
  };
}

function notAReport(firstName: string): Flaw {
  return new Flaw(
    'not-a-statement',
    `The file begins with ${quote(firstName)}, and has no status of payments (pain.002) of version .03 or newer in it. Ask the bank for one.`,
  );
}

/** Errors of the parser that are no flaws come from text that is no XML, too. */
function flawOf(error: unknown): Flaw {
  if (error instanceof Flaw) return error;
  return new FatalFlaw('broken-file', 'The file is no well-formed XML. Download it from the bank again.');
}

function problemsOf(flaws: readonly Flaw[]): StatusReading {
  return {
    kind: 'problems',
    problems: flaws.map(({ code, place, message }) => ({ code, place, message })),
  };
}
