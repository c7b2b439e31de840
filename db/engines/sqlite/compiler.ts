import {
  type BinaryOperationNode,
  type FunctionNode,
  type SelectModifierNode,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely';
import { ENGINE_FUNCTIONS } from '../../sql/functions.ts';
import { listConditionOf, twoArgumentsOf } from '../engine-functions.ts';

/** The words of SQLite. */
export class SqliteCompiler extends SqliteQueryCompiler {
  /** A command has the write lock of the whole database, so it needs no locks of rows. */
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const list = listConditionOf(node);
    if (!list) {
      super.visitBinaryOperation(node);
      return;
    }
    this.visitNode(node.leftOperand);
    this.append(` ${list.operator} (select value from json_each(`);
    this.appendValue(JSON.stringify(list.values));
    this.append('))');
  }

  protected override visitFunction(node: FunctionNode): void {
    if (node.func === ENGINE_FUNCTIONS.lastFour) {
      this.append('substr(');
      this.compileList(node.arguments);
      this.append(', -4)');
    } else if (node.func === ENGINE_FUNCTIONS.jsonElements) {
      const [json, table] = twoArgumentsOf(node.arguments);
      // Its values stay parsed, unlike those of json_each.
      this.append('jsonb_each(');
      this.visitNode(json);
      this.append(') as ');
      this.visitNode(table);
    } else super.visitFunction(node);
  }
}

/** Kysely's dialect with the words of this folder. */
export class PlainSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteQueryCompiler {
    return new SqliteCompiler();
  }
}
