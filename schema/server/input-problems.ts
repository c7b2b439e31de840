import { type ASTNode, type GraphQLError, Kind, TokenKind } from 'graphql';
import { type Fault, fault } from '../../src/kernel/problems.ts';

/** One field of an input that GraphQL refuses, and the reason. */
interface InputProblem {
  /** The path in the input, as over REST: `items.0.sequence`. */
  readonly path: string;
  readonly found: Fault;
}

/** The beginning of a message about the value of a variable: its name, and the path inside of the value. */
const OF_VARIABLE = /^Variable "\$(\w+)" got invalid value(?: at "\w+([\w.[\]]*)")?; /;

/** GraphQL's sentences that name the field themselves. */
const NAMING: readonly (readonly [RegExp, 'required' | 'unknown' | 'null'])[] = [
  [/^Field "(?:\w+\.)?(\w+)" of required type /, 'required'],
  [/^Field "\w+" argument "(\w+)" of type .* is required/s, 'required'],
  [/^(?:Argument|Variable) "\$?(\w+)" of required type /, 'required'],
  [/^(?:Argument|Variable) "\$?(\w+)" of non-null type /, 'null'],
  [/^Field "([^"]*)" is not defined by type /, 'unknown'],
];

/**
 * The name of the type that a value does not have. A name without quotes is searched for only at the start: the
 * rest can be a long text of the client.
 */
const EXPECTED_TYPE = /(?:type|Enum|in) "\[*(\w+)|^(?:An? )?(\w+) (?:cannot represent|must be)/;

const VALUES: readonly string[] = [
  Kind.INT,
  Kind.FLOAT,
  Kind.STRING,
  Kind.BOOLEAN,
  Kind.NULL,
  Kind.ENUM,
  Kind.LIST,
  Kind.OBJECT,
];

/**
 * Reads out of an error of GraphQL which field of an input is missing, unknown or of another type.
 * @param message the message of the error, without the value that was sent.
 * @returns undefined for an error of the document itself.
 */
export function inputProblemOf({ nodes }: GraphQLError, message: string): InputProblem | undefined {
  const [prefix = '', variable, inside = ''] = OF_VARIABLE.exec(message) ?? [];
  const sentence = message.slice(prefix.length);
  const { name, kind } = readNamed(sentence);
  const steps =
    variable === undefined ? [name ?? nameBefore(nodes?.[0])] : [placeOf(variable, inside, name), name];
  const path = steps.filter(Boolean).join('.');
  return path === '' ? undefined : { path, found: { ...faultOf(kind, sentence), message } };
}

function readNamed(sentence: string) {
  for (const [pattern, kind] of NAMING) {
    const name = pattern.exec(sentence)?.[1];
    if (name !== undefined) return { name, kind };
  }
  return {};
}

/** Fields are named by their path in the input, whatever its variable is called; other values by their variable. */
function placeOf(variable: string, inside: string, name: string | undefined): string {
  if (inside === '') return name === undefined ? variable : '';
  const path = inside.replaceAll(/\[(\d+)\]/g, '.$1');
  return inside.startsWith('.') ? path.slice(1) : variable + path;
}

/** The name before a value in the document, as in `name: value`. An item of a list, or a default, has none. */
function nameBefore(node: ASTNode | undefined): string | undefined {
  const colon = node && VALUES.includes(node.kind) ? node.loc?.startToken.prev : undefined;
  return colon?.kind === TokenKind.COLON ? colon.prev?.value : undefined;
}

function faultOf(kind: 'required' | 'unknown' | 'null' | undefined, sentence: string): Fault {
  if (kind === 'required') return fault('required');
  if (kind === 'unknown') return fault('unknown_parameter');
  const [, type, scalar = 'that the schema has'] = EXPECTED_TYPE.exec(sentence) ?? [];
  return fault('wrong_type', { expected: `of the type ${type ?? scalar}` });
}
