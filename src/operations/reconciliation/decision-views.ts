import { z } from 'zod';
import type { Candidate, Reason } from '../../domain/matching/reasons.ts';
import { minorToAmount } from '../../domain/money.ts';
import { ACTOR_KINDS } from '../../domain/transition.ts';
import { amountOut, formatTimestamp, graphqlTypes, timestampOut } from '../fields.ts';
import { transactionDetail } from '../transactions/views.ts';
import type { LinePayments, StoredDecision, StoredLine } from './read-store.ts';

/** Why a transaction fits a line, or does not. */
export const reasonView = z.object({
  /** A word that surfaces translate: `reference`, `amount-differs`. */
  code: z.string(),
  /** The value that belongs to the code: a reference, an amount with its currency's decimals, a number of days, an account. */
  detail: z.string().nullable(),
  /** The lines that the reason is about, beside the one that is decided about. */
  lineIds: z.array(z.string()),
  /** The transactions that the reason is about, where they are several. */
  transactionIds: z.array(z.string()),
});

/** A transaction that a line may belong to. */
export const candidateView = z.object({
  transaction: transactionDetail,
  reasons: z.array(reasonView),
  /** 1 for the likeliest. Candidates that fit equally have the same rank. */
  rank: z.number(),
  /** The lines that have paid it. While there are any, no other line can. */
  paidByLineIds: z.array(z.string()),
  /** The other open lines that name it as this one does. They can be confirmed together. */
  otherLineIds: z.array(z.string()),
  /** The sum of this line and those; null without any. */
  sumWithOthers: amountOut.nullable(),
});

export type CandidateView = z.infer<typeof candidateView>;

/** A decision about a line. */
export const decisionView = z.object({
  decisionId: z.string(),
  state: z.string(),
  /** The rule that decided; `operator` for a person. */
  rule: z.string(),
  evidence: z.array(reasonView),
  transactionId: z.string().nullable(),
  actor: z.enum(ACTOR_KINDS).register(graphqlTypes, { name: 'ActorKind' }),
  note: z.string().nullable(),
  decidedAt: timestampOut,
  undoneAt: timestampOut.nullable(),
  undoReason: z.string().nullable(),
});

type Detail = z.infer<typeof transactionDetail>;

/** Names an account of ours by its id, for people. */
export type AccountOf = (accountId: string) => string;

interface CandidateFacts {
  /** The line that they are candidates of. */
  readonly line: StoredLine;
  readonly details: ReadonlyMap<string, Detail>;
  readonly payments: readonly LinePayments[];
  readonly accountOf: AccountOf;
}

/** Views the candidates that still exist. */
export function viewCandidates(
  candidates: readonly Candidate[],
  { line, details, payments, accountOf }: CandidateFacts,
): CandidateView[] {
  return candidates.flatMap(({ transactionId, reasons, rank }) => {
    const transaction = details.get(transactionId);
    if (!transaction) return [];
    const known = payments.find((one) => one.transactionId === transactionId);
    const paying = known?.paying.filter(({ id }) => id !== line.id) ?? [];
    const naming = paying.length === 0 ? (known?.naming ?? []) : [];
    const others = naming.filter(({ id }) => id !== line.id);
    const sumMinor = naming.reduce((sum, one) => sum + one.line.amountMinor, 0);
    return [
      {
        ...{ transaction, rank },
        reasons: reasons.map((reason) => viewReason(reason, accountOf)),
        paidByLineIds: paying.map(({ id }) => id),
        otherLineIds: others.map(({ id }) => id),
        sumWithOthers: others.length > 0 ? minorToAmount(sumMinor) : null,
      },
    ];
  });
}

export function viewDecision(decision: StoredDecision, accountOf: AccountOf): z.infer<typeof decisionView> {
  const { id: decisionId, state, rule, evidence, transactionId, actor, note, decidedAtMs, undone } = decision;
  return {
    ...{ decisionId, state, rule, transactionId, note, actor: actor.kind },
    evidence: evidence.map((reason) => viewReason(reason, accountOf)),
    decidedAt: formatTimestamp(decidedAtMs),
    undoneAt: undone && formatTimestamp(undone.atMs),
    undoReason: undone?.reason ?? null,
  };
}

/** The field of a reason that its detail shows. */
const DETAILS = [
  'reference',
  'typed',
  'differenceMinor',
  'sumMinor',
  'grade',
  'days',
  'state',
  'currency',
  'mark',
  'word',
  'byLineId',
  'bankAccountId',
  'transactionId',
] as const;

export function viewReason({ code, ...values }: Reason, accountOf: AccountOf): z.infer<typeof reasonView> {
  const given: Readonly<Record<string, unknown>> = values;
  const name = DETAILS.find((detail) => given[detail] !== undefined && given[detail] !== null);
  const named = { lineIds: listOf(given.lineIds), transactionIds: listOf(given.transactionIds) };
  if (name === undefined) return { code, detail: null, ...named };
  const value = given[name];
  if (name === 'bankAccountId') return { code, detail: accountOf(String(value)), ...named };
  const isAmount = name.endsWith('Minor') && typeof value === 'number';
  return { code, detail: isAmount ? minorToAmount(value).toFixed(2) : String(value), ...named };
}

function listOf(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}
