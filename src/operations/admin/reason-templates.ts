import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { MAX_TEMPLATES_OF_KIND, READERS, TEMPLATE_KINDS } from '../../domain/reason.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, graphqlTypes, idText, oneOf, parameters } from '../fields.ts';
import { define } from '../operation.ts';
import { reason, seenBy } from '../transactions/reason.ts';

const templateKind = oneOf(TEMPLATE_KINDS).register(graphqlTypes, { name: 'ReasonTemplateKind' });

export const templateView = z.object({
  id: z.string(),
  text: z.string(),
  /** The transition that it is a reason of. */
  kind: templateKind,
  /** The reader outside the desk. */
  seenBy: z.enum(READERS).register(graphqlTypes, { name: 'ReasonReader' }),
});

export type ReasonTemplateView = z.infer<typeof templateView>;

/** Lists the templates in the order of their kinds; those of a kind oldest first, by which they are numbered. */
export const listReasonTemplates = define({
  name: 'listReasonTemplates',
  kind: 'query',
  input: parameters({}),
  output: z.array(templateView),
  async run({ dependencies }) {
    const templates = await dependencies.reasonTemplates.list();
    return TEMPLATE_KINDS.flatMap((kind) => templates.filter((template) => template.kind === kind));
  },
});

const PROBLEMS = {
  unknown: { path: 'id', message: 'id is not the id of a template. Use one from the list, or leave it out.' },
  duplicate: { path: 'text', message: 'text is the text of another template of this kind already.' },
  full: {
    path: 'kind',
    message: `kind has ${MAX_TEMPLATES_OF_KIND} templates already, the most there may be: each has a digit as its key.`,
  },
} as const;

/** Adds a template, or with an id changes that one. */
export const saveReasonTemplate = define({
  name: 'saveReasonTemplate',
  kind: 'command',
  input: fields({
    /** The template to change; a new one by default. */
    id: idText.optional(),
    text: reason,
    kind: templateKind,
    seenBy,
  }),
  output: templateView,
  async run(context, { id, ...values }) {
    const { reasonTemplates, runtime } = context.dependencies;
    const template = { ...values, id: id ?? runtime.newId() };
    const audit = auditOrigin(context, 'saveReasonTemplate');
    const outcome = await reasonTemplates.save(template, { isNew: id === undefined, audit });
    if (outcome !== 'saved') throw validationError([PROBLEMS[outcome]]);
    return template;
  },
});

/** Removes a template. Reasons that were given with it stay. */
export const removeReasonTemplate = define({
  name: 'removeReasonTemplate',
  kind: 'command',
  input: fields({ id: idText }),
  output: z.object({ id: z.string() }),
  async run(context, { id }) {
    const audit = auditOrigin(context, 'removeReasonTemplate');
    if (!(await context.dependencies.reasonTemplates.remove(id, audit)))
      throw validationError([
        { path: 'id', message: 'id is not the id of a template. Use one from the list.' },
      ]);
    return { id };
  },
});
