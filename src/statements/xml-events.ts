import { SaxesParser } from 'saxes';
import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { failure } from './read-failure.ts';

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Parses a part of a spreadsheet. After each piece it yields, so that what a handler has collected can be taken. Names
 * come without their prefixes, which differ between programs.
 */
export function* parseXml(
  pieces: Iterable<Uint8Array>,
  handler: XmlHandler,
  limits: ReadLimits,
): Generator<void, void, void> {
  const parser = new SaxesParser({ position: false, xmlns: false });
  let depth = 0;
  const names: string[] = [];
  parser.on('error', () => {
    throw failure('sheet_damaged', null);
  });
  parser.on('doctype', () => {
    throw failure('sheet_doctype', null);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > limits.maxDepth) throw failure('too_deep', null, limits.maxDepth);
    const local = localName(name);
    names.push(local);
    handler.open(local, attributes);
  });
  parser.on('closetag', () => {
    depth -= 1;
    handler.close?.(names.pop() ?? '');
  });
  const onText = (text: string) => handler.text?.(text);
  parser.on('text', onText);
  parser.on('cdata', onText);
  const decoder = new TextDecoder();
  for (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  parser.write(decoder.decode());
  parser.close();
  yield;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** An attribute by its name without a prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const value = attributes[name];
  if (value !== undefined) return value;
  const prefixed = Object.keys(attributes).find((key) => localName(key) === name);
  return prefixed === undefined ? undefined : attributes[prefixed];
}
