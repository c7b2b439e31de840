import { AUDIT_ACTOR_KINDS, AUDIT_TARGET_KINDS } from '../../src/domain/audit.ts';
import { BLACKLIST_KINDS } from '../../src/domain/blacklist.ts';
import { CLAIM_ENDS } from '../../src/domain/claim-history.ts';
import { DIFFERENCE_RULES, LATE_RULES, OTHER_PAYER_RULES } from '../../src/domain/matching/policy.ts';
import { READERS, TEMPLATE_KINDS } from '../../src/domain/reason.ts';
import { ROLES } from '../../src/domain/role.ts';
import { LINE_DIRECTIONS, STATEMENT_KINDS } from '../../src/domain/statement.ts';
import { ENDED_KINDS, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../src/domain/transaction.ts';
import { ACTOR_KINDS, EVENT_KINDS } from '../../src/domain/transition.ts';
import { UNFORGOTTEN_REASONS } from '../../src/operations/admin/people-store.ts';
import { CALLBACK_STATES } from '../../src/operations/callbacks/store.ts';
import { STATEMENT_FORMATS } from '../../src/operations/reconciliation/import-store.ts';
import { STATISTICS_GROUPS } from '../../src/operations/transactions/store.ts';
import { builder } from './builder.ts';

export const TransactionType = builder.enumType('TransactionType', { values: TRANSACTION_TYPES });
export const AuditActorKind = builder.enumType('AuditActorKind', { values: AUDIT_ACTOR_KINDS });

/** Declares the enums that fields refer to by name. */
export function declareEnums(): void {
  builder.enumType('TransactionStatus', { values: TRANSACTION_STATUSES });
  builder.enumType('EndedKind', { values: ENDED_KINDS });
  builder.enumType('ChangeKind', { values: EVENT_KINDS });
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
  builder.enumType('ClaimEnd', { values: CLAIM_ENDS });
  builder.enumType('AuditTargetKind', { values: AUDIT_TARGET_KINDS });
}
