import { useId } from 'preact/hooks';
import { useChoices } from '../search-field/choices.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { SelectField } from '../ui/select-field.tsx';
import { useLoad } from '../ui/use-load.ts';
import { ProfileChoicesDocument } from './gql/graphql.ts';

/** The choice of files. The browser's own input would be labelled in the browser's language. */
export function FileChoice({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { imports: t } = reconciliationTexts();
  const id = useId();
  return (
    <label class="drop">
      <input
        type="file"
        multiple
        aria-describedby={id}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
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

/** The account of a file that does not name one. */
export function AccountChoice({ accountId, onChoose }: AccountChoiceProps) {
  const { imports: t } = reconciliationTexts();
  const { accounts } = useChoices();
  return (
    <SelectField
      label={t.account}
      name="accountId"
      options={[['', t.accountOfFile], ...accounts.map((one) => [one.accountId, one.title] as const)]}
      value={accountId}
      onChoose={onChoose}
    />
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
  const profiles = (data ?? []).map(
    ({ profileId: value, title }) => [value, value === 'generic' ? t.anyBank : title] as const,
  );
  return (
    <SelectField
      label={t.profile}
      name="profileId"
      options={[['', t.profileOfColumns], ...profiles]}
      value={profileId}
      onChoose={onChoose}
    />
  );
}
