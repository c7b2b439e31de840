import { currencyName } from '../../format.ts';
import { changeParams, hrefOf, useRoute } from '../../router.ts';
import { problemOf } from '../../service/failures.ts';
import { useRight, useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { texts } from '../../texts/texts.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Async, Empty } from '../../ui/states.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { ListBankProfilesDocument, RemoveBankProfileDocument } from '../gql/graphql.ts';
import type { HandedFile } from '../handed-file.ts';
import type { Draft, Profile } from './draft.ts';
import { ProfileEditor } from './editor.tsx';

interface ProfilesProps {
  /** A file that no profile could read. */
  readonly handed: HandedFile | undefined;
  readonly onMade: (profileId: string) => void;
}

/** The profiles of bank tables: their list, or one of them. */
export function ProfilesView({ handed, onMade }: ProfilesProps) {
  const { session, notify } = useSignedIn();
  const { profiles: t } = reconciliationTexts();
  const { params } = useRoute();
  const loaded = useLoad('bank-profiles', async () => {
    const { bankProfiles } = await session.request(ListBankProfilesDocument);
    return bankProfiles.map(({ profileId, isBuiltIn, profile }): Profile => {
      const draft: Draft = JSON.parse(profile);
      // The console has its own name for the profile for any bank.
      const title = profileId === 'generic' ? reconciliationTexts().imports.anyBank : draft.title;
      return { profileId, isBuiltIn, draft: { ...draft, title } };
    });
  });
  const remove = ({ profileId, draft: { title } }: Profile) =>
    void session.request(RemoveBankProfileDocument, { profileId }).then(
      () => {
        loaded.reload();
        notify(t.removed(title));
      },
      (error) => notify(problemOf(error).message),
    );
  const finish = ({ id, title }: Draft) => {
    notify(t.saved(title));
    if (handed && params.get('new')) return onMade(id);
    loaded.reload();
    toList();
  };
  const isOne = ['open', 'copy', 'new'].some((name) => params.has(name));
  return (
    <Async what={t.what} loaded={loaded}>
      {(profiles) => {
        const one = { profiles, params, handed, onSaved: finish };
        return isOne ? (
          <OneProfile key={String(params)} {...one} />
        ) : (
          <ProfileList profiles={profiles} remove={remove} />
        );
      }}
    </Async>
  );
}

const toList = () => changeParams({ open: undefined, copy: undefined, new: undefined });

const hrefTo = (params: Readonly<Record<string, string>> = {}) =>
  hrefOf('reconciliation', { view: 'profiles', ...params });

interface ListProps {
  readonly profiles: readonly Profile[];
  readonly remove: (profile: Profile) => void;
}

/** The banks whose tables can be read. Built-in profiles can be viewed and copied. */
function ProfileList({ profiles, remove }: ListProps) {
  const { profiles: t } = reconciliationTexts();
  const { actOn, change } = texts().ui;
  const isAdmin = useRight('administer');
  const shown: readonly Column<Profile>[] = [
    {
      title: t.bank,
      isRowHeader: true,
      place: 'at-bank',
      cell: ({ profileId, draft: { title } }) => <a href={hrefTo({ open: profileId })}>{title}</a>,
    },
    { title: t.source, cell: ({ isBuiltIn }) => (isBuiltIn ? t.builtIn : t.own) },
  ];
  const actions: Column<Profile> = {
    title: change,
    cell: (profile) => (
      <div class="decide">
        <a href={hrefTo({ copy: profile.profileId })} aria-label={actOn(t.copy, profile.draft.title)}>
          {t.copy}
        </a>
        {!profile.isBuiltIn && (
          <ConfirmButton label={t.remove} about={profile.draft.title} onConfirm={() => remove(profile)} />
        )}
      </div>
    ),
  };
  return (
    <>
      <p class="hint">
        {t.about} {isAdmin ? <a href={hrefTo({ new: 'yes' })}>{t.newProfile}</a> : t.onlyAdmins}
      </p>
      <DataTable
        label={t.table}
        columns={isAdmin ? [...shown, actions] : shown}
        // People mostly look for the profiles that they have added.
        rows={[...profiles].sort((a, b) => Number(a.isBuiltIn) - Number(b.isBuiltIn))}
        keyOf={({ profileId }) => profileId}
      />
    </>
  );
}

interface OneProps extends Pick<ListProps, 'profiles'>, Pick<ProfilesProps, 'handed'> {
  readonly params: URLSearchParams;
  readonly onSaved: (saved: Draft) => void;
}

/** The profile that the URL names: it is shown, changed, copied or created. */
function OneProfile({ profiles, params, handed, onSaved }: OneProps) {
  const { profiles: t } = reconciliationTexts();
  const isAdmin = useRight('administer');
  const named = params.get('open') ?? params.get('copy') ?? 'generic';
  const found = profiles.find(({ profileId }) => profileId === named);
  const isNew = !params.has('open');
  const copied = { id: '', title: t.copyOf(found?.draft.title ?? '') };
  const blank = { id: '', title: '', columns: {}, required: [], defaultCurrency: currencyName() || null };
  const changes = isNew ? (params.has('copy') ? copied : blank) : {};
  const start = found && { ...found.draft, ...changes };
  if (!start || (isNew && !isAdmin)) return <Empty title={start ? t.fixedForYou : t.gone} />;
  const kind = isNew ? 'new' : found?.isBuiltIn || !isAdmin ? 'fixed' : 'change';
  return (
    <section class="profile">
      <p>
        <a href={hrefTo()}>{t.toList}</a>
      </p>
      <h2>{isNew ? t.titles.new : t.titles.change(start.title)}</h2>
      {kind === 'fixed' && (
        <p class="hint">
          {isAdmin ? t.fixed : t.fixedForYou} {isAdmin && <a href={hrefTo({ copy: named })}>{t.copy}</a>}
        </p>
      )}
      <ProfileEditor
        start={start}
        kind={kind}
        profiles={profiles}
        onSaved={onSaved}
        onCancel={toList}
        handed={params.has('new') ? handed : undefined}
      />
    </section>
  );
}
