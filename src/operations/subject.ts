import { TRANSACTION_ID } from '../kernel/ids.ts';

/** The transaction that a request is about, for its line in the log. */
export interface Subject {
  transactionId?: string;
  processId?: string;
}

/** The spelling of order ids. Any other text could hold a person's data by mistake. */
const PLAIN_NAME = /^[\w.:/#-]{1,64}$/;
const LIKE_IBAN = /[A-Z]{2}[-.]?\d{2}(?:[-.]?[A-Z0-9]){11,30}/i;
const LIKE_SECRET = /[\w/-]{40,}/;

/**
 * Records the ids in the valid input or the output of an operation. The first ids of a request are kept. A processId
 * that looks like an IBAN, a secret or a sentence is left out: no log holds these.
 */
export function noteSubject(subject: Subject | undefined, value: unknown): void {
  if (!subject || typeof value !== 'object' || value === null) return;
  const { transactionId, processId } = value as Readonly<Record<string, unknown>>;
  if (!subject.transactionId && typeof transactionId === 'string' && TRANSACTION_ID.test(transactionId))
    subject.transactionId = transactionId;
  if (!subject.processId && typeof processId === 'string' && isPlain(processId))
    subject.processId = processId;
}

function isPlain(processId: string): boolean {
  return PLAIN_NAME.test(processId) && !LIKE_IBAN.test(processId) && !LIKE_SECRET.test(processId);
}
