import { z } from 'zod';
import type { Operation } from '../../operations/operation.ts';
import type { Parameter } from './command.ts';
import { fieldOf } from './input.ts';
import { orNone, parseDuration, parseLimits, parseOnOff } from './values.ts';

type Described = Pick<Operation, 'name' | 'input'>;
type OwnParameter = Omit<Parameter, 'help'> & { readonly help?: string };

/**
 * Parameters of a command that runs an operation, as in a usage line: `<appKey> --limit <number>`. Everything else
 * comes from the fields that they set. A parameter for which the command line has its own field or words is an object.
 */
export type GivenParameter = string | OwnParameter;

/** The fields that short words stand for, in operations that have no field `word` or `wordId`. */
const ALIASES: Readonly<Record<string, string>> = {
  allowIp: 'ipAllowlist',
  amount: 'dailyLimit',
  cidr: 'ipAllowlist',
  client: 'appKey',
  color: 'brandColor',
  from: 'fromDay',
  grace: 'graceSeconds',
  host: 'returnHosts',
  id: 'bankId',
  lineId: 'lineIds',
  logo: 'brandLogo',
  name: 'accountName',
  'on|off': 'requiresTimedSign',
  paidFrom: 'paidFromAccountId',
  requireTimedSign: 'requiresTimedSign',
  templateId: 'id',
  to: 'toDay',
};

/** What the command line says about a field in its own words: its users see no cursors and no fields. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  acceptDifference:
    "Accepts an amount beyond the bank's limits, or more than a fifth away from what was asked.",
  sequence: 'The sequence in transactions show. If it has risen since, the command is refused.',
};
const NEXT_PAGE = 'Continues after the page that printed this.';

/** How the text of a placeholder is read where its field has another type. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  duration: parseDuration,
  'min..max': parseLimits,
  'on|off': parseOnOff,
};

/** The forms of the values that a placeholder stands for. */
const FORMS: Readonly<Record<string, string>> = { timestamp: ', such as 2026-11-20T09:30:00Z' };

/**
 * The parameters of a command that runs an operation.
 * @throws TypeError when the operation has no field for one of them.
 */
export function parametersOf(operation: Described, given: readonly GivenParameter[]): readonly Parameter[] {
  return given.flatMap((one) => {
    if (typeof one !== 'string') return parameterOf(operation, one);
    return (one.match(/--[\w-]+(?: <[^>]+>)?|<[^>]+>/g) ?? []).map((syntax) =>
      parameterOf(operation, { syntax }),
    );
  });
}

function parameterOf({ name, input }: Described, given: OwnParameter): Parameter {
  const { syntax } = given;
  const shape: Readonly<Record<string, unknown>> = input instanceof z.ZodObject ? input.shape : {};
  const word = fieldOf({ help: '', ...given });
  const field = [word, `${word}Id`, ALIASES[word] ?? ''].find((candidate) => candidate in shape);
  if (field === undefined) throw new TypeError(`${name} has no field for ${syntax}`);
  const facts = factsOf(shape[field]);
  const placeholder = /<([^>]+?)(?:[.]{3})?>/.exec(syntax)?.[1] ?? '';
  const read = PARSERS[placeholder];
  const parse = isClearable(facts) ? orNone(read) : read;
  return {
    help: OWN_WORDS[field] ?? helpOf(facts, FORMS[placeholder]),
    ...(placeholder && parse && { parse }),
    repeatable: facts.isList,
    ...given,
    field,
  };
}

interface Facts {
  readonly description: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
  readonly words: readonly string[];
  readonly byDefault: unknown;
}

/** Reads what a schema, and the schemas inside it, say about a field. */
function factsOf(field: unknown): Facts {
  if (!(field instanceof z.ZodType))
    return { description: '', isNullable: false, isList: false, words: [], byDefault: undefined };
  const inner = factsOf(
    field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable
      ? field.def.innerType
      : field instanceof z.ZodPipe
        ? field.def.in
        : undefined,
  );
  return {
    description: field.description ?? inner.description,
    isNullable: inner.isNullable || field instanceof z.ZodNullable,
    isList: inner.isList || field instanceof z.ZodArray,
    words: field instanceof z.ZodEnum ? field.options.map(String) : inner.words,
    byDefault: field instanceof z.ZodDefault ? field.def.defaultValue : inner.byDefault,
  };
}

/** Whether `none` clears the field. An optional field of something new that nobody can clear is left out instead. */
function isClearable({ isNullable, byDefault, description }: Facts): boolean {
  return isNullable && (byDefault !== null || description.includes('null'));
}

/** The first sentence about a field, and the words that it accepts. */
function helpOf(facts: Facts, form = ''): string {
  const { description, words, byDefault } = facts;
  if (description.includes('`nextCursor`')) return NEXT_PAGE;
  const sentence = description.replace(/[.](?: .*)?$/, '');
  const hasDefault = typeof byDefault === 'number' || typeof byDefault === 'string';
  const otherwise = hasDefault ? ` (default: ${byDefault})` : '';
  const choice = words.length > 0 ? ` One of ${words.join(', ')}.` : '';
  return `${isClearable(facts) ? withNone(sentence) : sentence}${form}${otherwise}.${choice}`;
}

/** On the command line, null is written none. */
function withNone(sentence: string): string {
  const [before = '', after = 'for none'] = sentence.split('; null ');
  return after === 'for none' ? `${before}, or none` : `${before}, or none ${after}`;
}
