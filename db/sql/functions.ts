import {
  type BinaryOperationNode,
  type Expression,
  ExpressionWrapper,
  FunctionNode,
  type OperationNode,
  OperatorNode,
  PrimitiveValueListNode,
  type RawBuilder,
  sql,
} from 'kysely';

/** What each engine writes in its own words: its compiler prints these functions, and the database has none of them. */
export const ENGINE_FUNCTIONS = {
  lastFour: 'engine.last_four',
  jsonElements: 'engine.json_elements',
} as const;

function engineFunction<T>(
  name: keyof typeof ENGINE_FUNCTIONS,
  ...args: readonly OperationNode[]
): Expression<T> {
  return new ExpressionWrapper<unknown, never, T>(FunctionNode.create(ENGINE_FUNCTIONS[name], args));
}

/** The last four characters of a column, worded as in the index that has them. */
export function lastFour(column: string): Expression<string> {
  return engineFunction<string>('lastFour', sql.ref(column).toOperationNode());
}

/** The items of a JSON array as rows of a table. Their column is `value`. */
export function jsonElements(
  json: RawBuilder<string>,
  table: string,
): Expression<{ readonly value: string }> {
  return engineFunction<{ readonly value: string }>(
    'jsonElements',
    json.toOperationNode(),
    sql.id(table).toOperationNode(),
  );
}

/** The types of the columns of rows, in their order. */
export type RowTypes<R> = { readonly [C in keyof R]-?: 'text' | 'bigint' };

/** A list of rows as a table expression. It is bound as one value, whatever its length. */
export function rowsOf<R>(types: RowTypes<R>, rows: readonly (readonly unknown[])[]): RawBuilder<R> {
  const columns = Object.entries(types).map(
    ([name, type], place) =>
      sql`cast(r.value ->> ${sql.lit(place)} as ${sql.raw(String(type))}) as ${sql.id(name)}`,
  );
  return sql<R>`(select ${sql.join(columns)} from ${jsonElements(sql`${JSON.stringify(rows)}`, 'r')})`;
}

/** Selects rows to insert them. Their columns have the order of the types. */
export function selectRows<R>(types: RowTypes<R>): Expression<R> {
  // Without a condition SQLite would take `on conflict` for one of a join.
  return sql<R>`select * from ${rowsOf(types, [])} as r where true`;
}

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
