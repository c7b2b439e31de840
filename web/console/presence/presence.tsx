import '../styles/presence.css';
import { initialsOf } from '../names.ts';
import { loadPresenceTexts, presenceTexts } from '../texts/presence.ts';
import { locale } from '../texts/texts.ts';
import { useViewers } from './others.ts';
import { usePresence } from './use-presence.ts';

await loadPresenceTexts();

const SHOWN = 3;

/**
 * Reports what this screen has open, and receives what others have open. A screen renders it once.
 * @param open the id of what is open here; null for nothing.
 */
export function Presence({ open }: { readonly open: string | null }) {
  usePresence(open);
  return null;
}

interface ViewersProps {
  /** The id of what they look at. */
  readonly id: string;
}

/** The initials of the other people who look at something, for its row. Screen readers read the sentence. */
export function ViewerMarks({ id }: ViewersProps) {
  const names = useViewers(id);
  if (names.length === 0) return null;
  const rest = names.length - SHOWN;
  const sentence = sentenceOf(names);
  return (
    <span class="lookers" title={sentence}>
      <span class="visually-hidden">{sentence}</span>
      {names.slice(0, SHOWN).map((name) => (
        <span key={name} class="avatar" data-initials={initialsOf(name)} aria-hidden="true" />
      ))}
      {rest > 0 && <span aria-hidden="true">+{rest}</span>}
    </span>
  );
}

/**
 * Names the people who look at what is open. It is rendered even if there are none, so that screen readers announce who
 * joins.
 */
export function ViewingNow({ id }: ViewersProps) {
  const names = useViewers(id);
  const sentence = names.length > 0 ? sentenceOf(names) : undefined;
  return (
    <p class="looking" role="status" title={sentence}>
      {sentence}
    </p>
  );
}

function sentenceOf(names: readonly string[]): string {
  const { looking, others } = presenceTexts();
  const rest = names.length - SHOWN;
  const said = rest > 1 ? [...names.slice(0, SHOWN), others(rest)] : names;
  return looking(new Intl.ListFormat(locale()).format(said), names.length);
}
