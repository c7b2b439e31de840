import { normalizeIban } from '../../../src/kernel/iban.ts';
import { minorToAmount } from '../../../src/kernel/money.ts';
import { lineRefunds, payeeOf } from '../../../src/payouts/domain/give-back.ts';
import type { Payee } from '../../../src/payouts/domain/refund.ts';
import type { GiveBackRefusal, GivenBack } from '../../../src/payouts/refund-store.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { type LockedLine, lockLines, refuseOfPlan } from '../../reconciliation/commands/lines.ts';
import { refuseLine } from '../../reconciliation/commands/open-lines.ts';
import { storeDecisions } from '../../reconciliation/commands/store-decisions.ts';
import { toFlag } from '../../sql/columns.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { partyOfPayee } from '../queries/obstacles.ts';
import { findRefunds } from '../queries/refunds.ts';

interface GiveBack extends Audited {
  /** Of the refund, of its payee, and of the decision about the line. */
  readonly ids: readonly [string, string, string];
  readonly lineId: string;
  /** Hundredths; by default the whole line. */
  readonly amountMinor?: number | undefined;
  /** By default what the line says. The IBAN is normalized. */
  readonly payee: { readonly accountName?: string | undefined; readonly iban?: string | undefined };
  readonly reason: string;
  readonly person: string;
  readonly clientId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/**
 * Makes a refund of the money of an open line, which is decided with it. Batches pay it as they pay withdrawals. The lock of
 * the line lets no other decision about it happen meanwhile.
 */
export async function giveBack(trx: DatabaseTransaction, request: GiveBack): Promise<GivenBack> {
  const { ids, lineId, steadyNowMs } = request;
  const [stored] = await findRefunds(trx, [ids[0]]);
  // The answer to an earlier attempt was lost.
  if (stored) return { kind: 'stored', refund: stored };
  const [line] = await lockLines(trx, [lineId]);
  if (!line) return { kind: 'refused', refusal: { type: 'line-missing' } };
  const planned = await refuseOfPlan(trx, { lineIds: [lineId] }, steadyNowMs);
  const judged = planned ?? judge(line, request);
  if ('type' in judged) return { kind: 'refused', refusal: judged };
  if ((await findStops(trx, [{ id: ids[0], ...partyOfPayee(judged.payee) }])).size > 0)
    return { kind: 'refused', refusal: { type: 'payee-blacklisted' } };
  await store(trx, request, { ...judged, before: line.state });
  const [refund] = await findRefunds(trx, [ids[0]]);
  if (!refund) throw new Error(`the refund ${ids[0]} was not stored`);
  return { kind: 'stored', refund };
}

interface Judged {
  readonly amountMinor: number;
  readonly payee: Payee;
}

/** Decides what of a line is given back, and to whom. */
function judge(line: LockedLine, { amountMinor: given, payee }: GiveBack): Judged | GiveBackRefusal {
  const refusal = refuseLine(line);
  if (refusal) return refusal;
  const { amount_minor: maximumMinor, direction, state, is_reversal, return_reason: returnReason } = line;
  if (!lineRefunds({ direction, state, isReversal: is_reversal === 1, returnReason }))
    return { type: 'nothing-to-give-back' };
  const amountMinor = given ?? maximumMinor;
  if (amountMinor > maximumMinor) return { type: 'refund-too-large', maximumMinor };
  const chosen = payeeOf(payee, payerOf(line));
  return 'type' in chosen ? chosen : { amountMinor, payee: chosen };
}

interface Payer {
  readonly counterparty_name: string | null;
  readonly ultimate_name: string | null;
  readonly counterparty_iban: string | null;
}

/** The payer of a line, as far as it shows one. */
export function payerOf(line: Payer) {
  const iban = line.counterparty_iban === null ? undefined : normalizeIban(line.counterparty_iban);
  return { accountName: line.counterparty_name ?? line.ultimate_name, iban };
}

async function store(
  trx: DatabaseTransaction,
  { ids: [id, payeeId, decisionId], lineId, reason, person, clientId, nowMs, audit }: GiveBack,
  { amountMinor, payee, before }: Judged & { readonly before: string },
): Promise<void> {
  const decided = { lineId, state: 'giving-back', rule: 'operator' } as const;
  const decision = { ...decided, evidence: [], candidates: [], action: null };
  const actor = { kind: 'operator', clientId } as const;
  await storeDecisions(trx, [{ decisionId, decision, eventId: null, actor, note: reason }], nowMs);
  await trx
    .insertInto('refunds')
    .values({
      id,
      line_id: lineId,
      amount_minor: amountMinor,
      state: 'open',
      reason,
      created_by: person,
      created_at_ms: nowMs,
      changed_at_ms: nowMs,
    })
    .execute();
  await insertPayee(trx, { ...payee, id: payeeId, paidId: id, reason, person, nowMs });
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: lineId,
    before: { state: before },
    after: {
      state: 'giving-back',
      refundId: id,
      amount: minorToAmount(amountMinor),
      isChangedPayee: payee.isChanged,
      reason,
    },
  });
}

interface NamedPayee extends Payee {
  readonly id: string;
  /** The withdrawal, or the refund. */
  readonly paidId: string;
  readonly reason: string;
  readonly person: string;
  readonly nowMs: number;
}

/** Stores a payee that the desk has named. The last of each withdrawal or refund counts. */
export async function insertPayee(
  trx: DatabaseTransaction,
  { id, paidId, accountName, iban, isChanged, reason, person, nowMs }: NamedPayee,
): Promise<void> {
  await trx
    .insertInto('payout_payees')
    .values({
      id,
      paid_id: paidId,
      account_name: accountName,
      iban,
      is_changed: toFlag(isChanged),
      reason,
      given_by: person,
      created_at_ms: nowMs,
    })
    .execute();
}
