import { useMemo } from 'preact/hooks';
import { currencyName } from '../../format.ts';
import { changeParams, hrefOf, useRoute } from '../../router.ts';
import { problemOf } from '../../service/failures.ts';
import { useRight, useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Async, Empty } from '../../ui/states.tsx';
import { useLoad } from '../../ui/use-load.ts';
import { ListBankProfilesDocument, RemoveBankProfileDocument } from '../gql/graphql.ts';
import type { HandedFile } from '../handed-file.ts';
import { blankDraft, type Draft, type Profile, readDraft } from './draft.ts';
import { ProfileEditor } from './editor.tsx';
import { ProfileList } from './profile-list.tsx';

interface ProfilesProps {
  /** A file that no profile could read. */
  readonly handed: HandedFile | undefined;
  /** Called with the id of the profile that was made for the file. */
  readonly onMade: (profileId: string) => void;
}

/** How tables of banks are read: the list of the profiles, or one of them. */
export function ProfilesView({ handed, onMade }: ProfilesProps) {
  const { session, notify } = useSignedIn();
  const { profiles: t } = reconciliationTexts();
  const { params } = useRoute();
  const loaded = useLoad('bank-profiles', async () => {
    const { bankProfiles } = await session.request(ListBankProfilesDocument);
    return bankProfiles.map(({ profileId, isBuiltIn, profile }): Profile => {
      const draft = readDraft(profile);
      // The profile for any bank has a name of the console.
      return {
        profileId,
        isBuiltIn,
        draft: profileId === 'generic' ? { ...draft, title: anyBank() } : draft,
      };
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
      {(profiles) =>
        isOne ? (
          <OneProfile key={String(params)} {...{ profiles, params, handed, onSaved: finish }} />
        ) : (
          <ProfileList profiles={profiles} onRemove={remove} />
        )
      }
    </Async>
  );
}

const anyBank = () => reconciliationTexts().imports.anyBank;

const toList = () => changeParams({ open: undefined, copy: undefined, new: undefined });

interface OneProps {
  readonly profiles: readonly Profile[];
  readonly params: URLSearchParams;
  readonly handed: HandedFile | undefined;
  readonly onSaved: (saved: Draft) => void;
}

/** The profile that the URL names: it is shown, changed, copied or made. */
function OneProfile({ profiles, params, handed, onSaved }: OneProps) {
  const { profiles: t } = reconciliationTexts();
  const isAdmin = useRight('administer');
  const find = (name: string) => profiles.find(({ profileId }) => profileId === params.get(name));
  const opened = find('open');
  const start = useMemo(() => startOf(profiles, opened, find('copy')), [params]);
  const kind = !opened ? 'new' : opened.isBuiltIn || !isAdmin ? 'fixed' : 'change';
  const isMissing = !start || (params.has('open') && !opened) || (params.has('copy') && !find('copy'));
  const isForFile = handed !== undefined && params.has('new');
  return (
    <section class="profile">
      <p>
        <a href={hrefOf('reconciliation', { view: 'profiles' })}>{t.toList}</a>
      </p>
      {isMissing || (kind === 'new' && !isAdmin) ? (
        <Empty title={isMissing ? t.gone : t.fixedForYou} />
      ) : (
        <>
          <h2>{kind === 'new' ? t.titles.new : t.titles.change(start.title)}</h2>
          {kind === 'fixed' && (
            <p class="hint">
              {isAdmin ? t.fixed : t.fixedForYou}{' '}
              {isAdmin && (
                <a href={hrefOf('reconciliation', { view: 'profiles', copy: start.id })}>{t.copy}</a>
              )}
            </p>
          )}
          <ProfileEditor
            {...{ start, kind, profiles, onSaved, onCancel: toList, mayTry: isAdmin }}
            handed={isForFile ? handed : undefined}
            saveLabel={isForFile ? t.saveAndImport : t.save}
          />
        </>
      )}
    </section>
  );
}

function startOf(
  profiles: readonly Profile[],
  opened: Profile | undefined,
  copied: Profile | undefined,
): Draft | undefined {
  if (opened) return opened.draft;
  const { copyOf } = reconciliationTexts().profiles;
  if (copied) return { ...copied.draft, id: '', title: copyOf(copied.draft.title) };
  const blank = blankDraft(profiles);
  return blank && { ...blank, defaultCurrency: currencyName() || null };
}
