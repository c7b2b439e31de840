import { hrefOf, navigate } from '../../router.ts';
import { useRight } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { texts } from '../../texts/texts.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Badge } from '../../ui/parts.tsx';
import { type Profile, ROLES } from './draft.ts';

interface ListProps {
  readonly profiles: readonly Profile[];
  readonly onRemove: (profile: Profile) => void;
}

const hrefTo = (params: { readonly open?: string; readonly copy?: string; readonly new?: string }) =>
  hrefOf('reconciliation', { view: 'profiles', ...params });

/** The banks whose tables are read. Those of the service can be looked at and copied. */
export function ProfileList({ profiles, onRemove }: ListProps) {
  const { profiles: t } = reconciliationTexts();
  const isAdmin = useRight('administer');
  // Those that somebody added are what is looked for.
  const sorted = [...profiles].sort((a, b) => Number(a.isBuiltIn) - Number(b.isBuiltIn));
  return (
    <>
      <p class="hint">
        {t.about} {!isAdmin && t.onlyAdmins}
      </p>
      {isAdmin && (
        <div class="toolbar">
          <button type="button" class="primary" onClick={() => navigate(hrefTo({ new: 'yes' }))}>
            {t.newProfile}
          </button>
        </div>
      )}
      <DataTable
        label={t.table}
        look="stacked"
        columns={columnsWith(isAdmin, onRemove)}
        rows={sorted}
        keyOf={({ profileId }) => profileId}
      />
    </>
  );
}

function columnsWith(isAdmin: boolean, onRemove: ListProps['onRemove']): readonly Column<Profile>[] {
  const { profiles: t } = reconciliationTexts();
  const { actOn, change, edit } = texts().ui;
  const shown: readonly Column<Profile>[] = [
    {
      title: t.bank,
      isRowHeader: true,
      place: 'at-bank',
      cell: ({ profileId, draft: { title } }) => (
        <>
          <a href={hrefTo({ open: profileId })}>
            <bdi>{title}</bdi>
          </a>
          <small>{profileId}</small>
        </>
      ),
    },
    {
      title: t.columns,
      kind: 'name',
      cell: ({ draft: { columns } }) =>
        ROLES.filter((role) => columns[role] && role !== 'other')
          .map((role) => t.roles[role])
          .join(', '),
    },
    {
      title: t.source,
      cell: ({ isBuiltIn }) => (isBuiltIn ? t.builtIn : <Badge tone="info" text={t.own} />),
    },
  ];
  if (!isAdmin) return shown;
  return [
    ...shown,
    {
      title: change,
      cell: (profile) => {
        const { profileId, isBuiltIn } = profile;
        const { title } = profile.draft;
        const open = () => navigate(hrefTo({ open: profileId }));
        const copy = () => navigate(hrefTo({ copy: profileId }));
        return (
          <div class="decide">
            {!isBuiltIn && (
              <button type="button" aria-label={actOn(edit, title)} onClick={open}>
                {edit}
              </button>
            )}
            <button type="button" aria-label={actOn(t.copy, title)} onClick={copy}>
              {t.copy}
            </button>
            {!isBuiltIn && (
              <ConfirmButton label={t.remove} about={title} onConfirm={() => onRemove(profile)} />
            )}
          </div>
        );
      },
    },
  ];
}
