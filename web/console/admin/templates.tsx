import { RemoveReasonTemplateDocument } from '../gql/graphql.ts';
import type { ReasonTemplateKind } from '../gql/schema.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { labelOfKind, type ReasonTemplate, useFreshTemplates } from '../transactions/templates.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { TemplateDialog } from './template-dialog.tsx';

/** A template with its number among those of its kind. */
interface NumberedTemplate {
  readonly template: ReasonTemplate;
  readonly number: number;
}

/** The reasons that operators pick by number. */
export function TemplatesScreen() {
  const { session, notify } = useSignedIn();
  const [showDialog, open] = useDialog();
  const t = adminTexts().reasons;
  const loaded = useFreshTemplates();
  const edit = (template?: ReasonTemplate) =>
    open((close) => {
      const saved = (message: string) => {
        loaded.reload();
        notify(message);
        close();
      };
      return <TemplateDialog template={template} onSaved={saved} onClose={close} />;
    });
  const remove = ({ id, text }: ReasonTemplate) =>
    void session.request(RemoveReasonTemplateDocument, { id }).then(
      () => {
        loaded.reload();
        notify(t.removed(text));
      },
      (error) => notify(problemOf(error).message),
    );
  return (
    <>
      <div class="toolbar bar">
        <p class="hint">{t.about}</p>
        <button type="button" class="primary end" onClick={() => edit()}>
          {t.newTemplate}
        </button>
      </div>
      <Async what={t.what} loaded={loaded}>
        {(templates) =>
          templates.length === 0 ? (
            <Empty title={t.empty}>{t.emptyHint}</Empty>
          ) : (
            <DataTable
              label={t.table}
              columns={columnsWith({ edit, remove })}
              rows={numbered(templates)}
              keyOf={({ template }) => template.id}
            />
          )
        }
      </Async>
      {showDialog()}
    </>
  );
}

function numbered(templates: readonly ReasonTemplate[]): readonly NumberedTemplate[] {
  const counts = new Map<ReasonTemplateKind, number>();
  return templates.map((template) => {
    const number = (counts.get(template.kind) ?? 0) + 1;
    counts.set(template.kind, number);
    return { template, number };
  });
}

interface Changes {
  readonly edit: (template: ReasonTemplate) => void;
  readonly remove: (template: ReasonTemplate) => void;
}

function columnsWith({ edit, remove }: Changes): readonly Column<NumberedTemplate>[] {
  const t = adminTexts().reasons;
  const { change, edit: editLabel, actOn } = texts().ui;
  const { seenBy, readers } = texts().templates;
  return [
    { title: t.kind, cell: ({ template }) => labelOfKind(template.kind) },
    { title: t.number, cell: ({ number }) => number },
    {
      title: t.text,
      isRowHeader: true,
      kind: 'name',
      cell: ({ template }) => <bdi>{template.text}</bdi>,
    },
    { title: seenBy, cell: ({ template }) => readers[template.seenBy] },
    {
      title: change,
      cell: ({ template }) => (
        <div class="decide">
          <button type="button" aria-label={actOn(editLabel, template.text)} onClick={() => edit(template)}>
            {editLabel}
          </button>
          <ConfirmButton label={t.remove} about={template.text} onConfirm={() => remove(template)} />
        </div>
      ),
    },
  ];
}
