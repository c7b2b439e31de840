import type { ExecutionResult } from 'graphql';
import { GraphQLError, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { ServiceError, validationError } from '../src/domain/errors.ts';
import { toFailure } from '../src/operations/envelope.ts';
import type { GraphqlContext } from './context.ts';

/**
 * Gives every error of an answer the shared form, whatever raised it: a document that does not parse or
 * validate, a bound, an operation, or a mistake of ours, which is masked.
 * @param introspection whether clients may ask what the schema is.
 */
export function presentErrors(introspection: boolean): Plugin<GraphqlContext, GraphqlContext> {
  return {
    onValidate({ addValidationRule }) {
      if (!introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
    onSubscribe: ({ args }) => ({
      onSubscribeResult: () => ({
        onNext({ result, setResult }) {
          if (!isAsyncIterable(result)) setResult(present(result, args.contextValue));
        },
      }),
    }),
    onResultProcess({ result, setResult, serverContext }) {
      if (!isAsyncIterable(result) && !Array.isArray(result)) setResult(present(result, serverContext));
    },
  };
}

function present(result: ExecutionResult, context: GraphqlContext): ExecutionResult {
  if (!result.errors) return result;
  return { ...result, errors: result.errors.map((error) => presentError(error, context)) };
}

function presentError(error: GraphQLError, context: GraphqlContext): GraphQLError {
  const failure = toFailure(toException(error), context.report);
  context.onFailure(failure);
  return new GraphQLError(failure.error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions: {
      ...context.envelopes.extensions(failure, context.startedAt),
      ...(error.extensions.http !== undefined && { http: error.extensions.http }),
    },
  });
}

/** The exception behind an error; one without any is about the document or its variables. */
function toException({ originalError, message }: GraphQLError): unknown {
  if (originalError instanceof ServiceError) return originalError;
  if (originalError && !(originalError instanceof GraphQLError)) return originalError;
  return validationError([{ path: 'document', message }]);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
