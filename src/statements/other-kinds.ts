import { encodingOf } from './csv-text.ts';

interface OtherKind {
  readonly mark: RegExp;
  readonly message: string;
}

const CURE = 'Ask the bank for camt.053 or MT940, or export the account as XLSX or CSV.';

/** Kinds of files that are no statements the service reads, by how they begin. */
const OTHER_KINDS: readonly OtherKind[] = [
  { mark: /^%PDF-/, message: `This is a PDF document. ${CURE}` },
  {
    mark: /^(?:OFXHEADER:|(?:<\?xml[^>]{0,200}>\s{0,9})?<(?:\?OFX\b|OFX>))/i,
    message: `This is an OFX file. ${CURE}`,
  },
  { mark: /^!(?:Type|Account|Option):/i, message: `This is a QIF file. ${CURE}` },
  { mark: /^\{\\rtf/, message: `This is a text document (RTF). ${CURE}` },
  { mark: /^[[{]\s*(?:["{[\]}]|$)/, message: `This is JSON. ${CURE}` },
  { mark: /^\x1f\x8b/, message: 'This is a compressed file (GZIP): unpack it, and import what is in it.' },
  {
    mark: /<(?:\w{1,20}:)?(?:CstmrCdtTrfInitn|CstmrDrctDbtInitn|pain\.001\.001\.0[12])\b|xsd:pain\.00[18]\b/,
    message: 'This is an order to pay (pain), not a statement. Ask the bank for camt.053.',
  },
];

const HEAD_BYTES = 4096;

/** What a file is that no reader reads, with the cure; undefined for any other file. */
export function otherKindOf(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isBinary = head[0] === 0x1f && head[1] === 0x8b;
  const text = new TextDecoder(isBinary ? 'latin1' : encodingOf(head).label).decode(head).trimStart();
  return OTHER_KINDS.find(({ mark }) => mark.test(text))?.message;
}
