import { z } from 'zod';
import { fieldError, validationError } from '../kernel/errors.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, idText, oneOf, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { ADMINS, OPERATORS } from '../operations/permissions.ts';
import { MAX_TEMPLATES_OF_KIND, READERS, TEMPLATE_KINDS } from '../transactions/domain/reason.ts';
import { reason, seenBy } from '../transactions/reason.ts';

const templateKind = oneOf(TEMPLATE_KINDS, 'ReasonTemplateKind');

const templateView = viewType(
  'ReasonTemplate',
  'A reason that operators give often, and who outside the desk sees it.',
  {
    id: z.string().describe('The id of the template.'),
    text: z.string().describe('The words of the reason.'),
    kind: templateKind.describe('The transition that it is a reason of.'),
    seenBy: oneOf(READERS, 'ReasonReader').describe('Who outside the desk reads it.'),
  },
);

export const listReasonTemplates = operation({
  name: 'listReasonTemplates',
  kind: 'query',
  roles: OPERATORS,
  modes: 'both',
  summary: 'List the templates of reasons by kind',
  description: 'Within each kind, the oldest come first.',
  input: fields({}),
  output: z.array(templateView),
  async run({ dependencies }) {
    const templates = await dependencies.db.read('listReasonTemplates');
    return TEMPLATE_KINDS.flatMap((kind) => templates.filter((template) => template.kind === kind));
  },
});

const PROBLEMS = {
  unknown: fieldProblem(
    'id',
    fault('unknown_id', 'is not the id of a template. Use one from the list, or leave it out.'),
  ),
  duplicate: fieldProblem('text', fault('taken', 'is the text of another template of this kind already.')),
  full: fieldProblem(
    'kind',
    fault(
      'full',
      { maximum: MAX_TEMPLATES_OF_KIND },
      `has ${MAX_TEMPLATES_OF_KIND} templates already, the most there may be: each has a digit as its key.`,
    ),
  ),
};

export const saveReasonTemplate = operation({
  name: 'saveReasonTemplate',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Add a template of a reason, or change the one with the id',
  input: fields({
    id: idText.optional().describe('The template to change; a new one by default.'),
    text: reason.describe('The words of the reason.'),
    kind: templateKind.describe('The transition that it is a reason of.'),
    seenBy,
  }),
  output: templateView,
  example: { text: 'The name does not fit', kind: 'reject', seenBy: 'payer' },
  async run(context, { id, ...values }) {
    const { db, runtime } = context.dependencies;
    const template = { ...values, id: id ?? runtime.newId() };
    const isNew = id === undefined;
    const outcome = await db.run('saveReasonTemplate', { template, isNew, ...context.meta });
    if (outcome !== 'saved') throw validationError([PROBLEMS[outcome]]);
    return template;
  },
});

export const removeReasonTemplate = operation({
  name: 'removeReasonTemplate',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Remove a template',
  description: 'Reasons that were given with it stay.',
  input: fields({ id: idText.describe('The template to remove.') }),
  output: viewType('RemovedReasonTemplate', 'The template that was removed.', {
    id: z.string().describe('The template that was removed.'),
  }),
  example: { id: EXAMPLE_IDS.transactionId },
  async run(context, { id }) {
    const audit = context.meta.audit;
    if (!(await context.dependencies.db.run('removeReasonTemplate', { id, audit })))
      throw fieldError('id', fault('unknown_id', 'is not the id of a template. Use one from the list.'));
    return { id };
  },
});
