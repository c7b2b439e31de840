import type { Problem } from '../service/failures.ts';
import type { Client } from '../service/types.ts';
import { CheckField, Field, TextField } from '../ui/form.tsx';
import type { Values } from '../ui/use-submit.ts';

interface ClientFieldsProps {
  readonly problem: Problem | undefined;
  readonly client?: Client;
}

/** Settings of a new or an existing client. */
export function ClientSettings({ problem, client }: ClientFieldsProps) {
  return (
    <>
      <TextField
        label="Callback address"
        name="callbackUrl"
        inputMode="url"
        problem={problem}
        defaultValue={client?.callbackUrl ?? ''}
        hint="Receives the callbacks. Empty: no callbacks."
      />
      <Field
        label="IP addresses"
        name="ipAllowlist"
        problem={problem}
        hint="Addresses or CIDR blocks, one on each line. Empty: any."
      >
        {(input) => <textarea rows={3} defaultValue={client?.ipAllowlist.join('\n') ?? ''} {...input} />}
      </Field>
      <CheckField
        label="Refuse the plain sign, also where older clients may use it"
        name="requiresTimedSign"
        checked={client?.requiresTimedSign ?? false}
      />
    </>
  );
}

/** Reads the settings from the form. */
export function readSettings(values: Values) {
  return {
    callbackUrl: values.get('callbackUrl')?.trim() || null,
    ipAllowlist: (values.get('ipAllowlist') ?? '').split(/[\s,]+/).filter((line) => line !== ''),
    requiresTimedSign: values.has('requiresTimedSign'),
  };
}
