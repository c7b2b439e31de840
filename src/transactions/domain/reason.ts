import { foldLetters, visibleText } from '../../kernel/fold-letters.ts';

/** The readers of a reason outside the desk. The merchant also reads all that the payer reads. */
export const READERS = ['payer', 'merchant', 'nobody'] as const;
export type Reader = (typeof READERS)[number];

/** The transitions for which there are templates of reasons. */
export const TEMPLATE_KINDS = ['reject', 'reverse', 'correct', 'cancel', 'putAway'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The most templates of one kind: each has a digit as its key. */
export const MAX_TEMPLATES_OF_KIND = 9;

/** A reason that operators give often. */
export interface ReasonTemplate {
  readonly id: string;
  readonly kind: TemplateKind;
  readonly text: string;
  readonly seenBy: Reader;
}

/** The reason that an operator gives for a transition. */
export interface GivenReason {
  readonly reason?: string | undefined;
  /** Its reader; the merchant by default. */
  readonly seenBy?: Reader | undefined;
}

/** The reason of a transition, in the form that is stored. */
export interface StoredReason {
  /** The reason for the client: the text of the operator, or the plain word of the transition. */
  readonly reason: string | null;
  /** The text of the operator, if only the desk may read it. */
  readonly internalReason: string | null;
  /** Null when the operator did not choose. */
  readonly seenBy: Reader | null;
}

/** The service's own reasons of transitions. All others are the words of a person. */
export const OWN_REASONS = [
  'expired',
  'cancelled_by_client',
  'cancelled_by_payer',
  'rejected_by_operator',
  'reversed',
] as const;
type OwnReason = (typeof OWN_REASONS)[number];

export function isOwnReason(reason: string): boolean {
  return OWN_REASONS.some((own) => own === reason);
}

/**
 * Whether the words of a person read like a reason of the service: an operator who used one would misstate who acted.
 * Blanks at the ends, characters that show nothing, case and width make no difference.
 */
export function isReservedReason(words: string): boolean {
  return isOwnReason(foldLetters(visibleText(words)).toLowerCase());
}

/** The part of a command that decides its reason. */
type ReasonedCommand =
  | ({ readonly kind: 'settle' | 'correct' | 'reject' | 'reverse' } & GivenReason)
  | ({ readonly kind: 'cancel'; readonly by: 'client' | 'payer' } & GivenReason)
  | { readonly kind: 'expire' };

/** Decides which reason of a command is stored, and who can read it. */
export function reasonToStore(command: ReasonedCommand): StoredReason {
  const given = command.kind === 'expire' ? undefined : command.reason;
  if (command.kind === 'expire' || given === undefined)
    return { reason: plainReason(command), internalReason: null, seenBy: null };
  const { seenBy = null } = command;
  if (seenBy === 'nobody') return { reason: plainReason(command), internalReason: given, seenBy };
  return { reason: given, internalReason: null, seenBy };
}

/** The reason of a transition without a text of an operator. */
function plainReason(command: ReasonedCommand): OwnReason | null {
  switch (command.kind) {
    case 'settle':
    case 'correct':
      return null;
    case 'reject':
      return 'rejected_by_operator';
    case 'reverse':
      return 'reversed';
    case 'cancel':
      return `cancelled_by_${command.by}`;
    case 'expire':
      return 'expired';
  }
}
