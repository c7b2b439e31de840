import { UpdateClientDocument } from '../gql/graphql.ts';
import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { ClientSettings, readSettings } from './client-fields.tsx';

interface ClientDialogProps {
  readonly client: Client;
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Changes the settings of a client. */
export function ClientDialog({ client, onSaved, onClose }: ClientDialogProps) {
  const { session } = useSignedIn();
  const { appKey } = client;
  const submission = useSubmit(async (values) => {
    await session.request(UpdateClientDocument, { input: { appKey, ...readSettings(values) } });
    onSaved(`${appKey} is saved.`);
  });
  return (
    <Dialog title={`Edit ${appKey}`} onClose={onClose}>
      <form onSubmit={submission.submit}>
        <ClientSettings problem={submission.problem} client={client} />
        <FormActions submission={submission} label="Save" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
