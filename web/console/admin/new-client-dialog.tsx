import type { Role } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { CheckField, TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Values } from '../ui/use-submit.ts';
import { ClientSettings, NameField, readSettings } from './client-fields.tsx';
import { CreateClientDocument } from './gql/graphql.ts';
import type { ShownSecret } from './secret-dialog.tsx';

interface NewClientDialogProps {
  readonly isPerson: boolean;
  readonly onCreated: (shown: ShownSecret) => void;
  readonly onClose: () => void;
}

/** The roles of people, the most frequent one first. */
const ROLES = ['operator', 'viewer', 'admin'] as const satisfies readonly Role[];

/** Creates the key of a merchant or of a person. */
export function NewClientDialog({ isPerson, onCreated, onClose }: NewClientDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().clients;
  const create = async (values: Values) => {
    const appKey = values.get('appKey')?.trim();
    const role: Role = ROLES.find((name) => name === values.get('role')) ?? 'merchant';
    const test = values.has('test');
    const input = { role, test, ...(appKey && { appKey }), ...readSettings(values, isPerson) };
    const { client, secret } = (await session.request(CreateClientDocument, { input })).createClient;
    const { name } = client;
    onCreated({
      name,
      isMerchant: !isPerson,
      appKey: client.appKey,
      secret,
      ...(client.test && { about: t.isTestKey }),
    });
  };
  return (
    <FormDialog
      title={isPerson ? t.newPerson : t.newMerchant}
      label={t.create}
      action={create}
      onClose={onClose}
    >
      <NameField isPerson={isPerson} />
      {isPerson && (
        <SelectField label={t.role} name="role" options={ROLES.map((role) => [role, t.roles[role]])} />
      )}
      <CheckField label={t.testKey} name="test" hint={isPerson ? t.testPersonHint : t.testMerchantHint} />
      <TextField label={t.appKey} name="appKey" hint={t.appKeyHint} />
      <ClientSettings isPerson={isPerson} />
    </FormDialog>
  );
}
