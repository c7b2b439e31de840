import { formatShortTimestamp } from '../format.ts';
import { texts } from '../texts/texts.ts';
import type { Detail } from './detail-types.ts';

interface ClaimHistoryProps {
  /** At least one. */
  readonly periods: NonNullable<Detail['transaction']['claimHistory']>;
}

/** Who was paying a withdrawal and until when, the last one first. */
export function ClaimHistory({ periods }: ClaimHistoryProps) {
  const t = texts().detail.claims;
  return (
    <section>
      <h3>{t.title}</h3>
      <ol class="history">
        {periods.toReversed().map(({ holder, claimedAt, endedAt, end, sentAt }) => (
          <li key={claimedAt}>
            <p>
              {endedAt == null
                ? t.since(holder, formatShortTimestamp(claimedAt))
                : t.fromTo(holder, formatShortTimestamp(claimedAt), formatShortTimestamp(endedAt))}
            </p>
            <p class="hint">
              {end && t.ends[end]}
              {sentAt != null && ` ${t.sent(formatShortTimestamp(sentAt))}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
