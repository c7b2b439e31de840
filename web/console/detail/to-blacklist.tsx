import { normalizeIban } from '../format.ts';
import { hrefOf } from '../router.ts';
import { useRight } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import type { Detail } from './detail-types.ts';

/** For admins: links to a new blacklist entry with the user, the name or the IBAN of a transaction. */
export function ToBlacklist({ transaction }: Pick<Detail, 'transaction'>) {
  const { type, userId, convertedName, iban, payer } = transaction;
  const { labels, toBlacklist } = texts().detail;
  if (!useRight('administer')) return null;
  const theirIban = type === 'withdrawal' ? iban : payer?.iban;
  const values = [
    ['userId', labels.user, userId],
    ['convertedName', labels.name, convertedName],
    ['iban', labels.iban, theirIban && normalizeIban(theirIban)],
  ] as const;
  return (
    <p class="hint">
      {toBlacklist}{' '}
      {values.map(
        ([kind, label, value]) =>
          value && (
            <>
              {kind !== 'userId' && ' · '}
              <a href={hrefOf('blacklist', { kind, value })}>{label}</a>
            </>
          ),
      )}
    </p>
  );
}
