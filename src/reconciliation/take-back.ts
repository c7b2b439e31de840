import { fieldError, sentenceError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { DECIDED } from '../operations/error-table.ts';
import { EXAMPLE_REASON } from '../operations/examples.ts';
import { fields, text, viewType } from '../operations/fields.ts';
import { fileId } from '../operations/ids.ts';
import { operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { anotherImport } from './import.ts';
import { MAX_REASON_CHARACTERS } from './limits.ts';
import { readFileView, statementFileView } from './views.ts';

export const takeBackStatementFile = operation({
  name: 'takeBackStatementFile',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Take back the import of a file',
  description:
    'Its lines are removed, and the same bytes can be imported again. This is refused if one of its lines has moved money, even if that was undone; if one has had a refund, even a cancelled one; and while one is decided by hand.',
  isIdempotent: true,
  refusals: DECIDED,
  input: fields({ fileId, reason: text(MAX_REASON_CHARACTERS).describe("The operator's reason.") }),
  output: viewType('TakenBackStatements', 'The file whose import was taken back.', {
    file: statementFileView.describe('The file.'),
  }),
  example: { reason: EXAMPLE_REASON },
  async run(context, request) {
    const { principal, dependencies } = context;
    const { id: clientId } = principal.client;
    const outcome = await dependencies.statements.imports.takeBack({
      ...request,
      clientId,
      audit: context.meta.audit,
    });
    if (outcome.kind === 'busy') throw anotherImport();
    if (outcome.kind === 'missing') throw fieldError('fileId', fault('unknown_file'));
    if (outcome.kind === 'refused')
      throw sentenceError('error_transition_not_allowed', 'fileId', outcome.fault);
    return { file: await readFileView(dependencies, request.fileId) };
  },
});
