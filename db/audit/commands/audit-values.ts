import type { BlacklistEntry } from '../../../src/admin/blacklist-store.ts';
import type { ClientRecord } from '../../../src/admin/client-directory.ts';
import {
  type AuditValues,
  maskIban,
  maskName,
  maskQuery,
  maskReason,
} from '../../../src/audit/domain/audit.ts';
import type { AccountRecord, BankRecord } from '../../../src/banks/bank-directory.ts';
import type { AmountLimits } from '../../../src/banks/domain/bank.ts';
import { minorToAmount } from '../../../src/kernel/money.ts';
import type { KeptPayment } from '../../../src/reconciliation/domain/paying-out.ts';
import type { StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import { type Plan, plannedStatus } from '../../../src/transactions/domain/plan.ts';
import type { KeptReason, ReasonTemplate } from '../../../src/transactions/domain/reason.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';

/**
 * The settings of a client. The query of its callbackUrl can hold a token and is masked, and so is that of its
 * returnUrl.
 */
export function clientValues(client: ClientRecord): AuditValues {
  const { name, role, callbackUrl, ipAllowlist, requiresTimedSign, disabledAtMs } = client;
  const { returnHosts, returnUrl, brandName, brandColor, brandLogo, isTest } = client;
  return {
    name,
    role,
    callbackUrl: callbackUrl && maskQuery(callbackUrl),
    ipAllowlist,
    requiresTimedSign,
    disabledAt: formatTime(disabledAtMs),
    returnHosts,
    returnUrl: returnUrl && maskQuery(returnUrl),
    brandName,
    brandColor,
    brandLogo,
    ...(isTest && { test: true }),
  };
}

export function bankValues({ name, active, deposit, withdrawal }: BankRecord): AuditValues {
  return { name, active, deposit: limitValues(deposit), withdrawal: limitValues(withdrawal) };
}

function limitValues(limits: AmountLimits | null): AuditValues | null {
  return (
    limits && {
      minAmount: minorToAmount(limits.minAmountMinor),
      maxAmount: minorToAmount(limits.maxAmountMinor),
    }
  );
}

/** An account of the operator. Its holder and IBAN stand in full: whoever adds an own IBAN must be seen. */
export function accountValues(account: AccountRecord): AuditValues {
  const { bankId, accountName, iban, dailyLimitMinor, active } = account;
  const dailyLimit = dailyLimitMinor === null ? null : minorToAmount(dailyLimitMinor);
  return { bankId, accountName, iban, dailyLimit, active };
}

/** An entry of the blacklist. A name and an IBAN belong to a payer and are masked. */
export function entryValues({ kind, value, clientId, reason }: BlacklistEntry): AuditValues {
  const masks = { userId: (text: string) => text, iban: maskIban, convertedName: maskName };
  return { kind, value: masks[kind](value), clientId, reason };
}

export function templateValues({ kind, text, seenBy }: ReasonTemplate): AuditValues {
  return { kind, text, seenBy };
}

export function profileValues({ title, json }: StoredProfile): AuditValues {
  return { title, profile: JSON.parse(json) };
}

/**
 * Lists the values of a transaction that transitions change. After a transition also who is told the reason, if an
 * operator said so, and how a withdrawal was paid.
 */
export function transactionValues(transaction: Transaction, event?: KeptReason & KeptPayment): AuditValues {
  const { status, statusReason, finalAmountMinor, sequence } = transaction;
  const finalAmount = finalAmountMinor === null ? null : minorToAmount(finalAmountMinor);
  const values = { status, statusReason: statusReason && maskReason(statusReason), finalAmount, sequence };
  const { seenBy, paidFromAccountId, bankReference } = event ?? {};
  return {
    ...values,
    ...(seenBy && { seenBy }),
    ...(paidFromAccountId && { paidFromAccountId, bankReference }),
  };
}

/** A planned decision. Its words and its payment stand in the row of the transition. */
export function plannedValues(plan: Pick<Plan, 'command'>): AuditValues {
  return { planned: plannedStatus(plan) };
}

/** Writes a stored time as ISO 8601 in UTC. */
export function formatTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
