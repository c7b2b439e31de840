import type { ComponentChildren } from 'preact';
import { DetailPane } from '../detail/detail.tsx';
import { Presence } from '../presence/later.ts';
import { changeParams } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import type { Rows } from './use-decisions.ts';

interface ListWithPaneProps {
  readonly items: readonly Transaction[] | undefined;
  readonly rows: Rows;
  readonly openId: string | null;
  /** Whether the list is not up to date. */
  readonly isStale?: boolean;
  readonly children: ComponentChildren;
}

/** A list of transactions, and the open one next to it. */
export function ListWithPane({ items, rows, openId, isStale = false, children }: ListWithPaneProps) {
  return (
    <div class={openId ? 'split open' : 'split'}>
      <Presence open={openId} />
      <div class={isStale ? 'list stale' : 'list'}>{children}</div>
      {openId && (
        <DetailPane
          id={openId}
          known={items?.find(({ transactionId }) => transactionId === openId)}
          onChanged={rows.applyUpdate}
          onDecided={rows.remove}
          onClose={() => changeParams({ open: undefined })}
        />
      )}
    </div>
  );
}
