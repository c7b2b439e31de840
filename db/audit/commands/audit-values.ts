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
import type { StoredPayment } from '../../../src/reconciliation/domain/payment-proof.ts';
import type { StoredProfile } from '../../../src/reconciliation/profile-store.ts';
import { type Plan, plannedStatus } from '../../../src/transactions/domain/plan.ts';
import type { ReasonTemplate, StoredReason } from '../../../src/transactions/domain/reason.ts';
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

/** The settings of a bank. The limits of a direction that it does not offer are null. */
export function bankValues({ name, active, deposit, withdrawal }: BankRecord): AuditValues {
  return { name, active, deposit: limitValues(deposit), withdrawal: limitValues(withdrawal) };
}

/** The limits of a direction in currency units; null if the bank does not offer it. */
function limitValues(limits: AmountLimits | null): AuditValues | null {
  return (
    limits && {
      minAmount: minorToAmount(limits.minAmountMinor),
      maxAmount: minorToAmount(limits.maxAmountMinor),
    }
  );
}

/**
 * A bank account of the operator. Its holder and IBAN are not masked, so that the log shows if somebody adds an account
 * of their own.
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
 * The values of a transaction that transitions change. If the event of a transition is given, they also say who can read
 * its reason, where an operator chose that, and how a withdrawal was paid.
 */
export function transactionValues(
  transaction: Transaction,
  event?: StoredReason & StoredPayment,
): AuditValues {
  const { status, statusReason, finalAmountMinor, sequence } = transaction;
  const finalAmount = finalAmountMinor === null ? null : minorToAmount(finalAmountMinor);
  const { seenBy, paidFromAccountId, bankReference } = event ?? {};
  return {
    status,
    statusReason: statusReason && maskReason(statusReason),
    finalAmount,
    sequence,
    ...(seenBy && { seenBy }),
    ...(paidFromAccountId && { paidFromAccountId, bankReference }),
  };
}

/** The status that a planned decision will set. Its reason and payment are only logged with the transition itself. */
export function plannedValues(plan: Pick<Plan, 'command'>): AuditValues {
  return { planned: plannedStatus(plan) };
}

/** Formats epoch milliseconds as ISO 8601 in UTC; null stays null. */
export function toIsoTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
