import { DAY_MS } from '../domain/bank.ts';
import {
  COUNTER_SUMS,
  type CountersDisagreement,
  type Disagreement,
  type Note,
  type RepairDone,
} from '../domain/consistency.ts';

/** What a person may have written, or is long: what was changed about it is in the table of repairs. */
const UNSAID = ['reason', 'status_reason', 'error'];

/** What is wrong, in one line that names ids and nothing private. */
export function describeDisagreement(found: Disagreement): string {
  switch (found.kind) {
    case 'file':
      return `The file is damaged: ${found.message}`;
    case 'row-without-event':
      return `Transaction ${found.transactionId} is ${found.status} with sequence ${found.sequence}, and no event says so.`;
    case 'row-differs':
      return `Transaction ${found.transactionId} with sequence ${found.sequence} is not as its last event left it.`;
    case 'event-without-transaction':
      return `Event ${found.eventId} is of transaction ${found.transactionId}, which does not exist.`;
    case 'event-orphan':
      return `Event ${found.eventId} has sequence ${found.sequence}, which transaction ${found.transactionId} has not reached.`;
    case 'event-gap':
      return `Of transaction ${found.transactionId} the event before ${found.eventId} with sequence ${found.sequence} is missing.`;
    case 'event-chain':
      return `Event ${found.eventId} of transaction ${found.transactionId} does not begin where the one before it ended.`;
    case 'event-kind':
      return `Event ${found.eventId} of transaction ${found.transactionId} is no change that there can be.`;
    case 'event-client':
      return `Event ${found.eventId} has another client than transaction ${found.transactionId}.`;
    case 'callback-without-event':
      return `There is a callback of event ${found.eventId}, which does not exist.`;
    case 'callback-differs':
      return `The callback of event ${found.eventId} has another client, transaction or sequence than the event.`;
    case 'callback-untried':
      return `The callback of event ${found.eventId} is done, but was never tried.`;
    case 'callback-done-due':
      return `The callback of event ${found.eventId} is done, and due all the same.`;
    case 'callback-lease':
      return `The callback of event ${found.eventId} is claimed for no time.`;
    case 'callback-stalled':
      return `The callback of event ${found.eventId} of transaction ${found.transactionId} waits for nothing.`;
    case 'callback-out-of-turn':
      return `The callback of event ${found.eventId} of transaction ${found.transactionId} is due before its turn.`;
    case 'attempt-without-event':
      return `Attempt ${found.position} is of event ${found.eventId}, which does not exist.`;
    case 'attempt-differs':
      return `Attempt ${found.position} has another client or transaction than event ${found.eventId}.`;
    case 'counters':
      return `${nameCounters(found)}: ${differences(found)}.`;
    case 'account-use': {
      const { stored, expected, accountId } = found;
      return `Account ${accountId} counts ${stored.usedMinor} on ${dayName(stored.usedDay)}: it is ${expected.usedMinor} on ${dayName(expected.usedDay)}.`;
    }
    case 'account-order':
      return `Account ${found.accountId} has place ${found.stored.assignedOrder} in the order of assignments, which it cannot have.`;
  }
}

/** What a repair does about each kind. */
export const REMEDIES: Readonly<Record<Disagreement['kind'], string>> = {
  file: 'nothing: stop the service and restore the backup.',
  'row-without-event':
    'writes the events that are missing, and their callbacks if the client has a callbackUrl now; a sequence without a change goes back to that of the last event.',
  'row-differs': 'sets the transaction to what its last event says.',
  'event-without-transaction': 'removes the event and its callback.',
  'event-orphan':
    'removes the event and its callback; if that was tried, it changes the transaction as the event says.',
  'event-gap': 'writes the event that is missing, if the table of transitions leaves no choice.',
  'event-chain': 'sets where the event begins, if the table of transitions has such a change.',
  'event-kind': 'sets the kind of the event, if the table of transitions has such a change.',
  'event-client': 'gives the event to the client of the transaction.',
  'callback-without-event': 'removes the callback.',
  'callback-differs': 'gives the callback what its event has.',
  'callback-untried': 'delivers it.',
  'callback-done-due': 'takes its time away.',
  'callback-lease': 'ends the claim.',
  'callback-stalled': 'makes it due.',
  'callback-out-of-turn': 'lets it wait for its turn.',
  'attempt-without-event': 'removes the attempt.',
  'attempt-differs': 'gives the attempt what its event has.',
  counters: 'sets the counters to the sums.',
  'account-use': 'sets the use of the account to the sum.',
  'account-order': 'gives the account the first place, or none if no deposit was ever assigned to it.',
};

/** What is worth a look, in one line. */
export function describeNote({ clientId, count }: Note): string {
  const events = count === 1 ? 'event has' : 'events have';
  return `Note: of client ${clientId} ${count} ${events} no callback, between others with one: as it is where its callbackUrl was cleared for a while.`;
}

/** What a repair did, in one line that names ids and nothing private. */
export function describeRepair({ kind, subject, before, after }: RepairDone): string {
  const columns = Object.keys({ ...before, ...after }).filter((column) => !UNSAID.includes(column));
  const changes = columns
    .filter((column) => before?.[column] !== after?.[column])
    .map((column) => {
      if (!before || !after) return `${column} ${(after ?? before)?.[column] ?? '-'}`;
      return `${column} ${before[column] ?? '-'} -> ${after[column] ?? '-'}`;
    });
  return [`${kind} ${subject}`, ...(changes.length > 0 ? [changes.join(', ')] : [])].join(': ');
}

function nameCounters({ day, clientId, bankId, type }: CountersDisagreement): string {
  return `Counters of ${dayName(day)}, client ${clientId}, bank ${bankId}, ${type}`;
}

function differences({ stored, expected }: CountersDisagreement): string {
  if (!stored) return 'there are none, but there are transactions';
  if (!expected) return 'there are some, but there are no transactions';
  return COUNTER_SUMS.filter((sum) => stored[sum] !== expected[sum])
    .map((sum) => `${sum} is ${stored[sum]} instead of ${expected[sum]}`)
    .join(', ');
}

function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
