import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/** Makes a logger. Of an exception it writes only fields that contain no personal data. */
export function createLogger(options: LoggerOptions, destination: DestinationStream): Logger {
  return pino({ ...options, serializers: { err: describeException } }, destination);
}

/**
 * Describes an exception by its type, message, stack and code, with those of its causes. Its other fields can hold the
 * values of a statement: an IBAN, a name.
 */
function describeException(exception: unknown): object {
  if (!(exception instanceof Error)) return { type: typeof exception, message: String(exception) };
  const { type, message, stack } = pino.stdSerializers.err(exception);
  const code = 'code' in exception ? exception.code : undefined;
  const errors = exception instanceof AggregateError ? exception.errors.map(describeException) : undefined;
  return { type, message, stack, code, errors };
}
