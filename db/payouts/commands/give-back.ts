import { maskReason } from '../../../src/audit/domain/audit.ts';
import { minorToAmount } from '../../../src/kernel/money.ts';
import { lineRefunds, payeeOf } from '../../../src/payouts/domain/give-back.ts';
import type { Payee } from '../../../src/payouts/domain/refund.ts';
import type { GiveBackRefusal, GivenBack } from '../../../src/payouts/refund-store.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockCredits } from '../../engines/statements.ts';
import { type LockedLine, lockLines, refuseOfPlan } from '../../reconciliation/commands/lines.ts';
import { findDoubtful, refuseLine } from '../../reconciliation/commands/open-lines.ts';
import { byOperator, storeDecisions } from '../../reconciliation/commands/store-decisions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { partyOfPayee } from '../queries/obstacles.ts';
import { findRefunds } from '../queries/refunds.ts';
import { lockNamed, moneyOf, refuseTaken } from './line-money.ts';
import { insertPayee, payerOf } from './payees.ts';

interface GiveBack extends Audited {
  /** The ids of the refund, of its payee, and of the decision about the line. */
  readonly ids: readonly [string, string, string];
  readonly lineId: string;
  /** Hundredths; by default all that is left of the line. */
  readonly amountMinor?: number | undefined;
  /** By default the payer of the line. The IBAN is normalized. */
  readonly payee: { readonly accountName?: string | undefined; readonly iban?: string | undefined };
  readonly reason: string;
  /** Whether the operator says that the money is there, if that is in doubt. */
  readonly acceptDifference?: boolean | undefined;
  readonly person: string;
  /** The name of the person, for people to read. */
  readonly name: string;
  readonly clientId: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/**
 * Creates a refund of the money of an open line, and so decides about the line. Batches pay it as they pay withdrawals.
 * The line and the deposits that it names are locked, so no other decision about its money can happen meanwhile.
 */
export async function giveBack(trx: DatabaseTransaction, request: GiveBack): Promise<GivenBack> {
  const { ids, lineId, steadyNowMs } = request;
  const [stored] = await findRefunds(trx, [ids[0]]);
  // The response to an earlier attempt was lost.
  if (stored) return { kind: 'stored', refund: stored };
  const [line] = await lockLines(trx, [lineId]);
  if (!line) return { kind: 'refused', refusal: { type: 'line-missing' } };
  const planned = await refuseOfPlan(trx, { lineIds: [lineId] }, steadyNowMs);
  const money = await moneyOf(trx, line);
  const judged =
    planned ?? judge({ ...line, found: await findFound(trx, line), leftMinor: money.amountMinor }, request);
  if ('type' in judged) return { kind: 'refused', refusal: judged };
  await lockNamed(trx, lineId);
  const taken = await refuseTaken(trx, money, judged);
  if (taken) return { kind: 'refused', refusal: taken };
  await lockCredits(trx, [line.account_id]);
  const doubtful = request.acceptDifference ? undefined : await findDoubtful(trx, [line]);
  if (doubtful) return { kind: 'refused', refusal: doubtful };
  if ((await findStops(trx, [{ id: ids[0], ...partyOfPayee(judged.payee) }])).size > 0)
    return { kind: 'refused', refusal: { type: 'payee-blacklisted' } };
  await store(trx, request, { ...judged, before: line.state });
  const [refund] = await findRefunds(trx, [ids[0]]);
  if (!refund) throw new Error(`the refund ${ids[0]} was not stored`);
  return { kind: 'stored', refund };
}

/**
 * Finds the state that matching gave a line. If a decision about the line was undone, that state is read from its
 * decisions.
 */
async function findFound(trx: DatabaseTransaction, { id, state }: LockedLine): Promise<string> {
  if (state !== 'undone') return state;
  const last = await trx
    .selectFrom('line_decisions')
    .select(['state', 'settles'])
    .where('line_id', '=', id)
    .where('rule', '<>', 'operator')
    .orderBy('decided_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return state;
  // A match that paid nothing was a withdrawal that came back.
  return last.state === 'matched' && last.settles === 0 ? 'payout-back' : last.state;
}

interface GiveBackTerms {
  readonly amountMinor: number;
  readonly payee: Payee;
}

/** Decides how much of a line is given back, and to whom. */
function judge(
  line: LockedLine & { readonly found: string; readonly leftMinor: number },
  { amountMinor: given, payee }: GiveBack,
): GiveBackTerms | GiveBackRefusal {
  const refusal = refuseLine(line);
  if (refusal) return refusal;
  const { leftMinor: maximumMinor, direction, found: state, is_reversal, return_reason: returnReason } = line;
  if (!lineRefunds({ direction, state, isReversal: is_reversal === 1, returnReason }))
    return { type: 'nothing-to-give-back' };
  const amountMinor = given ?? maximumMinor;
  if (amountMinor > maximumMinor || maximumMinor <= 0) return { type: 'refund-too-large', maximumMinor };
  const chosen = payeeOf(payee, payerOf(line));
  return 'type' in chosen ? chosen : { amountMinor, payee: chosen };
}

async function store(
  trx: DatabaseTransaction,
  { ids: [id, payeeId, decisionId], lineId, reason, person, name, clientId, nowMs, audit }: GiveBack,
  { amountMinor, payee, before }: GiveBackTerms & { readonly before: string },
): Promise<void> {
  const decided = byOperator({ decisionId, lineId, state: 'giving-back', clientId, note: reason });
  await storeDecisions(trx, [decided], nowMs);
  await trx
    .insertInto('refunds')
    .values({
      id,
      line_id: lineId,
      amount_minor: amountMinor,
      state: 'open',
      reason,
      created_by: name,
      created_at_ms: nowMs,
      changed_at_ms: nowMs,
    })
    .execute();
  await insertPayee(trx, { ...payee, id: payeeId, paidId: id, reason, person, clientId, nowMs });
  await appendAudit(trx, audit, {
    targetKind: 'statementLine',
    targetId: lineId,
    before: { state: before },
    after: {
      state: 'giving-back',
      refundId: id,
      amount: minorToAmount(amountMinor),
      isChangedPayee: payee.isChanged,
      reason: maskReason(reason),
    },
  });
}
