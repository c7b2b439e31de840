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

/** The settings of a client. The query strings of callbackUrl and returnUrl may contain tokens and are masked. */
export function clientValues(client: ClientRecord): AuditValues {
  const { name, role, callbackUrl, ipAllowlist, requiresTimedSign, disabledAtMs } = client;
  const { returnHosts, returnUrl, brandName, brandColor, brandLogo, isTest } = client;
  return {
    name,
    role,
    callbackUrl: callbackUrl && maskQuery(callbackUrl),
    ipAllowlist,
    requiresTimedSign,
    disabledAt: toIsoTime(disabledAtMs),
    returnHosts,
    returnUrl: returnUrl && maskQuery(returnUrl),
    brandName,
    brandColor,
    brandLogo,
    ...(isTest && { test: true }),
  };
}

/** A bank. A limit is null if the bank does not offer this direction. */
export function bankValues({ name, active, deposit, withdrawal }: BankRecord): AuditValues {
  return { name, active, deposit: limitValues(deposit), withdrawal: limitValues(withdrawal) };
}

/** Limits in currency units; null if the bank does not offer this direction. */
function limitValues(limits: AmountLimits | null): AuditValues | null {
  return (
    limits && {
      minAmount: minorToAmount(limits.minAmountMinor),
      maxAmount: minorToAmount(limits.maxAmountMinor),
    }
  );
}

/**
 * A bank account of the operator. The account holder and IBAN are not masked, so that the log shows when someone adds
 * their own account.
 */
export function accountValues(account: AccountRecord): AuditValues {
  const { bankId, accountName, iban, dailyLimitMinor, active } = account;
  const dailyLimit = dailyLimitMinor === null ? null : minorToAmount(dailyLimitMinor);
  return { bankId, accountName, iban, dailyLimit, active };
}

/** A blacklist entry. Names and IBANs are a payer's personal data and are masked; the userId is kept in full. */
export function blacklistEntryValues({ kind, value, clientId, reason }: BlacklistEntry): AuditValues {
  const masks = { userId: (text: string) => text, iban: maskIban, convertedName: maskName };
  return { kind, value: masks[kind](value), clientId, reason };
}

export function reasonTemplateValues({ kind, text, seenBy }: ReasonTemplate): AuditValues {
  return { kind, text, seenBy };
}

export function bankProfileValues({ title, json }: StoredProfile): AuditValues {
  return { title, profile: JSON.parse(json) };
}

/**
 * The values of a transaction that transitions change. With the event of a transition also who may see the reason, if
 * an operator chose this, and how a withdrawal was paid.
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

/** The status that a planned decision will set. Its reason and its payment are logged only with the transition. */
export function plannedValues(plan: Pick<Plan, 'command'>): AuditValues {
  return { planned: plannedStatus(plan) };
}

/** Formats epoch milliseconds as ISO 8601 in UTC; null stays null. */
export function toIsoTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
