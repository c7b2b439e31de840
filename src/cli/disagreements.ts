import type { AccountUse } from '../domain/bank.ts';
import type { CountersDisagreement, Disagreement, Note } from '../domain/consistency.ts';
import { COUNTER_SUMS } from '../domain/counters.ts';
import type { RepairDone } from '../domain/repair.ts';
import { formatDay } from '../domain/time-zone.ts';

/** Columns that are not printed: people may have written them, or they are long. The table `repairs` has them. */
const HIDDEN_COLUMNS = ['reason', 'status_reason', 'error'];

/** Describes a disagreement in one line, which names ids and nothing private. */
export function describeDisagreement(found: Disagreement): string {
  switch (found.kind) {
    case 'file':
      return `The file is damaged: ${found.message}`;
    case 'row-without-event':
      return `Transaction ${found.transactionId} is ${found.status} with sequence ${found.sequence}, and no event says so.`;
    case 'row-differs':
      return `Transaction ${found.transactionId} with sequence ${found.sequence} differs from its last event.`;
    case 'reference':
      return `Transaction ${found.transactionId} has a reference with a wrong check character, or may have none.`;
    case 'folded-names':
      return `Transaction ${found.transactionId} would not be found by its names: they differ from what the search compares.`;
    case 'key-missing':
      return `Transaction ${found.transactionId} has no key in ${found.table}: a second one could be created.`;
    case 'key-left':
      return `A key in ${found.table} names transaction ${found.transactionId}, which does not have it.`;
    case 'event-without-transaction':
      return `Event ${found.eventId} belongs to transaction ${found.transactionId}, which does not exist.`;
    case 'event-orphan':
      return `Event ${found.eventId} has sequence ${found.sequence}, which transaction ${found.transactionId} has not reached.`;
    case 'event-gap':
      return `The event before event ${found.eventId} of transaction ${found.transactionId}, which has sequence ${found.sequence}, is missing.`;
    case 'event-chain':
      return `Event ${found.eventId} of transaction ${found.transactionId} does not begin with the status that the one before it ended with.`;
    case 'event-kind':
      return `Event ${found.eventId} of transaction ${found.transactionId} is no transition of the transition table.`;
    case 'event-client':
      return `Event ${found.eventId} has a different client than transaction ${found.transactionId}.`;
    case 'callback-without-event':
      return `There is a callback for event ${found.eventId}, which does not exist.`;
    case 'callback-differs':
      return `The callback for event ${found.eventId} has a different client, transaction or sequence than the event.`;
    case 'callback-untried':
      return `The callback for event ${found.eventId} is delivered or given up, but was never attempted.`;
    case 'callback-done-due':
      return `The callback for event ${found.eventId} is delivered or given up, but still due.`;
    case 'callback-lease':
      return `The callback for event ${found.eventId} is claimed, and the claim has no end.`;
    case 'callback-stalled':
      return `The callback for event ${found.eventId} of transaction ${found.transactionId} is next in order, but not due.`;
    case 'callback-out-of-turn':
      return `The callback for event ${found.eventId} of transaction ${found.transactionId} is due before an earlier one is done.`;
    case 'callback-of-undone':
      return `There is a callback for event ${found.eventId} of transaction ${found.transactionId}, which was undone or undoes another one.`;
    case 'callback-held':
      return `The callback for event ${found.eventId} is due or was sent, although the event is held back.`;
    case 'hold-without-event':
      return `There is a hold of event ${found.eventId}, which does not exist.`;
    case 'hold-differs':
      return `The hold of event ${found.eventId} has a different client or transaction than the event.`;
    case 'hold-of-undone':
      return `Event ${found.eventId} of transaction ${found.transactionId} is held back, although it was undone or undoes another one.`;
    case 'attempt-without-event':
      return `Attempt ${found.position} belongs to event ${found.eventId}, which does not exist.`;
    case 'attempt-differs':
      return `Attempt ${found.position} has a different client or transaction than event ${found.eventId}.`;
    case 'counters':
      return `${describeCounters(found)}: ${listDifferences(found)}.`;
    case 'account-use': {
      const { stored, expected, accountId } = found;
      return `Account ${accountId} counts ${describeUse(stored)} instead of ${describeUse(expected)}.`;
    }
    case 'account-order':
      return `Account ${found.accountId} cannot have place ${found.stored.assignedOrder} in the order of assignments.`;
    case 'line-state':
      return `Line ${found.id} of a bank statement does not have the state of its decision.`;
    case 'line-settlement':
      return `A decision about line ${found.id} of a bank statement does not fit the events of its transaction.`;
    case 'file-count':
      return `The file ${found.id} of a bank counts other lines than are stored of it.`;
    case 'audit-missing':
      return found.count === 1
        ? `Row ${found.position} of the audit log is missing.`
        : `Rows ${found.position} to ${found.position + found.count - 1} of the audit log are missing.`;
    case 'audit-changed':
      return `Row ${found.position} of the audit log does not have the hash of its values: it was changed.`;
    case 'audit-chain':
      return `Row ${found.position} of the audit log is not chained to the rows around it: it or the one before it was replaced.`;
  }
}

