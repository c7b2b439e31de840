import type { AuditFieldsFragment } from '../admin/gql/graphql.ts';
import { formatAmount, formatCount, formatTimestamp } from '../format.ts';
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
export function operationOf({ operation, after }: Pick<AuditRow, 'operation' | 'after'>): string {
  const { operations, createTestKey } = adminTexts().audit;
  if (operation === 'createClient' && valuesOf(after).get('test') === true) return createTestKey;
  return operations[operation] ?? operation;
}

/** Reads the stored values before or after a command, by their names. */
export function valuesOf(json: string | null | undefined): ReadonlyMap<string, unknown> {
  const values: unknown = JSON.parse(json ?? '{}');
  return new Map(typeof values === 'object' && values !== null ? Object.entries(values) : []);
}

/** Returns the target of a command, in words. */
export function targetOf(kind: string): string {
  const words: Readonly<Record<string, string>> = adminTexts().audit.targets;
  return words[kind] ?? kind;
}

/** Returns the name of a value, in words. */
export function fieldOf(name: string): string {
  return adminTexts().audit.fields[name] ?? name;
}

const AMOUNTS = ['finalAmount', 'dailyLimit'];
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Returns a stored value in a form for people. */
export function shownValue(field: string, value: unknown): string {
  const { yes, no, none } = texts().ui;
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.map((item) => shownValue(field, item)).join(', ') || none;
  if (typeof value === 'number') return AMOUNTS.includes(field) ? formatAmount(value) : formatCount(value);
  if (typeof value === 'string') return TIME.test(value) ? formatTimestamp(value) : wordOf(value);
  const { minAmount, maxAmount }: Partial<Record<string, unknown>> = { ...value };
  if (typeof minAmount !== 'number' || typeof maxAmount !== 'number') return JSON.stringify(value);
  return adminTexts().banks.range(formatAmount(minAmount), formatAmount(maxAmount));
}

/** A word of the service in words of the console. */
function wordOf(word: string): string {
  const { transactions, templates, detail, ui } = texts();
  const { actions, reasons } = transactions;
  const labels = Object.entries(actions).map(([action, { label }]) => [action, label]);
  const words: Readonly<Record<string, string>> = {
    ...detail.callback,
    ...adminTexts().blacklist.kinds,
    ...templates.readers,
    ...Object.fromEntries(labels),
    ...reasons,
    ...ui.roles,
    ...ui.status,
    ...transactions.problems,
    blacklisted: transactions.problems.error_transaction_blacklisted,
  };
  return Object.hasOwn(words, word) ? (words[word] ?? word) : word;
}
