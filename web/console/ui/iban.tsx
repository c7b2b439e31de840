import { formatIban } from '../format.ts';

/** The last six digits in their groups, which people compare with what they see elsewhere. */
const END_CHARACTERS = 7;

/**
 * An IBAN in groups of four, so that no digit is read over. Where it has no room, it is cut before its end. Viewers get
 * it without its middle.
 */
export function Iban({ iban }: { readonly iban: string }) {
  const text = iban.includes('…') ? iban : formatIban(iban);
  return (
    <span class="iban">
      <span>{text.slice(0, -END_CHARACTERS)}</span>
      <span>{text.slice(-END_CHARACTERS)}</span>
    </span>
  );
}
