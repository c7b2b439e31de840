import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { CallbackSummary } from './callbacks/summary.tsx';
import { HelpOpener } from './help/opener.tsx';
import { PaletteOpener } from './palette/opener.tsx';
import { QueueScreen } from './queue/queue.tsx';
import { QueueTotals } from './queue/totals.tsx';
import { OpenLines } from './reconciliation/counts.tsx';
import { hrefOf, navigate, useRoute } from './router.ts';
import { SignedInContext } from './session/context.ts';
import { hasRight } from './session/rights.ts';
import type { Session } from './session/session.ts';
import { type ScreenLink, Sidebar } from './sidebar.tsx';
import { texts } from './texts/texts.ts';
import { ReasonTemplates } from './transactions/templates.tsx';
import { Undoing } from './transactions/undo.tsx';
import { brandName } from './ui/brand.tsx';
import { lazy } from './ui/lazy.tsx';
import { lazyPart } from './ui/lazy-part.tsx';
import { NoticeBar, useNotice } from './ui/notice.tsx';
import { useGoKeys } from './ui/use-go-keys.ts';
import { useLiveState } from './ui/use-live.ts';

interface Screen extends ScreenLink {
  readonly component: ComponentType;
  /** Whether it is about real money or the whole service. Test keys do not see it then. */
  readonly isLiveOnly?: boolean;
}

const adminScreens = () => import('./admin/screens.ts');

const forAdmins = (load: () => Promise<ComponentType>) =>
  ({ component: lazy(load), isForAdmins: true }) as const;

const SCREENS: readonly Screen[] = [
  { path: 'queue', component: QueueScreen },
  {
    path: 'search',
    component: lazy(async () => (await import('./search/screen.ts')).SearchScreen),
  },
  {
    path: 'payouts',
    component: lazy(async () => (await import('./payouts/screen.ts')).PayoutsScreen),
    isLiveOnly: true,
  },
  {
    path: 'reconciliation',
    component: lazy(async () => (await import('./reconciliation/screen.ts')).ReconciliationScreen),
    isLiveOnly: true,
  },
  {
    path: 'overview',
    component: lazy(async () => (await import('./overview/screen.ts')).OverviewScreen),
  },
  {
    path: 'callbacks',
    component: lazy(async () => (await import('./callbacks/callbacks.tsx')).CallbacksScreen),
  },
  { path: 'clients', ...forAdmins(async () => (await adminScreens()).ClientsScreen), isLiveOnly: true },
  { path: 'banks', ...forAdmins(async () => (await adminScreens()).BanksScreen), isLiveOnly: true },
  { path: 'blacklist', ...forAdmins(async () => (await adminScreens()).BlacklistScreen), isLiveOnly: true },
  { path: 'templates', ...forAdmins(async () => (await adminScreens()).TemplatesScreen), isLiveOnly: true },
  { path: 'audit', ...forAdmins(async () => (await adminScreens()).AuditScreen) },
];

const ClaimWarnings = lazyPart(
  async () => (await import('./transactions/claim-warnings.tsx')).ClaimWarnings,
  { isOptional: true },
);

interface ShellProps {
  readonly session: Session;
  readonly onSignOut: () => void;
}

/** Layout of all screens, with the screen that the URL names. */
export function Shell({ session, onSignOut }: ShellProps) {
  const { screen: path } = useRoute();
  const screens = SCREENS.filter(
    ({ isForAdmins, isLiveOnly }) =>
      (!isForAdmins || hasRight(session.role, 'administer')) && !(isLiveOnly && session.isTest),
  );
  const screen = screens.find((candidate) => candidate.path === path);
  const { notify, report, ...notices } = useNotice();
  const signedIn = useMemo(() => ({ session, notify, report }), [session, notify, report]);
  useGoKeys(go);
  const heading = useHeading(screen);
  useEffect(() => {
    if (path === '') navigate(hrefOf('queue'), { replace: true });
  }, [path]);

  return (
    <SignedInContext.Provider value={signedIn}>
      <QueueTotals title={`${titleOf(screen)} · ${brandName()}`}>
        <CallbackSummary>
          <OpenLines>
            <ReasonTemplates>
              <div class="shell">
                <Sidebar screens={screens} current={path} session={session} onSignOut={onSignOut} />
                <main id="content" tabIndex={-1}>
                  <div class="heading">
                    <h1 ref={heading} tabIndex={-1}>
                      {titleOf(screen)}
                    </h1>
                    <Outdated />
                  </div>
                  <Undoing>{screen ? <screen.component /> : path !== '' && <NotHere />}</Undoing>
                </main>
                <PaletteOpener screens={screens} />
                <HelpOpener key={path} screen={path} />
                <ClaimWarnings />
                <NoticeBar {...notices} />
              </div>
            </ReasonTemplates>
          </OpenLines>
        </CallbackSummary>
      </QueueTotals>
    </SignedInContext.Provider>
  );
}

/** The screens that two keys open, by the second one. */
const GO_KEYS: Readonly<Record<string, string>> = { q: 'queue', r: 'reconciliation', p: 'payouts' };

function go(key: string): void {
  const path = GO_KEYS[key];
  if (path !== undefined) navigate(hrefOf(path));
}

function titleOf(screen: ScreenLink | undefined): string {
  const { titles, notHere } = texts().shell;
  return screen ? titles[screen.path] : notHere;
}

/** A notice that the screen may be out of date. It overlays the page, so that no row moves under the pointer. */
function Outdated() {
  const state = useLiveState();
  return (
    <p class="outdated" role="alert">
      {state === 'reconnecting' && texts().shell.outdated}
    </p>
  );
}

function NotHere() {
  return (
    <p class="state">
      {texts().shell.noSuchScreen} <a href={hrefOf('queue')}>{texts().shell.goToQueue}</a>
    </p>
  );
}

/** Moves the focus to the heading of a new screen, so that screen readers start there. */
function useHeading(screen: Screen | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (!isFirst.current) heading.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [screen]);
  return heading;
}
