import { useState } from 'preact/hooks';
import type { Client } from '../service/types.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { CheckField, Field, TextField } from '../ui/form.tsx';
import type { Values } from '../ui/use-submit.ts';

interface PageFieldsProps {
  readonly client: Client;
}

/** A merchant's brand on the payment page, and the address to which payers return. */
export function PageFields({ client }: PageFieldsProps) {
  const t = adminTexts().paymentPage;
  const { brand, returnHosts, returnUrl } = client;
  return (
    <fieldset>
      <legend>{t.title}</legend>
      <TextField label={t.name} name="brandName" hint={t.nameHint} defaultValue={brand.name ?? ''} />
      <TextField label={t.color} name="brandColor" hint={t.colorHint} defaultValue={brand.color ?? ''} />
      <LogoField client={client} />
      <Field label={t.returnHosts} name="returnHosts" hint={t.returnHostsHint}>
        {(input) => <textarea rows={2} defaultValue={returnHosts.join('\n')} {...input} />}
      </Field>
      <TextField
        label={t.returnUrl}
        name="returnUrl"
        hint={t.returnUrlHint}
        inputMode="url"
        defaultValue={returnUrl ?? ''}
      />
    </fieldset>
  );
}

/** The form has the chosen file as base64. */
function LogoField({ client }: PageFieldsProps) {
  const t = adminTexts().paymentPage;
  const [chosen, setChosen] = useState({ name: '', content: '' });
  const hasLogo = client.brand.logoUrl !== null;
  const hint = hasLogo ? `${t.hasLogo} ${t.logoHint}` : t.logoHint;
  return (
    <>
      <Field label={t.logo} name="brandLogo" hint={hint}>
        {({ name: _name, ...input }) => (
          // The browser's own words would be in its language.
          <label class="drop">
            <input
              type="file"
              accept="image/png,image/jpeg,image/webp"
              onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0]).then(setChosen)}
              {...input}
            />
            <span aria-hidden="true">{chosen.name || texts().session.chooseFile}</span>
          </label>
        )}
      </Field>
      <input type="hidden" name="brandLogo" value={chosen.content} />
      {hasLogo && <CheckField label={t.removeLogo} name="removeLogo" />}
    </>
  );
}

/** Reads a file into base64. The service checks it. */
async function readFile(file: File | undefined) {
  if (!file) return { name: '', content: '' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { name: file.name, content };
}

/** Reads the settings from the form. A logo that is neither replaced nor removed stays. */
export function readPage(values: Values) {
  const orNull = (name: string) => values.get(name)?.trim() || null;
  const logo = orNull('brandLogo');
  return {
    brandName: orNull('brandName'),
    brandColor: orNull('brandColor'),
    returnHosts: (values.get('returnHosts') ?? '').split(/[\s,]+/).filter((line) => line !== ''),
    returnUrl: orNull('returnUrl'),
    ...((logo !== null || values.has('removeLogo')) && { brandLogo: logo }),
  };
}
