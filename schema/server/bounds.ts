import {
  type DocumentNode,
  type ExecutionArgs,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type ServiceError, validationError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import type { GraphqlContext } from './context.ts';
import { measureCost } from './cost.ts';

/** The limits of one document. A full page of a hundred transactions costs about half of `values`. */
export const LIMITS = {
  /** Lexical tokens of the document. The parser stops there. */
  tokens: 1_000,
  /** Fields of the document, and fields counted as often as fragments repeat them. */
  fields: 300,
  aliases: 15,
  directives: 20,
  /** Characters of a name. Messages quote names, and are searched. */
  name: 128,
  /** Levels of nested fields. */
  depth: 8,
  /** Values in the response, and the work of finding them in the same unit. */
  values: 12_500,
};

/** Values in an event that cost one point. */
const VALUES_PER_POINT = 50;

/** Refuses documents that are too large to validate or cost too much, before any resolver runs. */
export function boundDocuments(): Plugin<GraphqlContext, GraphqlContext> {
  return {
    onParse({ setParseFn }) {
      // Cached documents are not parsed again, and were checked when they were parsed.
      setParseFn((source) => {
        const document = parse(source, { maxTokens: LIMITS.tokens });
        checkSize(document);
        return document;
      });
    },
    onExecute: ({ args }) => chargeFields(args, checkCost(args)?.operation),
    onSubscribe({ args }) {
      const pointsPerEvent = 1 + Math.floor((checkCost(args)?.values ?? 0) / VALUES_PER_POINT);
      Object.assign(args.contextValue.state, { pointsPerEvent });
    },
  };
}

/** Validation rules compare fields with one another, so the number of fields is bounded before they run. */
function checkSize(document: DocumentNode): void {
  let fields = 0;
  let aliases = 0;
  let directives = 0;
  let longestName = 0;
  visit(document, {
    Name({ value }) {
      longestName = Math.max(longestName, value.length);
    },
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
  if (longestName > LIMITS.name) throw refused(`a name of ${longestName} characters`, LIMITS.name);
}

interface CheckedOperation {
  readonly operation: OperationDefinitionNode;
  readonly values: number;
}

/** @returns the operation, which is within the limits. */
function checkCost(args: ExecutionArgs): CheckedOperation | undefined {
  const { schema, document, operationName, variableValues } = args;
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const variables = { ...defaultsOf(operation), ...variableValues };
  const { fields, depth, values } = measureCost(schema, document, { operation, variables });
  refuseAbove('fields, with those of its fragments', fields, LIMITS.fields);
  refuseAbove('levels of fields', depth, LIMITS.depth);
  refuseAbove('values to look at and to answer', values, LIMITS.values);
  return { operation, values };
}

interface ChargedDocument {
  readonly document: DocumentNode;
  readonly contextValue: GraphqlContext;
}

/**
 * Takes a point from the rate limit of the key for each root field, because each is a separate request. The first point
 * was taken when the key was authenticated.
 * @throws ServiceError error_rate_limited when fewer are left, error_validation when a second has too few. Then no
 * resolver runs.
 */
function chargeFields(
  {
    document,
    contextValue: {
      state: { principal, dependencies },
    },
  }: ChargedDocument,
  operation: OperationDefinitionNode | undefined,
): Promise<void> | undefined {
  const more = operation ? countFields(operation.selectionSet, document) - 1 : 0;
  if (more <= 0) return undefined;
  return dependencies.rate.takeMore(principal.client.id, more, 'document');
}

/** Counts the fields of the root, as often as fragments repeat them. */
function countFields({ selections }: SelectionSetNode, document: DocumentNode): number {
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) return sum + 1;
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? findFragment(document, selection) : selection;
    return sum + (fragment ? countFields(fragment.selectionSet, document) : 0);
  }, 0);
}

function findFragment(
  document: DocumentNode,
  { name }: FragmentSpreadNode,
): FragmentDefinitionNode | undefined {
  return document.definitions.find(
    (definition): definition is FragmentDefinitionNode =>
      definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name.value,
  );
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  );
}

function refuseAbove(counted: string, count: number, limit: number): void {
  if (count > limit) throw refused(`${count} ${counted}`, limit);
}

function refused(tooMuch: string, maximum: number): ServiceError {
  const message = `The document has ${tooMuch}; at most ${maximum} are allowed. Ask for less, or for a smaller page.`;
  return validationError([{ path: 'document', ...fault('too_complex', { maximum }, message) }]);
}
