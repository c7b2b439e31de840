import { BLACKLIST_KINDS } from '../../src/admin/domain/blacklist.ts';
import { UNFORGOTTEN_REASONS } from '../../src/admin/domain/person.ts';
import { AUDIT_ACTOR_KINDS, AUDIT_TARGET_KINDS } from '../../src/audit/domain/audit.ts';
import { CALLBACK_STATES } from '../../src/callbacks/store.ts';
import { SHOWN_FIGURES } from '../../src/days/domain/closing.ts';
import { MISSING_KINDS } from '../../src/days/domain/figures.ts';
import { EXPORT_FORMATS, EXPORT_LANGUAGES } from '../../src/days/export-words.ts';
import { ROLES } from '../../src/kernel/role.ts';
import { BATCH_STATES, PAYOUT_KINDS } from '../../src/payouts/domain/batch.ts';
import { UNMATCHED_KINDS } from '../../src/payouts/domain/payout-report.ts';
import { SHOWN_STATES } from '../../src/payouts/domain/payout-state.ts';
import { SECOND_APPROVER_REASONS, WEEKDAYS } from '../../src/payouts/domain/policy.ts';
import { REFUND_STATES } from '../../src/payouts/domain/refund.ts';
import {
  DIFFERENCE_RULES,
  LATE_RULES,
  OTHER_PAYER_RULES,
} from '../../src/reconciliation/domain/matching/policy.ts';
import { LINE_DIRECTIONS, STATEMENT_KINDS } from '../../src/reconciliation/domain/statement.ts';
import { STATEMENT_FORMATS } from '../../src/reconciliation/import-store.ts';
import { CLAIM_ENDS } from '../../src/transactions/domain/claim-history.ts';
import { READERS, TEMPLATE_KINDS } from '../../src/transactions/domain/reason.ts';
import {
  ENDED_KINDS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from '../../src/transactions/domain/transaction.ts';
import { ACTOR_KINDS, TRANSITION_KINDS } from '../../src/transactions/domain/transition.ts';
import { STATISTICS_GROUPS } from '../../src/transactions/store.ts';
import { builder } from './builder.ts';

/** Declares the enums that fields refer to by name. */
export function declareEnums(): void {
  builder.enumType('TransactionType', { values: TRANSACTION_TYPES });
  builder.enumType('AuditActorKind', { values: AUDIT_ACTOR_KINDS });
  builder.enumType('TransactionStatus', { values: TRANSACTION_STATUSES });
  builder.enumType('EndedKind', { values: ENDED_KINDS });
  builder.enumType('ChangeKind', { values: TRANSITION_KINDS });
  builder.enumType('ActorKind', { values: ACTOR_KINDS });
  builder.enumType('CallbackState', { values: CALLBACK_STATES });
  builder.enumType('StatisticsGroup', { values: STATISTICS_GROUPS });
  builder.enumType('BlacklistKind', { values: BLACKLIST_KINDS });
  builder.enumType('UnforgottenReason', { values: UNFORGOTTEN_REASONS });
  builder.enumType('Role', { values: ROLES });
  builder.enumType('ReasonTemplateKind', { values: TEMPLATE_KINDS });
  builder.enumType('ReasonReader', { values: READERS });
  builder.enumType('StatementFormat', { values: STATEMENT_FORMATS });
  builder.enumType('StatementKind', { values: STATEMENT_KINDS });
  builder.enumType('LineDirection', { values: LINE_DIRECTIONS });
  builder.enumType('MatchDifferenceRule', { values: DIFFERENCE_RULES });
  builder.enumType('MatchLateRule', { values: LATE_RULES });
  builder.enumType('MatchOtherPayerRule', { values: OTHER_PAYER_RULES });
  builder.enumType('PayoutState', { values: BATCH_STATES });
  builder.enumType('PayoutKind', { values: PAYOUT_KINDS });
  builder.enumType('RefundState', { values: REFUND_STATES });
  builder.enumType('PayoutRowState', { values: SHOWN_STATES });
  builder.enumType('UnmatchedStatusKind', { values: UNMATCHED_KINDS });
  builder.enumType('Weekday', { values: WEEKDAYS });
  builder.enumType('SecondApproverReason', { values: SECOND_APPROVER_REASONS });
  builder.enumType('ClaimEnd', { values: CLAIM_ENDS });
  builder.enumType('ExportFormat', { values: EXPORT_FORMATS });
  builder.enumType('ExportLanguage', { values: EXPORT_LANGUAGES });
  builder.enumType('MissingFigures', { values: MISSING_KINDS });
  builder.enumType('ChangedFigure', { values: SHOWN_FIGURES });
  builder.enumType('AuditTargetKind', { values: AUDIT_TARGET_KINDS });
}
