import { type ExecutionResult, GraphQLError, Kind, NoSchemaIntrospectionCustomRule, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { validationError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import type { Failure } from '../../src/operations/envelope.ts';
import type { GraphqlContext, GraphqlState } from './context.ts';
import { inputProblemOf } from './input-problems.ts';

/** A small request can have many errors. This bounds the size of their response. */
const MAX_ERRORS = 20;
/**
 * The points that a request costs if its document or its variables are refused. To find out why takes about as long as a
 * page of sixty items.
 */
const REFUSED_POINTS = 20;
/** Messages quote names of the request, which can be long. */
const MAX_MESSAGE_CHARACTERS = 300;

/** GraphQL's messages that quote a value, each with the part before the value as its group. */
const QUOTING_MESSAGES = [
  /^(Value) ".*"(?= does not exist in "\w+" enum)/s,
  /^((?:\w+|Enum "\w+") cannot represent [^:]*): .*/s,
  /^(Expected value of type "[^"]+"), found .*(?=\.$)/s,
  /^(Argument "\w+" has invalid value) .*(?=\.$)/s,
];

/**
 * Gives every error of a response the shared form. Errors come from parsing and validating a document, from its
 * values, from a bound, from an operation, or from a mistake in the service, which is masked.
 * @param showsSchema allows introspection, and suggestions of names in messages.
 */
export function presentErrors(showsSchema: boolean): Plugin<GraphqlContext, GraphqlContext> {
  function present(result: ExecutionResult, state: GraphqlState): ExecutionResult {
    if (!result.errors) return result;
    if (result.data === undefined) return refuse(result.errors, state);
    return { ...result, errors: result.errors.map((error) => presentError(error, state).shown) };
  }

  /** The response to a request that was not executed. */
  function refuse(errors: readonly GraphQLError[], state: GraphqlState): ExecutionResult {
    const presented = errors.slice(0, MAX_ERRORS).map((error) => presentError(error, state));
    const [first] = presented;
    if (first?.failure.error.type === 'error_validation') chargeRefusal(state);
    return {
      errors: presented.map(({ shown }) => shown),
      extensions: { http: { status: first && httpStatus(first.failure, state) } },
    };
  }

  function presentError(error: GraphQLError, state: GraphqlState) {
    const failure = state.describeFailure(exceptionOf(error, showsSchema));
    const shown = new GraphQLError(failure.error.message, {
      nodes: error.nodes ?? null,
      source: error.source ?? null,
      positions: error.positions ?? null,
      path: error.path ?? null,
      extensions: { ...state.envelopes.extensions(failure, state.startedAt) },
    });
    return { failure, shown };
  }

  return {
    onValidate({ addValidationRule, setValidationFn }) {
      if (!showsSchema) addValidationRule(NoSchemaIntrospectionCustomRule);
      // More errors than are shown are not searched for.
      setValidationFn((schema, document, rules) =>
        validate(schema, document, rules, { maxErrors: MAX_ERRORS, hideSuggestions: !showsSchema }),
      );
    },
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult: () => ({
        onNext({ result, setResult }) {
          if (!isAsyncIterable(result)) setResult(present(result, contextValue.state));
        },
      }),
      onSubscribeError({ error, setError }) {
        setError(presentError(wrap(error), contextValue.state).shown);
      },
    }),
    onResultProcess({ result, setResult, serverContext }) {
      if (!isAsyncIterable(result) && !Array.isArray(result)) setResult(present(result, serverContext.state));
    },
  };
}

function chargeRefusal({ dependencies, principal }: GraphqlState): void {
  void dependencies.rate.owe(principal.client.id, REFUSED_POINTS);
}

/** The HTTP status of a response without data (GraphQL over HTTP, section "Status Codes"). */
function httpStatus({ status, error }: Failure, { accepts }: GraphqlState): number {
  if (error.type === 'error_method_not_allowed') return status;
  // The unsupported media type is that of the response.
  if (error.type === 'error_unsupported_media_type') return 406;
  // An event stream carries the error in its first event.
  if (!accepts.object) return 200;
  // Clients of the older media type treat only a 200 as a GraphQL response.
  if (accepts.object === 'application/json' && status < 500) return 200;
  return status;
}

function wrap(exception: unknown): GraphQLError {
  const originalError = exception instanceof Error ? exception : new Error(String(exception));
  return new GraphQLError(originalError.message, { originalError });
}

/** The exception that caused an error; error_validation for an error of the document or the variables. */
function exceptionOf(error: GraphQLError, showsSchema: boolean): unknown {
  let cause: Error = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  if (!(cause instanceof GraphQLError)) return cause;
  // An error without a place in the document is a resolver's result that violates the schema: a mistake in the service.
  if (error.path && !cause.nodes) return cause;
  const masked = withoutValue(error);
  const { path, found } = inputProblemOf(error, masked) ?? NOT_READABLE;
  const shown = showsSchema ? masked : masked.replace(/ Did you mean .*$/s, '');
  const message = shorten(withoutPrivateNames(shown));
  return validationError([{ ...found, message, path: isPlainName(path) ? path : placeOf(error) }]);
}

/** A document that cannot be read or run. */
const NOT_READABLE = { path: '', found: fault('malformed') };

function placeOf({ nodes }: GraphQLError): string {
  return nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION ? 'variables' : 'document';
}

/** The form of names of the schema and of the document, as messages quote them. */
const PLAIN_NAME = /^[@$]?[\w!.[\]]{1,64}$/;
/** No name of the schema has this many digits, but a secret, an IBAN or a personal number has. */
const MANY_DIGITS = /(?:\d\D*){6}/;

/** The message without quoted names that somebody may have put there by mistake. */
function withoutPrivateNames(message: string): string {
  return message.replace(/"([^"]*)"/g, (quoted, name: string) => (isPlainName(name) ? quoted : '"…"'));
}

function isPlainName(text: string): boolean {
  return PLAIN_NAME.test(text) && !MANY_DIGITS.test(text);
}

/** GraphQL's message without the quoted value, because a client may have put a secret into the wrong field. */
function withoutValue({ message, originalError }: GraphQLError): string {
  const problem = originalError?.message ?? message;
  const masked = QUOTING_MESSAGES.reduce((text, quoting) => text.replace(quoting, '$1'), problem);
  if (!originalError) return masked;
  // A message about a variable has its name, the value, the path inside the value and the problem.
  const [, variable, path = ''] =
    /^(Variable "\$\w+" got invalid value) .*?( at "[\w.[\]]+")?; $/s.exec(
      message.slice(0, -problem.length),
    ) ?? [];
  return variable ? `${variable}${path}; ${masked}` : masked;
}

function shorten(message: string): string {
  return message.length <= MAX_MESSAGE_CHARACTERS ? message : `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…`;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
