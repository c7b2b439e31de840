import { CreateClientDocument } from '../gql/graphql.ts';
import type { Role } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { ClientSettings, readSettings } from './client-fields.tsx';
import type { ShownSecret } from './secret-dialog.tsx';

interface NewClientDialogProps {
  readonly onCreated: (shown: ShownSecret) => void;
  readonly onClose: () => void;
}

const ROLES: readonly (readonly [Role, string])[] = [
  ['merchant', 'merchant: creates and reads its own'],
  ['viewer', 'viewer: reads all'],
  ['operator', 'operator: also settles'],
  ['admin', 'admin: also manages clients and banks'],
];

/** Creates a client. */
export function NewClientDialog({ onCreated, onClose }: NewClientDialogProps) {
  const { session } = useSignedIn();
  const submission = useSubmit(async (values) => {
    const appKey = values.get('appKey')?.trim();
    const role = ROLES.find(([name]) => name === values.get('role'))?.[0] ?? 'merchant';
    const input = {
      name: values.get('name') ?? '',
      role,
      ...(appKey && { appKey }),
      ...readSettings(values),
    };
    const { createClient } = await session.request(CreateClientDocument, { input });
    onCreated({ appKey: createClient.client.appKey, secret: createClient.secret });
  });
  const { problem } = submission;
  return (
    <Dialog title="New client" onClose={onClose}>
      <form onSubmit={submission.submit}>
        <TextField label="Name" name="name" problem={problem} />
        <Field label="Role" name="role" problem={problem}>
          {(input) => (
            <select {...input}>
              {ROLES.map(([role, title]) => (
                <option key={role} value={role}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField label="appKey" name="appKey" problem={problem} hint="Empty: the service makes one." />
        <ClientSettings problem={problem} />
        <FormActions submission={submission} label="Create" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
