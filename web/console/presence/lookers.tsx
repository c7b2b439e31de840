import { initialsOf } from '../names.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { locale } from '../texts/texts.ts';

const SHOWN = 3;

interface LookersProps {
  readonly names: readonly string[];
}

/** Returns the sentence that names the other people who look at a line. */
export function sentenceOf(names: readonly string[]): string {
  const { looking, others } = reconciliationTexts().desk;
  const rest = names.length - SHOWN;
  const said = rest > 1 ? [...names.slice(0, SHOWN), others(rest)] : names;
  return looking(new Intl.ListFormat(locale()).format(said), names.length);
}

/** The initials of the people who look at a line, for its row, whose link has the sentence for screen readers. */
export function LookerMarks({ names }: LookersProps) {
  const rest = names.length - SHOWN;
  return (
    <span class="lookers" title={sentenceOf(names)} aria-hidden="true">
      {names.slice(0, SHOWN).map((name) => (
        <span key={name} class="avatar" data-initials={initialsOf(name)} />
      ))}
      {rest > 0 && `+${rest}`}
    </span>
  );
}

/** Says who looks at the open line. It is there without anybody, so that screen readers say who joins. */
export function LookingNow({ names }: LookersProps) {
  const sentence = names.length > 0 ? sentenceOf(names) : undefined;
  return (
    <p class="looking" role="status" title={sentence}>
      {sentence}
    </p>
  );
}
