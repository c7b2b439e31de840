import type { AuditFieldsFragment } from '../gql/graphql.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';

export type AuditRow = AuditFieldsFragment;

/** Returns who gave a command: the key, the user of the machine, or a payer. */
export function actorOf({ actorKind, actor }: AuditRow): string {
  const t = adminTexts().audit;
  if (actorKind === 'payer') return t.payer;
  return actorKind === 'commandLine' ? t.onCommandLine(actor ?? '') : (actor ?? '–');
}

/** Returns what a command does, in words. */
export function operationOf(operation: string): string {
  return adminTexts().audit.operations[operation] ?? operation;
}

/** Returns what a command was given for, in words. */
export function targetOf(kind: string): string {
  return adminTexts().audit.targets[kind] ?? kind;
}

/** Returns the name of a value, in words. */
export function fieldOf(name: string): string {
  return adminTexts().audit.fields[name] ?? name;
}

/** Returns a stored value for people. */
export function shownValue(value: unknown): string {
  const { yes, no, none, status, roles } = texts().ui;
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.map(shownValue).join(', ') || none;
  if (typeof value !== 'string') return JSON.stringify(value);
  const words: Readonly<Record<string, string>> = { ...status, ...roles, ...adminTexts().blacklist.kinds };
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}
