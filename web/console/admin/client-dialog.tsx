import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { Values } from '../ui/use-submit.ts';
import { changesOf } from './changes.ts';
import { ClientSettings, isPersonRole, NameField, readSettings } from './client-fields.tsx';
import { UpdateClientDocument } from './gql/graphql.ts';
import { PageFields, readPage } from './page-fields.tsx';

interface ClientDialogProps {
  readonly client: Client;
  readonly onSaved: (message: string, changed: Client) => void;
  readonly onClose: () => void;
}

/** Changes the name and the settings of a merchant or a person. */
export function ClientDialog({ client, onSaved, onClose }: ClientDialogProps) {
  const { session } = useSignedIn();
  const { appKey } = client;
  const isPerson = isPersonRole(client.role);
  const t = adminTexts().clients;
  const save = async (values: Values) => {
    const settings = { ...readSettings(values, isPerson), ...(!isPerson && readPage(values)) };
    const { name: brandName, color: brandColor } = client.brand;
    const changes = changesOf(settings, { ...client, brandName, brandColor });
    if (!changes) return onClose();
    const { updateClient } = await session.request(UpdateClientDocument, { input: { appKey, ...changes } });
    onSaved(t.saved(settings.name), updateClient);
  };
  const fields = { isPerson, client };
  return (
    <FormDialog title={t.editTitle(client.name)} label={texts().ui.save} action={save} onClose={onClose}>
      <NameField {...fields} />
      <KindOfKey isTest={client.test} />
      <ClientSettings {...fields} />
      {!isPerson && <PageFields client={client} />}
    </FormDialog>
  );
}

/** Whether it is a test key. This cannot change later, so there is no field for it. */
function KindOfKey({ isTest }: { readonly isTest: boolean }) {
  const t = adminTexts().clients;
  return (
    <dl class="field">
      <dt>{t.kindOfKey}</dt>
      <dd>{isTest ? t.testKey : t.liveKey}</dd>
      <dd class="hint">{isTest ? t.staysTest : t.staysLive}</dd>
    </dl>
  );
}
