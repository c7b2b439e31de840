import { AddNoteDocument } from '../gql/graphql.ts';
import { FormError } from '../service/failures.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { Form, FormActions, TextField } from '../ui/form.tsx';
import { Timestamp } from '../ui/parts.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { Detail } from './detail-types.ts';

interface NotesProps extends Pick<Detail, 'transaction'> {
  readonly onAdded: () => void;
}

/** The notes that operators wrote for each other about a transaction, newest first. */
export function Notes({ transaction: { transactionId, notes }, onAdded }: NotesProps) {
  const t = texts().detail;
  const canWrite = useRight('changeTransactions');
  return (
    <section>
      <h3>{t.notes}</h3>
      {notes == null || notes.length === 0 ? (
        <p class="hint">{t.noNotes}</p>
      ) : (
        <ol class="history notes">
          {notes.toReversed().map(({ text, author, createdAt }) => (
            <li key={`${createdAt} ${text}`}>
              <p dir="auto">{text}</p>
              <p class="hint">
                <Timestamp iso={createdAt} />
                {t.noteBy(author)}
              </p>
            </li>
          ))}
        </ol>
      )}
      {canWrite && <NoteForm key={transactionId} transactionId={transactionId} onAdded={onAdded} />}
    </section>
  );
}

interface NoteFormProps {
  readonly transactionId: string;
  readonly onAdded: () => void;
}

function NoteForm({ transactionId, onAdded }: NoteFormProps) {
  const { session } = useSignedIn();
  const t = texts().detail;
  const submission = useSubmit(async (values, form) => {
    const text = values.get('text')?.trim();
    if (!text) throw new FormError({ text: t.noteProblem });
    await session.request(AddNoteDocument, { transactionId, text });
    form.reset();
    onAdded();
  });
  return (
    <Form class="note" submission={submission}>
      <TextField label={t.note} name="text" />
      <FormActions label={t.addNote} tone="plain" />
    </Form>
  );
}
