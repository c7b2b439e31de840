import type { Client, Role } from '../service/types.ts';
import { adminTexts } from '../texts/admin.ts';
import { CheckField, Field, TextField } from '../ui/form.tsx';
import type { Values } from '../ui/use-submit.ts';

interface ClientFieldsProps {
  readonly isPerson: boolean;
  readonly client?: Client;
}

/** Viewers, operators and admins are people: they have no callbacks, and their requests are always timed. */
export function isPersonRole(role: Role): boolean {
  return role !== 'merchant';
}

export function NameField({ isPerson, client }: ClientFieldsProps) {
  const t = adminTexts().clients;
  return (
    <TextField
      label={t.name}
      name="name"
      defaultValue={client?.name ?? ''}
      hint={isPerson ? t.personNameHint : t.merchantNameHint}
    />
  );
}

/** Settings of a new or an existing merchant or person. */
export function ClientSettings({ isPerson, client }: ClientFieldsProps) {
  const t = adminTexts().clients;
  return (
    <>
      {!isPerson && (
        <TextField
          label={t.callbackUrl}
          name="callbackUrl"
          inputMode="url"
          defaultValue={client?.callbackUrl ?? ''}
          hint={t.callbackUrlHint}
        />
      )}
      <Field label={t.ipAddresses} name="ipAllowlist" hint={t.ipAddressesHint}>
        {(input) => <textarea rows={3} defaultValue={client?.ipAllowlist.join('\n') ?? ''} {...input} />}
      </Field>
      {!isPerson && (
        <CheckField
          label={t.requireTimed}
          hint={t.requireTimedHint}
          name="requiresTimedSign"
          checked={client?.requiresTimedSign ?? false}
        />
      )}
    </>
  );
}

/** Reads the name and the settings from the form. */
export function readSettings(values: Values, isPerson: boolean) {
  return {
    name: values.get('name')?.trim() ?? '',
    ipAllowlist: (values.get('ipAllowlist') ?? '').split(/[\s,]+/).filter((line) => line !== ''),
    ...(!isPerson && {
      callbackUrl: values.get('callbackUrl')?.trim() || null,
      requiresTimedSign: values.has('requiresTimedSign'),
    }),
  };
}
