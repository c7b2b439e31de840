import { readDay, typedEdge } from '../../date-time.ts';
import { FormError } from '../../service/failures.ts';
import { useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { language, texts } from '../../texts/texts.ts';
import { Form, FormActions, TextField } from '../../ui/form.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { MovementsFileDocument } from '../gql/graphql.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** The form that saves the movements of some days for an accountant; by default those since the first of the month. */
export function MovementsExport({ day }: { readonly day: string }) {
  const { session, notify } = useSignedIn();
  const { day: t, days } = reconciliationTexts();
  const submission = useSubmit(async (values) => {
    const read = (name: string) => {
      const found = readDay(values.get(name)?.trim() ?? '');
      if (found === undefined) throw new FormError({ [name]: days.badDay });
      return found;
    };
    const format = FORMATS.find((known) => known === values.get('format')) ?? 'xlsx';
    const range = { fromDay: read('fromDay'), toDay: read('toDay') };
    const request = { ...range, format, language: language() };
    const { movementsFile: file } = await session.request(MovementsFileDocument, request);
    const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
    saveFile(file.name, new Blob([bytes], { type: file.mediaType }));
    notify(t.downloaded(file.name));
  });
  const placeholder = texts().ui.dateForm;
  return (
    <details class="movements">
      <summary>{t.export}</summary>
      <p class="hint">{t.exportHint}</p>
      <Form class="range" key={day} submission={submission}>
        <TextField
          label={t.from}
          name="fromDay"
          placeholder={placeholder}
          defaultValue={typedEdge(`${day.slice(0, 8)}01`, 'from')}
        />
        <TextField
          label={t.to}
          name="toDay"
          placeholder={placeholder}
          defaultValue={typedEdge(day, 'from')}
        />
        <SelectField
          label={t.format}
          name="format"
          options={FORMATS.map((format) => [format, t.formats[format]])}
        />
        <FormActions label={t.download} tone="plain" />
      </Form>
    </details>
  );
}
