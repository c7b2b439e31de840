import { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import { amountOut, formatTimestamp, oneOf, timestampOut, viewType } from '../operations/fields.ts';
import { project } from '../operations/project.ts';
import { ACTOR_KINDS } from '../transactions/domain/transition.ts';
import { transactionDetail } from '../transactions/views.ts';
import type { Candidate, Reason } from './domain/matching/reasons.ts';
import type { LinePayments, StoredDecision, StoredLine } from './read-store.ts';

/** Why a transaction fits a line, or does not. */
export const reasonView = viewType('MatchReason', 'Why a transaction fits a line, or does not.', {
  code: z.string().describe('The code of the reason.'),
  detail: z.string().nullable().describe('A detail for the code, such as a reference or an amount.'),
  lineIds: z
    .array(z.string())
    .describe('The lines that the reason is about, in addition to the one that is decided about.'),
  transactionIds: z
    .array(z.string())
    .describe('The transactions that the reason is about, if there are several.'),
});

/** A transaction that a line may belong to. */
export const candidateView = viewType('MatchCandidate', 'A transaction that a line may belong to.', {
  transaction: transactionDetail.describe('The transaction.'),
  reasons: z.array(reasonView).describe('Why it fits, and where it does not.'),
  rank: z.number().describe('Its place, 1 for the likeliest. Candidates that fit equally have the same.'),
  paidByLineIds: z
    .array(z.string())
    .describe('The lines that have paid it. While there are any, no other line can.'),
  otherLineIds: z
    .array(z.string())
    .describe(
      'The other open lines that name it and whose money is not in doubt. They can be confirmed together with this one, unless the money of this one is in doubt.',
    ),
  sumWithOthers: amountOut
    .nullable()
    .describe('The sum of this line and the other ones that name it; null without any.'),
});

export type CandidateView = z.infer<typeof candidateView>;

/** A decision about a line. */
export const decisionView = viewType(
  'LineDecision',
  'A decision about a line, by a rule or by an operator.',
  {
    decisionId: z.string().describe('The id of the decision.'),
    state: z.string().describe('The state that it gave the line.'),
    rule: z.string().describe('The rule that decided; `operator` for a person.'),
    evidence: z.array(reasonView).describe('What the rule saw.'),
    transactionId: z.string().nullable().describe('The transaction that it is about.'),
    actor: oneOf(ACTOR_KINDS, 'ActorKind').describe('Who acted.'),
    actorName: z
      .string()
      .nullable()
      .describe('The name of the key that decided; null for the service itself.'),
    note: z.string().nullable().describe("The operator's note."),
    decidedAt: timestampOut.describe('When it was decided.'),
    undoneAt: timestampOut.nullable().describe('When it was undone; null if it stands.'),
    undoReason: z.string().nullable().describe('Why it was undone.'),
  },
);

type Detail = z.infer<typeof transactionDetail>;

/** Names an operator's account for people. */
export type AccountOf = (accountId: string) => string;

interface CandidateFacts {
  /** The line whose candidates these are. */
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
        transaction,
        rank,
        reasons: reasons.map((reason) => viewReason(reason, accountOf)),
        paidByLineIds: paying.map(({ id }) => id),
        otherLineIds: others.map(({ id }) => id),
        sumWithOthers: others.length > 0 ? minorToAmount(sumMinor) : null,
      },
    ];
  });
}

interface DecisionNames {
  readonly accountOf: AccountOf;
  /** The keys that made decisions, by their ids. */
  readonly people: ReadonlyMap<string, { readonly name: string }>;
}

export function viewDecision(
  decision: StoredDecision,
  { accountOf, people }: DecisionNames,
): z.infer<typeof decisionView> {
  const { id: decisionId, actor, evidence, undone } = decision;
  return project(decisionView, decision, {
    decisionId,
    actor: actor.kind,
    actorName: people.get(actor.clientId ?? '')?.name ?? null,
    evidence: evidence.map((reason) => viewReason(reason, accountOf)),
    undoneAt: undone && formatTimestamp(undone.atMs),
    undoReason: undone?.reason ?? null,
  });
}

/** The field of a reason that its detail shows. */
const DETAILS = [
  'reference',
  'endToEndId',
  'paymentId',
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
  'batchNumber',
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
