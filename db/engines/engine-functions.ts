import { type BinaryOperationNode, type OperationNode, OperatorNode, PrimitiveValueListNode } from 'kysely';

/** An `in` or `not in` condition whose values are bound as a single parameter. */
interface ListCondition {
  readonly operator: 'in' | 'not in';
  readonly values: readonly unknown[];
}

/** Returns the operator and the values of an `in` or `not in` condition; undefined for any other condition. */
export function listConditionOf({ operator, rightOperand }: BinaryOperationNode): ListCondition | undefined {
  if (!OperatorNode.is(operator) || !PrimitiveValueListNode.is(rightOperand)) return undefined;
  const { operator: name } = operator;
  return name === 'in' || name === 'not in' ? { operator: name, values: rightOperand.values } : undefined;
}

/**
 * Returns the two arguments of a function of db/sql/functions.ts.
 * @throws Error if there are fewer than two.
 */
export function twoArgumentsOf([first, second]: readonly OperationNode[]): readonly [
  OperationNode,
  OperationNode,
] {
  if (!first || !second) throw new Error('the function takes two arguments');
  return [first, second];
}
