import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { FieldProblem } from '../../src/domain/errors.ts';
import { AMOUNT_FORM, TIMESTAMP_FORM } from '../../src/operations/fields.ts';

/** What a value must be, by the name of its type. */
const FORMS: Readonly<Record<string, string>> = {
  String: 'a string',
  ID: 'a string',
  Int: 'a whole number',
  Boolean: 'true or false',
  Amount: AMOUNT_FORM,
  DateTime: TIMESTAMP_FORM,
};

const FIELD_NAME = /^[A-Za-z_]\w{0,63}$/;

/**
 * What keeps a value from being of its type, field by field. Says what to send, and never what was sent:
 * GraphQL's own messages repeat it.
 * @param path of the value; empty for what holds the fields of a request.
 */
export function* typeProblems(
  value: unknown,
  type: GraphQLInputType,
  path: readonly string[],
): Generator<FieldProblem> {
  if (isNonNullType(type)) {
    if (value != null) yield* typeProblems(value, type.ofType, path);
    else if (isInputObjectType(type.ofType)) yield* objectProblems({}, type.ofType, path);
    else yield problem(path, 'is required.');
  } else if (value == null) {
    return;
  } else if (isListType(type)) {
    for (const item of Array.isArray(value) ? value : [value]) yield* typeProblems(item, type.ofType, path);
  } else if (isInputObjectType(type)) {
    if (typeof value === 'object' && !Array.isArray(value)) yield* objectProblems(value, type, path);
    else yield problem(path, 'must be an object of fields.');
  } else if (!isOfType(value, type)) {
    yield problem(path, `must be ${formOf(type)}.`);
  }
}

function* objectProblems(
  value: object,
  type: GraphQLInputObjectType,
  path: readonly string[],
): Generator<FieldProblem> {
  const given = new Map<string, unknown>(Object.entries(value));
  for (const field of Object.values(type.getFields())) {
    // GraphQL takes a default for what is left out.
    if (given.has(field.name) || field.defaultValue === undefined)
      yield* typeProblems(given.get(field.name), field.type, [...path, field.name]);
    given.delete(field.name);
  }
  for (const name of given.keys())
    yield FIELD_NAME.test(name)
      ? problem([...path, name], `is no field of ${type.name}. Leave it out.`)
      : problem(path, `has a field that ${type.name} does not have. Leave it out.`);
}

function isOfType(value: unknown, type: GraphQLLeafType): boolean {
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}

function formOf(type: GraphQLLeafType): string {
  if (isEnumType(type))
    return `one of ${type
      .getValues()
      .map(({ name }) => name)
      .join(', ')}`;
  return FORMS[type.name] ?? `a value of the type ${type.name}`;
}

function problem(path: readonly string[], message: string): FieldProblem {
  const name = path.join('.');
  return { path: name, message: `${name || 'The input'} ${message}` };
}
