import { createHash } from 'node:crypto';
import { isOwnReason } from '../../transactions/domain/reason.ts';

export const AUDIT_ACTOR_KINDS = ['key', 'commandLine', 'payer'] as const;
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number];

export const AUDIT_TARGET_KINDS = [
  'client',
  'bank',
  'account',
  'blacklistEntry',
  'reasonTemplate',
  'bankProfile',
  'transaction',
  'event',
  'database',
  'statementFile',
  'statement',
  'statementLine',
  'matchPolicy',
  'payout',
  'payoutProfile',
  'payoutPolicy',
  'dayClosing',
] as const;

/** A command as the audit log names it: who gave it, from where and when. */
export interface AuditOrigin {
  readonly occurredAtMs: number;
  readonly actorKind: AuditActorKind;
  /** The appKey, or the user of the operating system; null for a payer, who has a link and no name. */
  readonly actor: string | null;
  /** The address of the client; null for the command line. */
  readonly address: string | null;
  readonly operation: string;
  /** Null for the command line. */
  readonly requestId: string | null;
}

/** Values of a target, for people. They hold no secret, and no name and no IBAN of a payer. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** The change that a command made, for the audit log. */
export interface AuditChange {
  readonly targetKind: (typeof AUDIT_TARGET_KINDS)[number];
  readonly targetId: string;
  /** Null when the target is new, or is no stored row. */
  readonly before: AuditValues | null;
  /** Null when the target was removed. */
  readonly after: AuditValues | null;
}

/** One row of the audit log, as it is stored. */
export interface AuditRow extends AuditOrigin, Pick<AuditChange, 'targetKind' | 'targetId'> {
  /** 1, 2, 3, … without a gap, in the order of commits. */
  readonly position: number;
  /** JSON. */
  readonly before: string | null;
  /** JSON. */
  readonly after: string | null;
  /** The hash of the row before it. */
  readonly previousHash: string;
  readonly hash: string;
}

/** The end of the log: the position and the hash of its last row. */
export type AuditTip = Pick<AuditRow, 'position' | 'hash'>;

/** The hash before the first row. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** Returns the hash of a row: SHA-256 over the hash of the row before it and all its values, as one JSON array. */
export function hashAuditRow(row: Omit<AuditRow, 'hash'>): string {
  const text = JSON.stringify([
    row.previousHash,
    row.position,
    row.occurredAtMs,
    row.actorKind,
    row.actor,
    row.address,
    row.operation,
    row.requestId,
    row.targetKind,
    row.targetId,
    row.before,
    row.after,
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** Makes the rows of commands, each chained to the one before it. */
export function chainAuditRows(
  { position: lastPosition, hash: lastHash }: AuditTip,
  entries: readonly (AuditOrigin & AuditChange)[],
): AuditRow[] {
  let previousHash = lastHash;
  return entries.map(({ before, after, ...entry }, index) => {
    const values = { before: before && JSON.stringify(before), after: after && JSON.stringify(after) };
    const unsealed = { ...entry, ...values, position: lastPosition + index + 1, previousHash };
    const row = { ...unsealed, hash: hashAuditRow(unsealed) };
    previousHash = row.hash;
    return row;
  });
}

/** Whether a command changed any value of its target. */
export function changesTarget({ before, after }: AuditChange): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

const FINGERPRINT_CHARACTERS = 12;

/** Returns a URL with a fingerprint in place of its query, which can hold a token of its owner. */
export function maskQuery(url: string): string {
  const [address = '', ...query] = url.split('?');
  if (query.length === 0) return address;
  const digest = createHash('sha256').update(query.join('?')).digest('hex');
  return `${address}?sha256=${digest.slice(0, FINGERPRINT_CHARACTERS)}`;
}

/** Returns the first and the last four characters of an IBAN, by which someone who knows the IBAN recognizes it. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)}…${iban.slice(-4)}`;
}

const HAS_WORDS = '[in the history]';

/**
 * Returns a reason of the service unchanged, and a placeholder for the text of a person. Such a text can name a payer,
 * and a row of this log can never be changed. The history of the transaction has the text.
 */
export function maskReason(reason: string): string {
  return isOwnReason(reason) ? reason : HAS_WORDS;
}

/** Returns the first character of a name. */
export function maskName(name: string): string {
  return `${Array.from(name)[0] ?? ''}…`;
}
