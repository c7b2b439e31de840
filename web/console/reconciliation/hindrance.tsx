import { hrefOf } from '../router.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { speaksFor } from './labels.ts';
import { isOpen, type Line, type LineDetail } from './line-types.ts';
import { ReasonList } from './reason-list.tsx';

/** Shows why a line settles nothing, whatever it may pay. */
export function Hindrance({ line }: { readonly line: Line }) {
  const { desk, files } = reconciliationTexts();
  const { cannot } = desk;
  if (line.state === 'held')
    return (
      <p class="banner">
        {cannot.held} <a href={hrefOf('reconciliation', { group: 'held' })}>{files.toHeld}</a>
      </p>
    );
  return line.isPending && isOpen(line) ? <p class="banner">{cannot.pending}</p> : null;
}

/** The reasons against a waiting line. They come before its candidates, because one key confirms a candidate. */
export function WhyWaiting({ line, decisions }: LineDetail) {
  const { desk: t } = reconciliationTexts();
  // What an operator has undone within its seconds was never decided.
  const last = decisions.find(({ undoneAt }) => !undoneAt);
  const isWaiting = isOpen(line) && line.state !== 'undone';
  const reasons = isWaiting ? (last?.evidence.filter((one) => !speaksFor(one)) ?? []) : [];
  if (reasons.length === 0) return null;
  return (
    <section class="why-waiting">
      <h3>{t.whyWaiting}</h3>
      <ReasonList reasons={reasons} lineId={line.lineId} />
    </section>
  );
}
