import { SaxesParser } from 'saxes';
import type { ReadLimits } from '../../reconciliation/domain/statement.ts';
import { fatal } from '../read-failure.ts';

/** The most characters without the beginning or the end of an element, as in a comment or a text that is not read. */
const MAX_TOKEN = 1_000_000;

/** Receives the elements of a file. Names have no prefix. `from` and `to` count characters of the text. */
export interface XmlHandler {
  open(element: {
    readonly name: string;
    readonly currency: string | undefined;
    readonly from: number;
  }): void;
  text(text: string): void;
  close(to: number): void;
}

export interface XmlParser {
  /**
   * Takes the next piece of text.
   * @throws {FatalFailure} at the first text that is not XML, or that exceeds a limit.
   */
  write(text: string): void;
  /** @throws {FatalFailure} if the document is not complete here. */
  end(): void;
}

/**
 * A parser of untrusted XML. Namespaces are not resolved: banks use them wrongly, and resolving is quadratic in the
 * depth. A document type is refused, so there are no entities except those of XML itself.
 */
export function createXmlParser(handler: XmlHandler, limits: Pick<ReadLimits, 'maxDepth'>): XmlParser {
  const parser = new SaxesParser();
  let depth = 0;
  let from = 0;
  let silent = 0;
  let hasEnded = false;
  const place = () => `line ${parser.line}`;
  parser.on('doctype', () => {
    throw fatal('doctype', place());
  });
  parser.on('opentagstart', (tag) => {
    silent = 0;
    depth += 1;
    if (depth > limits.maxDepth) throw fatal('too_deep', place(), limits.maxDepth);
    from = parser.position - tag.name.length - 2;
  });
  parser.on('opentag', (tag) => {
    handler.open({ name: localName(tag.name), currency: tag.attributes.Ccy, from });
  });
  const addText = (text: string) => handler.text(text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    silent = 0;
    depth -= 1;
    hasEnded ||= depth === 0;
    handler.close(parser.position);
  });
  parser.on('error', () => {
    throw fatal(hasEnded ? 'several_documents' : 'no_well_formed', place());
  });
  return {
    write(text) {
      silent += text.length;
      parser.write(text);
      if (silent > MAX_TOKEN) throw fatal('token_too_long', place(), MAX_TOKEN);
    },
    end() {
      parser.close();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
