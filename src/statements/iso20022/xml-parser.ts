import { SaxesParser } from 'saxes';
import type { ReadLimits } from '../../reconciliation/domain/statement.ts';
import { FatalFlaw } from './flaw.ts';

/** The characters that may pass without an element beginning or ending: of a comment, or of a text that is not read. */
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
  /** Takes the next piece of text. @throws {FatalFlaw} at the first thing that is no XML, or passes a limit. */
  write(text: string): void;
  /** @throws {FatalFlaw} if the text has not ended here. */
  end(): void;
}

/**
 * A parser of untrusted XML. Namespaces are not resolved: banks use them wrongly, and resolving is quadratic in the depth.
 * A document type is refused, so there are no entities but those of XML itself.
 */
export function createXmlParser(handler: XmlHandler, limits: Pick<ReadLimits, 'maxDepth'>): XmlParser {
  const parser = new SaxesParser();
  let depth = 0;
  let from = 0;
  let silent = 0;
  let hasEnded = false;
  const refuse = (code: FatalFlaw['code'], sentence: string): never => {
    throw new FatalFlaw(code, sentence, `line ${parser.line}`);
  };
  parser.on('doctype', () =>
    refuse('forbidden-content', 'The file has a DOCTYPE, which no bank needs. Ask for a file without it.'),
  );
  parser.on('opentagstart', (tag) => {
    silent = 0;
    depth += 1;
    if (depth > limits.maxDepth)
      refuse('too-deep', `The file nests more than ${limits.maxDepth} elements. No file of a bank does.`);
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
  parser.on('error', () =>
    refuse(
      'broken-file',
      hasEnded
        ? 'Behind the end of the document there is more: the file holds several documents. Save each, from its “<?xml” to the next one, as a file of its own, and import these.'
        : `The file is no well-formed XML at line ${parser.line}. Download it from the bank again.`,
    ),
  );
  return {
    write(text) {
      silent += text.length;
      parser.write(text);
      if (silent > MAX_TOKEN)
        refuse('too-large', `The file has more than ${MAX_TOKEN} characters without an element.`);
    },
    end() {
      parser.close();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}
