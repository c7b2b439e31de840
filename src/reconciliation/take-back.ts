import { fieldError, type ServiceError, sentenceError } from '../kernel/errors.ts';
import { type Fault, fault } from '../kernel/problems.ts';
import { EXAMPLE_REASON } from '../operations/examples.ts';
import { fields, text, viewType } from '../operations/fields.ts';
import { fileId } from '../operations/ids.ts';
import { operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { DECIDED } from '../operations/refusals.ts';
import { anotherImport } from './import.ts';
import type { TakeBackRefusal } from './import-store.ts';
import { MAX_REASON_CHARACTERS } from './limits.ts';
import { statementFileView, viewFiles } from './views.ts';

export const takeBackStatementFile = operation({
  name: 'takeBackStatementFile',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Take back the import of a file',
  description:
    'Its lines go away, and the same bytes can be imported again. It is refused once money was moved on a line of it, even if that was undone, once a line has a refund, even if that was cancelled, and while a line is decided by hand.',
  isIdempotent: true,
  refusals: DECIDED,
  input: fields({ fileId, reason: text(MAX_REASON_CHARACTERS).describe('The words of the operator.') }),
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
    if (outcome.kind === 'refused') throw takeBackError(outcome.refusal);
    const { items } = await dependencies.db.query('listStatementFiles', {
      filter: { fileId: request.fileId },
      page: { limit: 1 },
    });
    const [file] = await viewFiles(dependencies, items);
    if (!file) throw new Error('a file that was taken back is not in the list of files');
    return { file };
  },
});

function takeBackError(refusal: TakeBackRefusal): ServiceError {
  return sentenceError('error_transition_not_allowed', 'fileId', faultOf(refusal));
}

function faultOf(refusal: TakeBackRefusal): Fault {
  switch (refusal.type) {
    case 'lines-moved-money':
      return fault('file_moved_money', { count: refusal.lineCount });
    case 'lines-refunded':
      return fault('file_refunded', { count: refusal.lineCount });
    case 'lines-decided-by-hand':
      return fault('file_decided_by_hand', { count: refusal.lineCount });
    case 'answers-payouts':
      return fault('file_answers_payouts');
  }
}
