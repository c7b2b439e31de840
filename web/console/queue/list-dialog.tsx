import { useEffect } from 'preact/hooks';
import { TransitionDialog } from '../transactions/transition-dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { RowMenu } from './decide.tsx';
import type { Rows } from './use-decisions.ts';
import type { List } from './use-list.ts';

const SettleManyDialog = lazyPart(
  async () => (await import('../transactions/settle-many.tsx')).SettleManyDialog,
  { onFailed: ({ onClose }) => onClose() },
);

interface ListDialogProps {
  readonly list: List;
  readonly rows: Rows;
}

/** The dialog that is open over a list. */
export function ListDialog({ list: { decisions, chosen }, rows }: ListDialogProps) {
  const { dialog, open } = decisions;
  // Rendered after the list and before its keys are handled, so that no key is lost in between.
  useEffect(SettleManyDialog.preload, []);
  const outcomes = {
    onChanged: rows.applyUpdate,
    onDecided: rows.remove,
    onClose: () => open(undefined),
  };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'decide':
      return <TransitionDialog action={dialog.action} transaction={dialog.transaction} {...outcomes} />;
    case 'menu':
      return <RowMenu transaction={dialog.transaction} decisions={decisions} />;
    case 'settle many':
      return <SettleManyDialog items={chosen.items} {...outcomes} />;
  }
}
