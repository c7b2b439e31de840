import { z } from 'zod';
import { BLACKLIST_KINDS } from '../../src/domain/creation.ts';
import { ROLES } from '../../src/domain/role.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../src/domain/transaction.ts';
import { ACTOR_KINDS, TRANSITION_KINDS } from '../../src/domain/transition.ts';
import { CALLBACK_STATES } from '../../src/operations/callbacks/store.ts';
import { STATISTICS_GROUPS } from '../../src/operations/transactions/store.ts';
import { builder } from './builder.ts';

const named = {
  TransactionStatus: TRANSACTION_STATUSES,
  TransactionType: TRANSACTION_TYPES,
  ChangeKind: TRANSITION_KINDS,
  ActorKind: ACTOR_KINDS,
  CallbackState: CALLBACK_STATES,
  StatisticsGroup: STATISTICS_GROUPS,
  BlacklistKind: BLACKLIST_KINDS,
  Role: ROLES,
};

const byValues = new Map(
  Object.entries(named).map(([name, values]) => [values.join(), builder.enumType(name, { values })]),
);

export type EnumType = ReturnType<typeof builder.enumType>;

/** The enum that has the values of this schema, or its one value; undefined when there is none. */
export function enumOf(schema: unknown): EnumType | undefined {
  if (schema instanceof z.ZodEnum) return byValues.get(schema.options.join());
  if (!(schema instanceof z.ZodLiteral)) return undefined;
  const isType = TRANSACTION_TYPES.some((type) => schema.values.has(type));
  return isType ? byValues.get(TRANSACTION_TYPES.join()) : undefined;
}
