import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLError,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isRequiredArgument,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type FieldProblem, ServiceError, validationError } from '../../src/domain/errors.ts';
import { admit } from '../../src/operations/operation.ts';
import { dropNulls } from '../bridge/field.ts';
import { operationOfInput } from '../bridge/input.ts';
import { schema } from '../index.ts';
import type { GraphqlContext } from './context.ts';
import { rawVariables, readLiteral } from './document.ts';
import { typeProblems } from './type-problems.ts';

/** More than anyone mends at a time. */
const MAX_PROBLEMS = 50;

const VALUE_KINDS: ReadonlySet<Kind> = new Set([
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
  Kind.OBJECT_FIELD,
  Kind.VARIABLE_DEFINITION,
]);

/** Whether an error that GraphQL raises is about a value of the request, in its variables or its document. */
export function isAboutInput({ nodes, message }: GraphQLError): boolean {
  const [node] = nodes ?? [];
  return node !== undefined && (VALUE_KINDS.has(node.kind) || /^Field "\w+" argument /.test(message));
}

/** GraphQL's message about a value, without the value. */
export function withoutValue(message: string): string {
  return message.replace(/(, found|(?<= value):) .*$/s, '.');
}

/**
 * What is wrong with the values of a request, in the words and the order of the operation they are for, so that
 * it is refused as on every other surface: the role first, then every field that is wrong, at once.
 * @returns undefined when the values are not what is wrong.
 */
export function explainInput(context: GraphqlContext): ServiceError | undefined {
  const { query, operationName, variables } = context.call;
  const document = parse(query);
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const typeInfo = new TypeInfo(schema);
  const problems: FieldProblem[] = [];
  const given = { variables: rawVariables(operation, variables), context };
  const visitor = visitWithTypeInfo(typeInfo, {
    OperationDefinition: (node) => (node === operation ? undefined : false),
    Field(node) {
      for (const argument of typeInfo.getFieldDef()?.args ?? [])
        problems.push(...problemsOf(argument, node, given));
    },
  });
  const refusal = refusalOf(() => visit<DocumentNode>(document, visitor));
  if (refusal) return refusal;
  return problems.length > 0 ? validationError(problems.slice(0, MAX_PROBLEMS)) : undefined;
}

interface Given {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: GraphqlContext;
}

/** @throws ServiceError when the role may not run the operation that the argument is for. */
function problemsOf(
  argument: GraphQLArgument,
  node: FieldNode,
  { variables, context }: Given,
): readonly FieldProblem[] {
  const given = node.arguments?.find(({ name }) => name.value === argument.name);
  if (!given && !isRequiredArgument(argument)) return [];
  const value = given && readLiteral(given.value, variables);
  const type = getNamedType(argument.type);
  // `input` and `filter` only hold the fields that callers think of.
  const path = isInputObjectType(type) ? [] : [argument.name];
  const problems = firstProblems(typeProblems(value, argument.type, path));
  const operation = operationOfInput(type.name);
  if (problems.length === 0 || !operation) return problems;
  const input = dropNulls(operation.input, Object(value ?? {}));
  const refusal = refusalOf(() => admit(operation, context, input));
  if (!refusal) return problems;
  if (refusal.type !== 'error_validation') throw refusal;
  const said = refusal.details.fields ?? [];
  const named = new Set(said.map((problem) => problem.path));
  // The rest is what only GraphQL minds, such as a field that there is not.
  return [...said, ...problems.filter((problem) => !named.has(problem.path))];
}

function refusalOf(check: () => unknown): ServiceError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The first ones, each once: a list can be wrong in the same way many times. */
function firstProblems(found: Iterable<FieldProblem>): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  let count = 0;
  for (const problem of found) {
    problems.set(problem.message, problem);
    count += 1;
    if (count === MAX_PROBLEMS) break;
  }
  return [...problems.values()];
}
