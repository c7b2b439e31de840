import { formatShortTimestamp } from '../format.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { Badge, Timestamp } from '../ui/parts.tsx';
import { ruleOf, stateOf, toneOf } from './labels.ts';
import type { LineDetail } from './line-types.ts';
import { ReasonList } from './reason-list.tsx';

/** Shows when a decision was undone, and why. An undo within the first seconds has no reason. */
function takenBack(iso: string, reason: string | null | undefined): string {
  const { desk: t } = reconciliationTexts();
  const when = formatShortTimestamp(iso);
  return reason ? t.takenBack(when, reason) : t.undoneAt(when);
}

/** The decisions about a line, newest first. */
export function Decisions({ line, decisions }: Pick<LineDetail, 'line' | 'decisions'>) {
  const { desk: t } = reconciliationTexts();
  if (decisions.length === 0) return null;
  return (
    <section>
      <h3>{t.decisions}</h3>
      <ol class="history">
        {decisions.map((decision) => (
          <li key={decision.decisionId}>
            <p>
              <Badge tone={toneOf(decision.state)} text={stateOf(decision.state)} />{' '}
              {decision.rule === 'operator'
                ? (decision.actorName ?? texts().transactions.actors[decision.actor])
                : t.byRule(ruleOf(decision.rule))}
            </p>
            {decision.note && <p dir="auto">{decision.note}</p>}
            <ReasonList reasons={decision.evidence} lineId={line.lineId} />
            <small>
              <Timestamp iso={decision.decidedAt} />
            </small>
            {decision.undoneAt && (
              <p class="late" dir="auto">
                {takenBack(decision.undoneAt, decision.undoReason)}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
