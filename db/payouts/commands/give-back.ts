import { normalizeIban } from '../../../src/kernel/iban.ts';
import { minorToAmount } from '../../../src/kernel/money.ts';
import { type GivenBack, lineRefunds, payeeOf } from '../../../src/payouts/domain/give-back.ts';
import type { StoredLineState } from '../../../src/reconciliation/line-store.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockLines, refuseOfPlan } from '../../reconciliation/commands/lines.ts';
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
  const { ids, lineId, payee: given, reason, person, clientId, nowMs, audit } = request;
  const [id, payeeId, decisionId] = ids;
  const [stored] = await findRefunds(trx, [id]);
  // The answer to an earlier attempt was lost.
  if (stored) return { kind: 'stored', refund: stored };
  const [line] = await lockLines(trx, [lineId]);
  if (!line) return refuse({ type: 'line-missing' });
  const refusal = refuseLine(line) ?? (await refuseOfPlan(trx, { lineIds: [lineId] }, request.steadyNowMs));
  if (refusal) return refuse(refusal);
  const { amount_minor: maximumMinor, direction, is_reversal, return_reason: returnReason } = line;
  const state = line.state as StoredLineState;
  if (!lineRefunds({ direction, state, isReversal: is_reversal === 1, returnReason }))
    return refuse({ type: 'nothing-to-give-back' });
  const amountMinor = request.amountMinor ?? maximumMinor;
  if (amountMinor > maximumMinor) return refuse({ type: 'refund-too-large', maximumMinor });
  const payee = payeeOf(given, {
    accountName: line.counterparty_name ?? line.ultimate_name,
    iban: line.counterparty_iban === null ? undefined : normalizeIban(line.counterparty_iban),
  });
  if ('type' in payee) return refuse(payee);
  if ((await findStops(trx, [{ id, ...partyOfPayee(payee) }])).size > 0)
    return refuse({ type: 'payee-blacklisted' });

  const decided = { lineId, state: 'giving-back', rule: 'operator' } as const;
  const decision = { ...decided, evidence: [], candidates: [], action: null };
  const actor = { kind: 'operator', clientId } as const;
  await storeDecisions(trx, [{ decisionId, decision, eventId: null, actor, note: reason }], nowMs);
  const made = { reason, created_by: person, created_at_ms: nowMs };
  await trx
    .insertInto('refunds')
    .values({
      id,
      line_id: lineId,
      amount_minor: amountMinor,
      state: 'open',
      changed_at_ms: nowMs,
      ...made,
    })
    .execute();
  await trx
    .insertInto('payout_payees')
    .values({
      id: payeeId,
      paid_id: id,
      account_name: payee.accountName,
      iban: payee.iban,
      is_changed: toFlag(payee.isChanged),
      reason,
      given_by: person,
      created_at_ms: nowMs,
    })
    .execute();
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: lineId,
    before: { state },
    after: {
      state: 'giving-back',
      refundId: id,
      amount: minorToAmount(amountMinor),
      isChangedPayee: payee.isChanged,
      reason,
    },
  });
  const [refund] = await findRefunds(trx, [id]);
  if (!refund) throw new Error(`the refund ${id} was not stored`);
  return { kind: 'stored', refund };
}

function refuse(refusal: Extract<GivenBack, { kind: 'refused' }>['refusal']): GivenBack {
  return { kind: 'refused', refusal };
}
