import { Fragment } from 'preact';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { hrefsOf, reasonOf, speaksFor } from './labels.ts';
import type { Reason } from './line-types.ts';

interface ReasonsProps {
  readonly reasons: readonly Reason[];
  readonly lineId: string;
}

/** The reasons as sentences, with links to the other lines or deposits that they mention. */
export function ReasonList({ reasons, lineId }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul class="reasons">
      {reasons.map((reason) => (
        <li key={`${reason.code} ${reason.detail}`} class={speaksFor(reason) ? 'for' : 'against'}>
          {reasonOf(reason)}
          {hrefsOf(reason, lineId).map((href) => (
            <Fragment key={href}>
              {' '}
              <a href={href}>{reconciliationTexts().desk.lookAt}</a>
            </Fragment>
          ))}
        </li>
      ))}
    </ul>
  );
}
