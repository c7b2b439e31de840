import type { AccountUse } from '../../banks/domain/bank.ts';
import { formatDay } from '../../kernel/time-zone.ts';
import type { CountersDisagreement, Disagreement, Note } from '../../maintenance/domain/consistency.ts';
import { COUNTER_SUMS } from '../../transactions/domain/counters.ts';

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
    case 'plan-without-transaction':
      return `There is a planned decision about transaction ${found.transactionId}, which does not exist.`;
    case 'plan-differs':
      return `The planned decision about transaction ${found.transactionId} does not fit its client or its status.`;
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
    case 'file-taken-back':
      return `The file ${found.id} of a bank was taken back, and still has lines, or does not say by whom and why.`;
    case 'payout-content':
      return `Payout batch ${found.batchId} does not contain what its count, sum and hash say.`;
    case 'payout-approval':
      return `Payout batch ${found.batchId} is approved, but nobody else than its maker has approved what it contains.`;
    case 'payout-file':
      return `The file of payout batch ${found.batchId} is missing, changed, or of another content.`;
    case 'payout-row':
      return `Payout batch ${found.batchId} holds what is no pending withdrawal and no open refund.`;
    case 'refund':
      return `Refund ${found.id} is above the amount of its line, or does not fit the states of that line and of its rows in batches.`;
    case 'day-closing':
      return `Closing ${found.number} of ${found.day} does not have the figures of its hash, or does not follow the one before.`;
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

/** Describes a note in one line. */
export function describeNote({ clientId, count }: Note): string {
  const events = count === 1 ? 'event' : 'events';
  return `Note: client ${clientId} has ${count} ${events} without a callback between events with one. That is right if its callbackUrl was cleared for a while.`;
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
