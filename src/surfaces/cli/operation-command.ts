import type { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import type { CliCommand, CommandOutline, Parameter } from './command.ts';
import { refusalOfEmpty, refusalOfTest } from './hidden-tests.ts';
import { fieldOf, labelOf } from './input.ts';
import { type GivenParameter, parametersOf } from './operation-parameters.ts';

interface OperationCommand<I extends z.ZodType, O extends z.ZodType>
  extends Omit<CommandOutline, 'input' | 'parameters'> {
  readonly operation: Operation<I, O>;
  readonly parameters?: readonly GivenParameter[];
  /** Formats the output of the operation for people. */
  format(output: z.output<O>): string;
}

/** Defines a command that runs one operation, which checks the input itself and describes its fields. */
export function operationCommand<I extends z.ZodType, O extends z.ZodType>({
  operation,
  format,
  parameters: given = [],
  ...command
}: OperationCommand<I, O>): CliCommand {
  const parameters = parametersOf(operation, given);
  return {
    ...command,
    parameters,
    hasViews: operation.kind === 'query',
    input: operation.input,
    async run(session, input) {
      const { kind } = operation;
      const output = await session.execute(operation, input).catch(async (error: unknown) => {
        const isUnknown = error instanceof ServiceError && error.type === 'error_transaction_not_found';
        const ofTest = isUnknown ? await refusalOfTest(session, kind, input) : undefined;
        throw ofTest ?? inWordsOfOptions(error, parameters, kind);
      });
      const ofTest = await refusalOfEmpty(session, kind, { input, output });
      if (ofTest) throw ofTest;
      return { text: format(output), data: output };
    },
  };
}

/** Names options in place of the fields of a request: `--accept-difference` for `acceptDifference true`. */
function inWordsOfOptions(
  error: unknown,
  parameters: readonly Parameter[],
  kind: Operation['kind'],
): unknown {
  if (!(error instanceof ServiceError)) return error;
  const options = parameters.filter(({ syntax }) => syntax.startsWith('--'));
  const message = options.reduce(
    (text, option) =>
      text.replaceAll(new RegExp(`\\b${fieldOf(option)}\\b(?: true\\b)?`, 'g'), labelOf(option)),
    error.message,
  );
  const words = message
    .replace('yours is a live one', 'this command sees what live keys made')
    .replace('send the same request with', 'run the same command with')
    .replace(/GET \/v1\/transactions\?processId=…/, 'transactions list --process');
  return new ServiceError(error.type, addView(words, error, kind), error.details);
}

/** A test is seen with the view of its key alone, and only commands that read have views. */
function addView(message: string, { details }: ServiceError, kind: Operation['kind']): string {
  if (!details.fields?.some(({ code }) => code === 'other_mode')) return message;
  return kind === 'query'
    ? `${message} Add --as <appKey> to see with the eyes of that key.`
    : `${message} A test key with the role operator does it over REST.`;
}
