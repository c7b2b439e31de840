import { formatCount } from '../format.ts';
import { hrefOf, useRoute } from '../router.ts';
import { texts } from '../texts/texts.ts';
import type { Totals } from './totals.tsx';

/** What each tab shows, as parameters of the URL. */
const TABS = {
  all: {},
  deposits: { type: 'deposit' },
  sent: { isSent: 'true' },
  toPay: { type: 'withdrawal' },
} as const;

export type Tab = keyof typeof TABS;

/** Returns the tab that the URL shows. */
export function readTab(params: URLSearchParams): Tab {
  if (params.get('isSent')) return 'sent';
  const type = params.get('type');
  return type === 'withdrawal' ? 'toPay' : type ? 'deposits' : 'all';
}

/** Returns how many of these totals a tab shows. A withdrawal that a batch will pay must not be paid by hand. */
export function countOf(tab: Tab, { waiting, deposits, sent, withdrawals, inPayouts }: Totals): number {
  return { all: waiting, deposits, sent, toPay: withdrawals - (inPayouts ?? 0) }[tab];
}

interface QueueTabsProps {
  readonly current: Tab;
  /** Undefined while they are not known. */
  readonly totals: Totals | undefined;
}

/** The kinds of waiting transactions, with their numbers. A change of the tab keeps the other filters. */
export function QueueTabs({ current, totals }: QueueTabsProps) {
  const t = texts().queue;
  const others = {
    ...Object.fromEntries(useRoute().params),
    type: undefined,
    isSent: undefined,
    open: undefined,
  };
  return (
    <nav class="tabs" aria-label={t.tabs}>
      {(Object.keys(TABS) as Tab[]).map((tab) => (
        <a
          key={tab}
          href={hrefOf('queue', { ...others, ...TABS[tab] })}
          aria-current={tab === current ? 'true' : undefined}
        >
          {t.tab[tab]}
          <span class="tab-count"> {totals && formatCount(countOf(tab, totals))}</span>
        </a>
      ))}
    </nav>
  );
}
