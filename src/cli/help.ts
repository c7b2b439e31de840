import type { Command, Parameter } from './command.ts';
import { alignCells } from './table.ts';

/** The name that people call the program by. */
export const PROGRAM = 'bank-transfers';

const COMMON: readonly (readonly [string, string])[] = [
  ['--json', 'Print one JSON document for machines.'],
  ['--help', 'Show this.'],
];

/** How a message names a parameter. */
export function label({ kind, name }: Parameter): string {
  return kind === 'argument' ? `<${name}>` : `--${name}`;
}

function spell(parameter: Parameter): string {
  if (parameter.kind === 'argument') return parameter.placeholder;
  return parameter.kind === 'flag' ? label(parameter) : `${label(parameter)} ${parameter.placeholder}`;
}

/** How a command is called, on one line. */
export function usageOf(command: Command): string {
  const parts = command.parameters.map((parameter) => {
    if (parameter.required) return spell(parameter);
    return `[${spell(parameter)}]${parameter.multiple ? '...' : ''}`;
  });
  return [PROGRAM, command.name, ...parts, '[--json]'].join(' ');
}

/** All about one command. */
export function commandHelp(command: Command): string {
  const rows = [
    ...command.parameters.map((parameter) => [spell(parameter), parameter.help] as const),
    ...COMMON,
  ];
  return [
    command.summary,
    '',
    `Usage: ${usageOf(command)}`,
    '',
    ...indentRows(rows),
    '',
    'Example:',
    `  ${PROGRAM} ${command.example}`,
    '',
  ].join('\n');
}

/** Which commands there are, all or those of one noun. */
export function listHelp(commands: readonly Command[], noun?: string): string {
  const usage = noun === undefined ? '<noun> <verb>' : `${noun} <verb>`;
  const environment =
    'It works on the database of DATABASE_URL, beside a running service too, with the settings that the service has.';
  return [
    ...(noun === undefined ? ['Manages a bank-transfers service.', environment, ''] : []),
    `Usage: ${PROGRAM} ${usage} [options]`,
    '',
    ...indentRows(commands.map(({ name, summary }) => [name, summary] as const)),
    '',
    `More about one of them: ${PROGRAM} ${usage} --help`,
    '',
  ].join('\n');
}

function indentRows(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map((row) => `  ${alignCells(row, [width])}`);
}
