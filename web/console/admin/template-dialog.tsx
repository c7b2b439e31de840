import { SaveReasonTemplateDocument } from '../gql/graphql.ts';
import type { ReasonTemplateKind } from '../gql/schema.ts';
import { FormError, problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { READERS } from '../transactions/reason-fields.tsx';
import { labelOfKind, type ReasonTemplate } from '../transactions/templates.tsx';
import { TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Values } from '../ui/use-submit.ts';

const KINDS = [
  'reject',
  'reverse',
  'correct',
  'cancel',
  'putAway',
] as const satisfies readonly ReasonTemplateKind[];

interface TemplateDialogProps {
  /** The template to change; undefined for a new one. */
  readonly template: ReasonTemplate | undefined;
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Asks for a reason, the decision that it is for, and who reads it. */
export function TemplateDialog({ template, onSaved, onClose }: TemplateDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().reasons;
  const words = texts().templates;
  const save = async (values: Values) => {
    const input = {
      ...(template && { id: template.id }),
      text: values.get('text')?.trim() ?? '',
      kind: KINDS.find((kind) => kind === values.get('kind')) ?? 'reject',
      seenBy: READERS.find((reader) => reader === values.get('seenBy')) ?? 'merchant',
    };
    try {
      await session.request(SaveReasonTemplateDocument, { input });
    } catch (error) {
      throw inOwnWords(error);
    }
    onSaved(t.saved(input.text));
  };
  return (
    <FormDialog
      title={template ? t.editTitle : t.newTitle}
      label={texts().ui.save}
      action={save}
      onClose={onClose}
    >
      <SelectField
        label={t.kind}
        name="kind"
        options={KINDS.map((kind) => [kind, labelOfKind(kind)])}
        chosen={template?.kind}
      />
      <TextField label={t.text} name="text" hint={t.textHint} defaultValue={template?.text ?? ''} />
      <SelectField
        label={words.seenBy}
        name="seenBy"
        options={READERS.map((reader) => [reader, words.readersLong[reader]])}
        chosen={template?.seenBy}
      />
    </FormDialog>
  );
}

/** A more precise message about the text and the kind of a template than the general one of a field. */
function inOwnWords(error: unknown): unknown {
  const { fields, problems = [] } = problemOf(error);
  const { duplicate, full } = adminTexts().reasons;
  if (problems.some(({ code }) => code === 'taken')) return new FormError({ ...fields, text: duplicate });
  return problems.some(({ code }) => code === 'full') ? new FormError({ ...fields, kind: full }) : error;
}
