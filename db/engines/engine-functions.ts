import { type BinaryOperationNode, type OperationNode, OperatorNode, PrimitiveValueListNode } from 'kysely';

/** A condition on a list of values, which an engine binds as one. */
interface ListCondition {
  readonly operator: 'in' | 'not in';
  readonly values: readonly unknown[];
}

/** Returns the list of a condition; undefined for other conditions. */
export function listConditionOf({ operator, rightOperand }: BinaryOperationNode): ListCondition | undefined {
  if (!OperatorNode.is(operator) || !PrimitiveValueListNode.is(rightOperand)) return undefined;
  const { operator: name } = operator;
  return name === 'in' || name === 'not in' ? { operator: name, values: rightOperand.values } : undefined;
}

/** The arguments of a function of db/sql/functions.ts that takes two. */
export function pairOf([first, second]: readonly OperationNode[]): readonly [OperationNode, OperationNode] {
  if (!first || !second) throw new Error('the function takes two arguments');
  return [first, second];
}
