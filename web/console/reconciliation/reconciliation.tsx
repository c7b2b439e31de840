import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { openHelp } from '../help/opener.tsx';
import { changeParams, hrefOf, navigate, useRoute } from '../router.ts';
import { useRight } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { useLineCounts } from './counts.tsx';
import { DaysView } from './days.tsx';
import { useFileCounts } from './file-counts.tsx';
import { FilesView } from './files.tsx';
import { countIn, countNew, GROUP_NAMES, type Group, readGroup } from './groups.ts';
import type { HandedFile } from './handed-file.ts';
import { HeldStatements } from './held-statements.tsx';
import { ImportPanel } from './import-panel.tsx';
import { LineDesk } from './line-desk.tsx';
import { LineFilterBar, lineFilterOf } from './line-filter.tsx';
import { ProfilesView } from './profiles/profiles.tsx';
import { useImport } from './use-import.ts';

const VIEWS = ['lines', 'days', 'files', 'profiles'] as const;
type View = (typeof VIEWS)[number];

/** The lines of bank statements, the days of accounts, the imported files, and the profiles of bank tables. */
export function ReconciliationScreen() {
  const { params } = useRoute();
  const canChange = useRight('changeTransactions');
  const { reload } = useLineCounts();
  const { imports: t } = reconciliationTexts();
  const [shown, setShown] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [handed, setHanded] = useState<HandedFile>();
  const views = VIEWS.filter((name) => canChange || name !== 'profiles');
  const view = views.find((known) => known === params.get('view')) ?? 'lines';
  const takesFiles = canChange && (view === 'lines' || view === 'files');
  const assign = (file: HandedFile) => {
    setHanded(file);
    navigate(hrefOf('reconciliation', { view: 'profiles', new: 'yes' }));
  };
  const imports = useImport({
    onImported: reload,
    onShow(fileId) {
      setShown((count) => count + 1);
      // A person who was reading all lines continues with all lines. For a file, all lines may be shown only because
      // none of them waits.
      const group = readGroup(params) === 'all' && !params.get('file') ? 'all' : 'decide';
      if (fileId) navigate(hrefOf('reconciliation', { group, file: fileId }));
    },
  });
  // Another source may be shown by now.
  const assigned = handed?.content === imports.given()?.content ? handed : undefined;
  const continueWith = (profileId: string) => {
    if (!assigned) return;
    imports.choose({ profileId });
    setHanded(undefined);
    navigate(assigned.href);
  };
  return (
    <>
      <div class="toolbar bar">
        <ViewSwitch view={view} views={views} />
        <button type="button" class="end quiet for-help" onClick={openHelp}>
          {texts().queue.shortcuts} <kbd>?</kbd>
        </button>
        {takesFiles && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t.title}
          </button>
        )}
      </div>
      {takesFiles && <ImportPanel isOpen={isOpen} imports={imports} onAssign={assign} />}
      {view === 'days' && <DaysView />}
      {view === 'profiles' && <ProfilesView handed={assigned} onMade={continueWith} />}
      {view === 'files' && <FilesView key={shown} openId={params.get('open')} />}
      {view === 'lines' && <LinesView imports={shown} params={params} />}
    </>
  );
}

interface SwitchProps {
  readonly view: View;
  readonly views: readonly View[];
}

/** The views. The account and the days stay. */
function ViewSwitch({ view, views }: SwitchProps) {
  const { params } = useRoute();
  const { days: t } = reconciliationTexts();
  const [account, from, to] = ['account', 'from', 'to'].map((name) => params.get(name) ?? undefined);
  return (
    <nav class="switch" aria-label={t.views}>
      {views.map((name) => (
        <a
          key={name}
          href={hrefOf('reconciliation', {
            view: name === 'lines' ? undefined : name,
            ...((name === 'lines' || name === 'days') && { account, from, to }),
          })}
          aria-current={name === view ? 'true' : undefined}
        >
          {t.view[name]}
        </a>
      ))}
    </nav>
  );
}

interface LinesProps {
  /** The number of imports since the screen was opened whose outcome was shown here. */
  readonly imports: number;
  readonly params: URLSearchParams;
}

/** The lines, grouped by what has to be done about them. */
function LinesView({ imports, params }: LinesProps) {
  const { data } = useLineCounts();
  const { imports: t } = reconciliationTexts();
  const group = readGroup(params);
  const filter = lineFilterOf(group, params);
  const waiting = countNew(data);
  return (
    <>
      <div class="toolbar">
        <GroupTabs group={group} />
        <p class="hint" role="status">
          {waiting > 0 && t.working(formatCount(waiting))}
        </p>
        {group !== 'held' && <LineFilterBar key={JSON.stringify(filter)} group={group} filter={filter} />}
      </div>
      {group === 'held' ? (
        <HeldStatements key={imports} />
      ) : (
        <LineDesk
          key={`${imports} ${JSON.stringify(filter)}`}
          group={group}
          filter={filter}
          openId={params.get('open')}
          takesFocus={imports > 0}
        />
      )}
    </>
  );
}

/** The groups, with the numbers of their waiting lines: of all files, or of the one that is shown. */
function GroupTabs({ group }: { readonly group: Group }) {
  const { desk: t } = reconciliationTexts();
  const all = useLineCounts().data;
  const fileId = useRoute().params.get('file');
  const ofFile = useFileCounts(fileId);
  const data = fileId === null ? all : ofFile;
  const tabs = useRef<HTMLFieldSetElement>(null);
  // On a phone the row of groups is wider than the screen.
  useLayoutEffect(() => {
    const pressed = tabs.current?.querySelector('[aria-pressed="true"]');
    pressed?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [group]);
  return (
    <fieldset ref={tabs} class="tabs">
      <legend class="visually-hidden">{t.groups}</legend>
      {GROUP_NAMES.map((name) => {
        const count = countIn(name, data);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={name === group}
            onClick={() => changeParams({ group: name, open: undefined })}
          >
            {t.group[name]}
            {count !== undefined && <span class="tab-count"> {formatCount(count)}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
