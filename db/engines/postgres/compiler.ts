import { type BinaryOperationNode, type FunctionNode, PostgresQueryCompiler } from 'kysely';
import { ENGINE_FUNCTIONS } from '../../sql/functions.ts';
import { listConditionOf, twoArgumentsOf } from '../engine-functions.ts';

/** The SQL dialect of PostgreSQL. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = listConditionOf(node);
    if (!list) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(node.leftOperand);
    this.append(list.operator === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(list.values);
    this.append(')');
  }

  protected override visitFunction(node: FunctionNode): void {
    if (node.func === ENGINE_FUNCTIONS.lastFour) {
      this.append('right(');
      this.compileList(node.arguments);
      this.append(', 4)');
    } else if (node.func === ENGINE_FUNCTIONS.jsonElements) {
      const [json, table] = twoArgumentsOf(node.arguments);
      this.append('jsonb_array_elements(cast(');
      this.visitNode(json);
      this.append(' as jsonb)) as ');
      this.visitNode(table);
      this.append('(value)');
    } else super.visitFunction(node);
  }
}
