import {
  BinaryOperationNode,
  type Expression,
  ExpressionWrapper,
  OperatorNode,
  PrimitiveValueListNode,
  type SqlBool,
} from 'kysely';

/**
 * Checks whether an expression is one of some values, in statements that are written as text: the others use `in` of
 * Kysely. The compiler of each engine binds the values as one, so that a statement has one text for any number of them.
 */
export function isIn(
  expression: Expression<unknown>,
  values: readonly (string | number)[],
): Expression<SqlBool> {
  return new ExpressionWrapper<unknown, never, SqlBool>(
    BinaryOperationNode.create(
      expression.toOperationNode(),
      OperatorNode.create('in'),
      PrimitiveValueListNode.create(values),
    ),
  );
}

/** Cuts a list into parts, if one statement must not have all of it. */
export function chunksOf<T>(values: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < values.length; start += size) chunks.push(values.slice(start, start + size));
  return chunks;
}
