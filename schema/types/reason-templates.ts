import {
  listReasonTemplates,
  removeReasonTemplate,
  saveReasonTemplate,
  templateView,
} from '../../src/admin/reason-templates.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runs, runsInput } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

const ReasonTemplate = objectFrom(
  'ReasonTemplate',
  templateView,
  'A reason that operators give often, and who outside the desk sees it.',
);
const Removed = objectFrom(
  'RemovedReasonTemplate',
  removeReasonTemplate.output,
  'The template that was removed.',
);
const TemplateInput = inputFrom('SaveReasonTemplateInput', saveReasonTemplate.input);

export const templateQueries: QueryFields = (t) => ({
  reasonTemplates: t.field({ ...runs(listReasonTemplates), type: [ReasonTemplate] }),
});

export const templateMutations: MutationFields = (t) => ({
  saveReasonTemplate: t.field({ ...runsInput(saveReasonTemplate, TemplateInput), type: ReasonTemplate }),
  removeReasonTemplate: t.field({ ...runs(removeReasonTemplate), type: Removed }),
});
