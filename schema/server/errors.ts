import { type ExecutionResult, GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { validationError } from '../../src/domain/errors.ts';
import type { Failure } from '../../src/operations/envelope.ts';
import type { GraphqlContext } from './context.ts';
import { explainInput, isAboutInput, withoutValue } from './input-problems.ts';

/** More than anyone mends at a time: an answer must not be many times what was sent. */
const MAX_ERRORS = 20;
/** Longer messages repeat what was sent. */
const MAX_MESSAGE_CHARACTERS = 300;

/**
 * Gives every error of an answer the shared form, whatever raised it: a document that does not parse or
 * validate, its values, a bound, an operation, or a mistake of ours, which is masked.
 * @param tellsNames whether clients may ask what the schema is, and are told of names that are like theirs.
 */
export function presentErrors(tellsNames: boolean): Plugin<GraphqlContext, GraphqlContext> {
  function present(result: ExecutionResult, context: GraphqlContext): ExecutionResult {
    if (!result.errors) return result;
    if (result.data === undefined) return refuse(result.errors, context);
    return { ...result, errors: result.errors.map((error) => presentError(error, context).shown) };
  }

  /** Why there is no answer. What is wrong with the values of a request is one failure. */
  function refuse(errors: readonly GraphQLError[], context: GraphqlContext): ExecutionResult {
    const explained = errors.some(isAboutInput) ? explainInput(context) : undefined;
    const reasons = explained ? [wrap(explained), ...errors.filter((error) => !isAboutInput(error))] : errors;
    const presented = reasons.slice(0, MAX_ERRORS).map((error) => presentError(error, context));
    const [first] = presented;
    return {
      errors: presented.map(({ shown }) => shown),
      extensions: { http: { status: first && httpStatus(first.failure, context) } },
    };
  }

  function presentError(error: GraphQLError, context: GraphqlContext) {
    const failure = context.describeFailure(exceptionOf(error, tellsNames));
    const shown = new GraphQLError(failure.error.message, {
      nodes: error.nodes ?? null,
      source: error.source ?? null,
      positions: error.positions ?? null,
      path: error.path ?? null,
      extensions: { ...context.envelopes.extensions(failure, context.startedAt) },
    });
    return { failure, shown };
  }

  return {
    onValidate({ addValidationRule }) {
      if (!tellsNames) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult: () => ({
        onNext({ result, setResult }) {
          if (!isAsyncIterable(result)) setResult(present(result, contextValue));
        },
      }),
      onSubscribeError({ error, setError }) {
        setError(presentError(wrap(error), contextValue).shown);
      },
    }),
    onResultProcess({ result, setResult, serverContext }) {
      if (!isAsyncIterable(result) && !Array.isArray(result)) setResult(present(result, serverContext));
    },
  };
}

/** The status of an answer without data (GraphQL over HTTP, section "Status Codes"). */
function httpStatus({ status, error }: Failure, { accepts }: GraphqlContext): number {
  if (error.type === 'error_method_not_allowed') return status;
  // The type that is not supported is the one that was asked for.
  if (error.type === 'error_unsupported_media_type') return 406;
  // A stream of events says it in its first event.
  if (!accepts.object) return 200;
  // Clients that take only this type trust nothing but a 200 to be an answer of GraphQL.
  if (accepts.object === 'application/json' && status < 500) return 200;
  return status;
}

function wrap(exception: unknown): GraphQLError {
  const originalError = exception instanceof Error ? exception : new Error(String(exception));
  return new GraphQLError(originalError.message, { originalError });
}

/** The exception behind an error; one without any is about the document or its values. */
function exceptionOf(error: GraphQLError, tellsNames: boolean): unknown {
  let cause: Error = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  if (!(cause instanceof GraphQLError)) return cause;
  // What GraphQL says of a resolver's result points at nothing in the document: it is a mistake of ours.
  if (error.path && !cause.nodes) return cause;
  const message = isAboutInput(cause) ? withoutValue(cause.message) : cause.message;
  const told = tellsNames ? message : message.replace(/ Did you mean .*$/s, '');
  return validationError([{ path: 'document', message: shorten(told) }]);
}

function shorten(message: string): string {
  return message.length <= MAX_MESSAGE_CHARACTERS ? message : `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…`;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
