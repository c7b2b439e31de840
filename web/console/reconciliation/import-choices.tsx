import { useId } from 'preact/hooks';
import { AccountOptions } from '../search-field/account-options.tsx';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Field } from '../ui/form.tsx';
import { useLoad } from '../ui/use-load.ts';
import { ProfileChoicesDocument } from './gql/graphql.ts';

/** The choice of a file. The browser's own input would speak the browser's language. */
export function FileChoice({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const { imports: t } = reconciliationTexts();
  const id = useId();
  return (
    <label class="drop">
      <input
        type="file"
        aria-describedby={id}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {t.choose}
      <small id={id}>{t.formats}</small>
    </label>
  );
}

interface AccountChoiceProps {
  readonly accountId: string;
  readonly onChoose: (accountId: string) => void;
}

/** The account of a file that names none. */
export function AccountChoice({ accountId, onChoose }: AccountChoiceProps) {
  const { imports: t } = reconciliationTexts();
  return (
    <Field label={t.account} name="accountId" problem={undefined}>
      {(input) => (
        <select {...input} value={accountId} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">{t.accountOfFile}</option>
          <AccountOptions />
        </select>
      )}
    </Field>
  );
}

interface ProfileChoiceProps {
  readonly profileId: string;
  readonly onChoose: (profileId: string) => void;
}

/** The bank whose columns a table has. */
export function ProfileChoice({ profileId, onChoose }: ProfileChoiceProps) {
  const { session } = useSignedIn();
  const { imports: t } = reconciliationTexts();
  const { data } = useLoad(
    'profiles',
    async () => (await session.request(ProfileChoicesDocument)).bankProfiles,
  );
  return (
    <Field label={t.profile} name="profileId" problem={undefined}>
      {(input) => (
        <select {...input} value={profileId} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">{t.profileOfColumns}</option>
          {data?.map(({ profileId: value, title }) => (
            <option key={value} value={value}>
              {value === 'generic' ? t.anyBank : title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
