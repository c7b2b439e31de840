import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import type { StatementProblem } from '../reconciliation/domain/statement.ts';
import { encodingOf } from './csv-text.ts';

interface OtherKind {
  readonly mark: RegExp;
  readonly problem: StatementProblem;
}

const noStatement = (kind: string) => fileProblem('other_kind', null, kind);

/** Kinds of files that the service does not read as statements, by how they begin. */
const OTHER_KINDS: readonly OtherKind[] = [
  { mark: /^%PDF-/, problem: noStatement('PDF') },
  {
    mark: /^(?:OFXHEADER:|(?:<\?xml[^>]{0,200}>\s{0,9})?<(?:\?OFX\b|OFX>))/i,
    problem: noStatement('OFX'),
  },
  { mark: /^!(?:Type|Account|Option):/i, problem: noStatement('QIF') },
  { mark: /^\{\\rtf/, problem: noStatement('RTF') },
  { mark: /^[[{]\s*(?:["{[\]}]|$)/, problem: noStatement('JSON') },
  { mark: /^\x1f\x8b/, problem: fileProblem('compressed', null, 'GZIP') },
  {
    mark: /<(?:\w{1,20}:)?(?:CstmrCdtTrfInitn|CstmrDrctDbtInitn|pain\.001\.001\.0[12])\b|xsd:pain\.00[18]\b/,
    problem: fileProblem('payment_order', null),
  },
];

const HEAD_BYTES = 4096;

/** The problem of a file that no reader reads; undefined for any other file. */
export function otherKindOf(bytes: Uint8Array): StatementProblem | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isBinary = head[0] === 0x1f && head[1] === 0x8b;
  const text = new TextDecoder(isBinary ? 'latin1' : encodingOf(head).label).decode(head).trimStart();
  return OTHER_KINDS.find(({ mark }) => mark.test(text))?.problem;
}
