import { formatIban } from '../format.ts';

/** The last six digits and the space between their groups. People compare them with what they see elsewhere. */
const END_CHARACTERS = 7;

/**
 * An IBAN in groups of four, so that nobody overlooks a digit. If there is not enough room, it is shortened before its
 * last digits. Viewers get it without its middle.
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
