import type { Command, Help } from 'commander';
import { PROGRAM } from './command.ts';

/** A word that can follow after some others: a command, or an option. */
interface Choice {
  readonly word: string;
  readonly help: string;
}

/** The words of a call, and what can follow them. */
interface Place {
  readonly words: readonly string[];
  readonly choices: readonly Choice[];
}

/** The programs that complete words, each with a printer of its script. */
const PRINTERS: Readonly<Record<string, (places: readonly Place[]) => string>> = { bash, zsh, fish };

export const SHELLS: readonly string[] = Object.keys(PRINTERS);

/**
 * Prints the script with which a shell completes the commands and options of the program, longest calls first.
 * @returns undefined for a shell that is not known.
 */
export function printCompletion(program: Command, shell: string): string | undefined {
  const places = placesOf(program, program.createHelp(), []);
  return PRINTERS[shell]?.(places.sort((one, other) => other.words.length - one.words.length));
}

function placesOf(command: Command, help: Help, words: readonly string[]): Place[] {
  const inside = help.visibleCommands(command);
  const options = help.visibleOptions(command).flatMap((option) => {
    return option.long ? [{ word: option.long, help: firstSentence(option.description) }] : [];
  });
  const names = inside.map((one) => ({ word: one.name(), help: firstSentence(one.description()) }));
  const deeper = inside.flatMap((one) => placesOf(one, help, [...words, one.name()]));
  return [{ words, choices: [...names, ...options] }, ...deeper];
}

const firstSentence = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/[.](?: .*)?$/, '');

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Matches the words before the one that is completed, each with a blank before and behind it. */
const pattern = ({ words }: Place) => (words.length === 0 ? "' '" : `${quote(` ${words.join(' ')} `)}*`);

/** Leaves out options, so that a command is known wherever they stand. */
const PLACE = [
  '  local given="" word',
  '  for word in $WORDS; do',
  '    case "$word" in -*) ;; *) given="$given $word" ;; esac',
  '  done',
];

function bash(places: readonly Place[]): string {
  const cases = places.map(
    (place) => `    ${pattern(place)}) found=${quote(place.choices.map(({ word }) => word).join(' '))} ;;`,
  );
  return [
    '_bank_transfers() {',
    ...PLACE.map((line) => line.replace('$WORDS', `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)),
    '  local found=""',
    '  case "$given " in',
    ...cases,
    '  esac',
    `  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    `complete -o default -F _bank_transfers ${PROGRAM}\n`,
  ].join('\n');
}

function zsh(places: readonly Place[]): string {
  const cases = places.map((place) => {
    const choices = place.choices.map(({ word, help }) => quote(`${word}:${help}`));
    return `    ${pattern(place)}) found=(${choices.join(' ')}) ;;`;
  });
  return [
    `#compdef ${PROGRAM}`,
    '_bank_transfers() {',
    ...PLACE.map((line) => line.replace('$WORDS', `"\${(@)words[2,CURRENT-1]}"`)),
    '  local -a found',
    '  case "$given " in',
    ...cases,
    '  esac',
    '  _describe -o command found || _files',
    '}',
    `compdef _bank_transfers ${PROGRAM}\n`,
  ].join('\n');
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ words, choices }) => {
    const commands = choices.filter(({ word }) => !word.startsWith('-')).map(({ word }) => word);
    const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
    const here = words.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
    const next =
      words.length > 0 && commands.length > 0
        ? `; and not __fish_seen_subcommand_from ${commands.join(' ')}`
        : '';
    return choices.map(({ word, help }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c ${PROGRAM} -n ${quote(here + next)} ${what} -d ${fishQuote(help)}`;
    });
  });
  return `${lines.join('\n')}\n`;
}

/** In fish a quoted text has escapes of its own. */
const fishQuote = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
