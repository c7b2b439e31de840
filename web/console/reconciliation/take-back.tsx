import { useState } from 'preact/hooks';
import { useRight, useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { useLineCounts } from './counts.tsx';
import { type FileFieldsFragment, TakeBackFileDocument } from './gql/graphql.ts';
import { refuseForm } from './line-problem.ts';
import { WordsForm } from './words-form.tsx';

interface TakeBackProps {
  readonly file: FileFieldsFragment;
  readonly onTakenBack: (file: FileFieldsFragment) => void;
}

/** Takes an imported file back, with a reason. */
export function TakeBack({ file: { fileId, name, format }, onTakenBack }: TakeBackProps) {
  const { session, notify } = useSignedIn();
  const { files: t } = reconciliationTexts();
  const { reload } = useLineCounts();
  const canChange = useRight('changeTransactions');
  const [isAsking, setAsking] = useState(false);
  // The answer of a bank to payouts has changed them.
  if (!canChange || format === 'pain002') return null;
  if (!isAsking)
    return (
      <div class="actions">
        <button type="button" onClick={() => setAsking(true)}>
          {t.takeBack}
        </button>
      </div>
    );
  return (
    <WordsForm
      title={t.takeBack}
      about={t.takeBackAbout}
      label={t.takeBackReason}
      name="reason"
      send={t.takeBack}
      onSend={async (reason) => {
        const request = session.request(TakeBackFileDocument, { fileId, reason });
        const { takeBackStatementFile: taken } = await request.catch(refuseForm);
        notify(t.takeBackDone(name));
        reload();
        onTakenBack(taken.file);
      }}
      onCancel={() => setAsking(false)}
    />
  );
}
