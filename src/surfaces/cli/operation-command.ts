import type { z } from 'zod';
import { ServiceError } from '../../kernel/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { type RowOf, type ShownColumns, tableOf } from './columns.ts';
import type { CliCommand, CommandOutline } from './command.ts';
import { refusalOfEmpty, refusalOfTest } from './hidden-tests.ts';
import { type GivenParameter, parametersOf } from './operation-parameters.ts';
import { inTermsOfCommand, refuseClientWithMerchant } from './refusal-words.ts';

interface OperationCommand<I extends z.ZodType, O extends z.ZodType>
  extends Omit<CommandOutline, 'input' | 'parameters'> {
  readonly operation: Operation<I, O>;
  readonly parameters?: readonly GivenParameter[];
  /** The command that shows a merchant its own, where this one is not for merchants. */
  readonly ofMerchant?: string;
  /** The columns of the output as a table, or a function that formats it in another way. */
  readonly shows?: ShownColumns<RowOf<z.output<O>>>;
  readonly format?: (output: z.output<O>) => string;
}

/** Defines a command that runs one operation, which checks the input itself and describes its fields. */
export function operationCommand<I extends z.ZodType, O extends z.ZodType>({
  operation,
  shows = [],
  format = tableOf(operation.output, shows),
  parameters: given = [],
  ofMerchant,
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
      const called = { operation, parameters, ofMerchant, input };
      refuseClientWithMerchant(session, called);
      const output = await session.execute(operation, input).catch(async (error: unknown) => {
        const isUnknown = error instanceof ServiceError && error.type === 'error_transaction_not_found';
        const ofTest = isUnknown ? await refusalOfTest(session, kind, input) : undefined;
        throw ofTest ?? (await inTermsOfCommand(session, called, error));
      });
      const ofTest = await refusalOfEmpty(session, kind, { input, output });
      if (ofTest) throw ofTest;
      return { text: format(output), data: output };
    },
  };
}