/** The effect of a repair on each kind of disagreement. */
export const REMEDIES: Readonly<Record<Disagreement['kind'], string>> = {
  file: 'nothing: stop the service and restore the backup.',
  'row-without-event':
    'writes the events that are missing, and their callbacks if the client has a callbackUrl now; a sequence without a transition is set back to that of the last event.',
  'row-differs': 'sets the transaction to what its last event says.',
  reference: 'removes the reference: what its payer wrote is found by amount and name.',
  'folded-names': 'stores the names for the search anew.',
  'key-missing': 'stores the key, if no other transaction has it.',
  'key-left': 'removes the key.',
  'event-without-transaction': 'removes the event and its callback.',
  'event-orphan':
    'removes the event and its callback; if that was attempted, sets the transaction to what the event says instead.',
  'event-gap': 'writes the missing event, if the transition table leaves no choice.',
  'event-chain': 'sets the status that the event begins with, if the transition table has such a transition.',
  'event-kind': 'sets the kind of the event, if the transition table has such a transition.',
  'event-client': 'gives the event to the client of the transaction.',
  'callback-without-event': 'removes the callback.',
  'callback-differs': 'gives the callback the values of its event.',
  'callback-untried': 'delivers the callback.',
  'callback-done-due': 'makes the callback no longer due.',
  'callback-lease': 'ends the claim.',
  'callback-stalled': 'makes the callback due.',
  'callback-out-of-turn': 'lets the callback wait for the earlier one.',
  'callback-of-undone':
    'removes the callback if it was never attempted. One that was stays, for a person to decide.',
  'callback-held': 'ends the hold.',
  'hold-without-event': 'ends the hold.',
  'hold-differs': 'ends the hold.',
  'hold-of-undone': 'ends the hold.',
  'attempt-without-event': 'removes the attempt.',
  'attempt-differs': 'gives the attempt the values of its event.',
  counters: 'sets the counters to the sums.',
  'account-use': 'sets the use of the account to the sum of its deposits.',
  'line-state': 'nothing: compare the line with its decisions, and put it away or undo it.',
  'line-settlement': 'nothing: compare the line with the events of its transaction.',
  'file-count': 'nothing: import the file again from the bank, with one more day.',
  'audit-missing': 'nothing: find out who removed it, and compare with a backup.',
  'audit-changed': 'nothing: find out who changed it, and compare with a backup.',
  'audit-chain': 'nothing: find out who changed it, and compare with a backup.',
  'account-order': 'gives the account the first place, or none if no deposit was ever assigned to it.',
};

/** Describes a note in one line. */
export function describeNote({ clientId, count }: Note): string {
  const events = count === 1 ? 'event' : 'events';
  return `Note: client ${clientId} has ${count} ${events} without a callback between events with one. That is right if its callbackUrl was cleared for a while.`;
}

/** Describes a repair that was done in one line, which names ids and nothing private. */
export function describeRepair({ kind, subject, before, after }: RepairDone): string {
  const columns = Object.keys({ ...before, ...after }).filter((column) => !HIDDEN_COLUMNS.includes(column));
  const changes = columns
    .filter((column) => before?.[column] !== after?.[column])
    .map((column) => {
      if (!before || !after) return `${column} ${(after ?? before)?.[column] ?? '-'}`;
      return `${column} ${before[column] ?? '-'} -> ${after[column] ?? '-'}`;
    });
  return [`${kind} ${subject}`, ...(changes.length > 0 ? [changes.join(', ')] : [])].join(': ');
}

function describeUse({ pendingMinor, paidMinor, paidDay }: AccountUse): string {
  return `${pendingMinor} pending and ${paidMinor} paid on ${formatDay(paidDay)}`;
}

function describeCounters({ day, clientId, bankId, type }: CountersDisagreement): string {
  return `Counters of ${formatDay(day)}, client ${clientId}, bank ${bankId}, ${type}`;
}

function listDifferences({ stored, expected }: CountersDisagreement): string {
  if (!stored) return 'they are missing, but there are transactions';
  if (!expected) return 'there are no transactions for them';
  return COUNTER_SUMS.filter((sum) => stored[sum] !== expected[sum])
    .map((sum) => `${sum} is ${stored[sum]} instead of ${expected[sum]}`)
    .join(', ');
}
