import {
  listReasonTemplates,
  removeReasonTemplate,
  saveReasonTemplate,
  templateView,
} from '../../src/operations/admin/reason-templates.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { objectFrom } from '../bridge/output.ts';
import { run } from '../bridge/run.ts';

const ReasonTemplate = objectFrom(
  'ReasonTemplate',
  templateView,
  'A reason that operators give often, and who outside the desk is told.',
);
const Removed = objectFrom(
  'RemovedReasonTemplate',
  removeReasonTemplate.output,
  'The template that was removed.',
);
const TemplateInput = inputFrom('SaveReasonTemplateInput', saveReasonTemplate.input);

export const templateQueries: QueryFields = (t) => ({
  reasonTemplates: t.field({
    description: 'The templates of reasons by kind; those of a kind oldest first.',
    type: [ReasonTemplate],
    resolve: (_root, args, context) => run(listReasonTemplates, context, args),
  }),
});

export const templateMutations: MutationFields = (t) => ({
  saveReasonTemplate: t.field({
    description: 'Adds a template of a reason, or changes the one with the id.',
    type: ReasonTemplate,
    args: { input: t.arg({ type: TemplateInput, required: true }) },
    resolve: (_root, { input }, context) => run(saveReasonTemplate, context, input),
  }),
  removeReasonTemplate: t.field({
    description: 'Removes a template. Reasons that were given with it stay.',
    type: Removed,
    args: { id: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(removeReasonTemplate, context, args),
  }),
});
