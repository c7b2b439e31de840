import type { StatusLimits, StatusReading } from '../payouts/domain/status-report.ts';
import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import { createXmlParser } from './iso20022/xml-parser.ts';
import { xmlPieces } from './iso20022/xml-pieces.ts';
import { ReportMaker } from './pain002/report-maker.ts';
import { EnoughProblems, problemOf, quoted } from './read-failure.ts';

/**
 * Reads the bank's answer to a file of payouts: pain.002, versions .03 to .14, in any namespace or none. It is pure and
 * never throws. A large file takes a second, so it is read in a thread.
 */
export function readPain002(bytes: Uint8Array, limits: StatusLimits): StatusReading {
  const maker = new ReportMaker(limits);
  const terms = { tooLarge: 'report_too_large', noXml: 'no_report_xml' } as const;
  try {
    const parser = createXmlParser(maker.records, limits);
    for (const piece of xmlPieces(bytes, limits, terms)) parser.write(piece);
    parser.end();
  } catch (error) {
    const last = error instanceof EnoughProblems ? [] : [problemOf(error, 'no_well_formed')];
    return { kind: 'problems', problems: [...maker.problems, ...last] };
  }
  const { report, problems } = maker;
  if (problems.length > 0) return { kind: 'problems', problems };
  if (report) return { kind: 'report', report };
  return { kind: 'problems', problems: [fileProblem('no_report', null, quoted(maker.records.firstName))] };
}
