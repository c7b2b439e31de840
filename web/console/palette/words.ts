import { formatDay, formatShortTimestamp } from '../format.ts';
import { paletteTexts } from '../texts/palette.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { describePlan, outcomeOf } from '../transactions/labels.ts';
import type { FindQuery } from './gql/graphql.ts';

export type Found = FindQuery['search'];
export type FoundLine = Found['lines'][number];
export type FoundTransaction = Found['transactions'][number];

/** Describes the outcome of a line: who decided and when, or what it waits for. */
export function describeFoundLine(found: FoundLine): string {
  const t = paletteTexts();
  const { bookingDate, valueDate, direction } = found.line;
  const day = bookingDate ?? valueDate;
  const what = outcomeOfLine(found);
  if (!day) return what;
  return (direction === 'credit' ? t.came : t.went)(formatDay(day), what);
}

/** The states of lines that need no decision, except those that a person sets. */
const CLOSED: readonly string[] = ['fee', 'other-debit', 'replaced'];

function outcomeOfLine({ line, rule, actorName, note }: FoundLine): string {
  const t = paletteTexts();
  const states: Readonly<Record<string, string>> = reconciliationTexts().words.states;
  const { state, planned, direction } = line;
  const word = states[state] ?? state;
  const person = actorName ?? t.somebody;
  if (planned) return describePlan(planned);
  if (state === 'put-away') return t.putAway(person, note ?? '');
  if (state === 'pending') return t.notBooked;
  if (state === 'matched' && rule === 'operator') return t.byPerson(person);
  if (state === 'matched') return direction === 'credit' ? t.byRule : t.paidOutByRule;
  return CLOSED.includes(state) ? word : t.waits(word);
}

/** Describes the outcome of a transaction: who decided and when, or since when it waits. */
export function describeFoundTransaction({ transaction, lastChange }: FoundTransaction): string {
  const t = paletteTexts();
  const { createdAt, sentAt, planned, status } = transaction;
  if (planned) return describePlan(planned);
  if (status === 'pending')
    return sentAt ? t.saysSent(formatShortTimestamp(sentAt)) : t.waitsSince(formatShortTimestamp(createdAt));
  if (!lastChange) return outcomeOf(transaction);
  const { change, actor, name, occurredAt } = lastChange;
  const { changes, actors, changedBy } = texts().transactions;
  return t.ended(changedBy(changes[change], name ?? actors[actor]), formatShortTimestamp(occurredAt));
}
