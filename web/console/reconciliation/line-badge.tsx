import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Badge } from '../ui/parts.tsx';
import { stateOf, toneOf } from './labels.ts';
import type { Line } from './line-types.ts';

/** Returns the state of a line in words, or the one that it is about to have. */
export function shownStateOf({ state, planned }: Line): string {
  return planned ? reconciliationTexts().desk.plannedState : stateOf(state);
}

/** The state of a line. */
export function LineBadge({ line }: { readonly line: Line }) {
  return <Badge tone={line.planned ? 'info' : toneOf(line.state)} text={shownStateOf(line)} />;
}
