import { type DocumentNode, type ExecutionArgs, getOperationAST, parse, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { validationError } from '../../src/domain/errors.ts';
import type { GraphqlContext } from './context.ts';
import { measureDemand } from './cost.ts';
import { isDocument, rawVariables } from './document.ts';

/** What one document may hold and ask for. A full page of a hundred transactions asks for about half of it. */
export const LIMITS = {
  /** Words and signs of the document. Reading stops there. */
  tokens: 1_000,
  /** Fields, as they stand in the document and as often as fragments repeat them. */
  fields: 300,
  aliases: 15,
  directives: 20,
  /** How deep fields stand in fields. */
  depth: 8,
  /** Values of the answer, and what has to be looked at for them. */
  values: 12_000,
};

/**
 * Refuses documents that are too large to check, or ask for more than an answer should hold, before any
 * resolver runs.
 */
export function boundDocuments(): Plugin<GraphqlContext, GraphqlContext> {
  // The same documents come again and again, and as the same objects.
  const small = new WeakSet<DocumentNode>();
  return {
    onParse({ setParseFn }) {
      setParseFn((source) => parse(source, { maxTokens: LIMITS.tokens }));
      return ({ result }) => {
        if (!isDocument(result) || small.has(result)) return;
        checkSize(result);
        small.add(result);
      };
    },
    onExecute: ({ args }) => checkDemand(args),
    onSubscribe: ({ args }) => checkDemand(args),
  };
}

/** The rules that check a document compare its fields with one another: their number is bounded before. */
function checkSize(document: DocumentNode): void {
  let fields = 0;
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field({ alias }) {
      fields += 1;
      if (alias) aliases += 1;
    },
    Directive() {
      directives += 1;
    },
  });
  refuseAbove('fields', fields, LIMITS.fields);
  refuseAbove('aliases', aliases, LIMITS.aliases);
  refuseAbove('directives', directives, LIMITS.directives);
}

function checkDemand({ schema, document, operationName, variableValues }: ExecutionArgs): void {
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  const variables = rawVariables(operation, variableValues ?? {});
  const { fields, depth, values } = measureDemand(schema, document, { operation, variables });
  refuseAbove('fields, with those of its fragments', fields, LIMITS.fields);
  refuseAbove('levels of fields', depth, LIMITS.depth);
  refuseAbove('values to look at and to answer', values, LIMITS.values);
}

function refuseAbove(what: string, count: number, limit: number): void {
  if (count <= limit) return;
  const message = `The document has ${count} ${what}; at most ${limit} are allowed. Ask for less, or for a smaller page.`;
  throw validationError([{ path: 'document', message }]);
}
