import { formatTimestamp } from '../format.ts';
import { RotateSecretDocument } from '../gql/graphql.ts';
import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field, FormActions } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { ShownSecret } from './secret-dialog.tsx';

interface RotateDialogProps {
  readonly client: Client;
  readonly onRotated: (shown: ShownSecret) => void;
  readonly onClose: () => void;
}

const GRACES: readonly (readonly [seconds: number, title: string])[] = [
  [86_400, 'one day'],
  [3_600, 'one hour'],
  [604_800, 'one week'],
  [0, 'not at all: it ends now'],
];

/** Gives a client a new secret. */
export function RotateDialog({ client: { appKey }, onRotated, onClose }: RotateDialogProps) {
  const { session } = useSignedIn();
  const isOwn = appKey === session.appKey;
  // Ending one's own secret at once would sign the user out before the new one is shown, and it cannot be read later.
  const graces = isOwn ? GRACES.filter(([seconds]) => seconds > 0) : GRACES;
  const submission = useSubmit(async (values) => {
    const graceSeconds = Number(values.get('graceSeconds'));
    const { rotateSecret } = await session.request(RotateSecretDocument, { input: { appKey, graceSeconds } });
    const about = `The previous secret works until ${formatTimestamp(rotateSecret.previousSecretEndsAt)}.`;
    onRotated({ appKey, secret: rotateSecret.secret, about });
  });
  return (
    <Dialog title={`New secret for ${appKey}`} onClose={onClose}>
      <form onSubmit={submission.submit}>
        {isOwn && <p>You are signed in with it: sign in with the new secret before this one ends.</p>}
        <Field label="Keep the current secret valid for" name="graceSeconds" problem={submission.problem}>
          {(input) => (
            <select {...input}>
              {graces.map(([seconds, title]) => (
                <option key={seconds} value={seconds}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormActions submission={submission} label="Make a new secret" tone="danger" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
