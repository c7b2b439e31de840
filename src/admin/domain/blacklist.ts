import { convertName } from '../../kernel/names.ts';

export const BLACKLIST_KINDS = ['userId', 'iban', 'convertedName'] as const;
export type BlacklistKind = (typeof BLACKLIST_KINDS)[number];

/** The part of an entry that decides what it hits; an empty `clientId` hits the transactions of every client. */
export interface BlacklistKey {
  readonly id: string;
  readonly clientId: string;
  readonly kind: BlacklistKind;
  /** For a name, the result of `nameKey`. */
  readonly key: string;
}

/** The part of a draft or of a transaction that entries can hit. */
export interface Party {
  readonly clientId: string;
  readonly userId: string;
  readonly name: string;
  readonly convertedName: string;
  /** Only withdrawals have these. */
  readonly accountName?: string;
  readonly ibanNormalized?: string;
}

/** What `convertName` makes of a name without any letter or digit: its code points. */
const IS_CODES = /^(?=.*\d)[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/;

/**
 * A name as the blacklist compares it: its letters alone, in lower case, without accents and widths. `Ali.Işık Veli`,
 * `ali_isik_veli` and the slug `ali-isik-veli` have the same. A name without letters keeps its digits.
 * @param slug what `convertName` makes of the name, where that is known.
 */
function nameKey(name: string, slug?: string): string {
  const normal = name.normalize('NFKC');
  const words = slug !== undefined && normal === name ? slug : convertName(normal);
  if (IS_CODES.test(words)) return words;
  return words.replace(/[^\p{L}\p{M}]/gu, '') || words.replace(/[^\p{N}]/gu, '') || words;
}

/** The key of a value that somebody puts on the list. */
export function keyOfEntry(kind: BlacklistKind, value: string): string {
  return kind === 'convertedName' ? nameKey(value) : value;
}

/** The kinds and keys of the entries that hit a party. */
export function blacklistKeys(party: Party): readonly (readonly [BlacklistKind, string])[] {
  const { userId, name, convertedName, accountName, ibanNormalized } = party;
  const keys: (readonly [BlacklistKind, string])[] = [
    ['userId', userId],
    ['convertedName', nameKey(name, convertedName)],
  ];
  if (accountName !== undefined) keys.push(['convertedName', nameKey(accountName)]);
  if (ibanNormalized !== undefined) keys.push(['iban', ibanNormalized]);
  return keys;
}

/** Makes the search for the entries that hit a party. @returns their ids. */
export function createBlacklistSearch(entries: readonly BlacklistKey[]): (party: Party) => string[] {
  if (entries.length === 0) return () => [];
  const ids = new Map(entries.map(({ id, clientId, kind, key }) => [textOf(clientId, kind, key), id]));
  return (party) =>
    blacklistKeys(party).flatMap(([kind, key]) =>
      ['', party.clientId].flatMap((clientId) => ids.get(textOf(clientId, kind, key)) ?? []),
    );
}

function textOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
