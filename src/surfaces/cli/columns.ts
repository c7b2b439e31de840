import { z } from 'zod';
import { graphqlTypes } from '../../operations/fields.ts';
import { type Column, formatShortTimestamp, renderTable } from './table.ts';

/**
 * Columns of a table: names of fields in one text, with a heading after a colon if the name does not say enough
 * (`executionDay:DAY`, with `_` for a blank); or a heading and the text of its cell.
 */
export type ShownColumns<Row> = readonly (string | Column<Row>)[];

/** The rows of an output: a list, the items of a page, or the output itself. */
export type RowOf<O> = O extends readonly (infer R)[]
  ? R
  : O extends { readonly items: readonly (infer R)[] }
    ? R
    : O;

interface Page<Row> {
  readonly items: readonly Row[];
  readonly nextCursor?: string | null;
}

/**
 * Returns a function that formats the output of an operation as a table.
 * @throws TypeError for a field that it does not have.
 */
export function tableOf<O extends z.ZodType>(output: O, shown: ShownColumns<RowOf<z.output<O>>>) {
  const page = output instanceof z.ZodObject ? output.shape.items : undefined;
  const list = page ?? output;
  const columns = columnsOf(list instanceof z.ZodArray ? list.element : list, shown);
  return (value: z.output<O>): string => {
    const { items, nextCursor } = (page ? value : { items: [value].flat() }) as Page<RowOf<z.output<O>>>;
    return renderTable(columns, items) + (nextCursor ? `There are more: --after ${nextCursor}\n` : '');
  };
}

/** The columns of the objects of a schema. @throws TypeError for a field that they do not have. */
export function columnsOf<Row>(schema: unknown, shown: ShownColumns<Row>): readonly Column<Row>[] {
  return shown.flatMap((given) =>
    typeof given === 'string' ? given.split(' ').map((word) => columnOf<Row>(schema, word)) : [given],
  );
}

function columnOf<Row>(schema: unknown, word: string): Column<Row> {
  const [field = '', heading = headingOf(field)] = word.split(':');
  const type = typeOf(schema, field);
  if (type === undefined) throw new TypeError(`no object of the table has the field ${field}`);
  const read = (row: Row): unknown => (row as Readonly<Record<string, unknown>>)[field];
  return [heading.replaceAll('_', ' '), (row) => cellOf(read(row), graphqlTypes.get(type)?.name)];
}

/** `createdAt` is CREATED, `accountId` ACCOUNT ID. */
function headingOf(field: string): string {
  return field
    .replace(/At$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter}`)
    .toUpperCase();
}

/** The schema of a field of an object, or of one of several kinds of objects. */
function typeOf(schema: unknown, field: string): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return innerOf(schema.shape[field]);
  const options = schema instanceof z.ZodUnion ? schema.options : [];
  return options.map((option) => typeOf(option, field)).find((found) => found !== undefined);
}

function innerOf(field: z.ZodType | undefined): z.ZodType | undefined {
  const isWrapped = field instanceof z.ZodNullable || field instanceof z.ZodOptional;
  return isWrapped ? innerOf(field.unwrap() as z.ZodType) : field;
}

function cellOf(value: unknown, type: string | undefined): string {
  if (value === null || value === undefined || value === '') return '-';
  if (type === 'DateTime' && typeof value === 'string') return formatShortTimestamp(value);
  if (type === 'Amount' && typeof value === 'number') return value.toFixed(2);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(' ') || '-' : String(value);
}
