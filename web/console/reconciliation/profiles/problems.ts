import { type Problem, problemOf } from '../../service/failures.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { texts } from '../../texts/texts.ts';

type Words = ReturnType<typeof reconciliationTexts>['profiles']['problems'];
type Translation = (words: Words, parts: readonly string[]) => string;

/** The service's messages about a profile, and the console's words for them. */
const MESSAGES: readonly (readonly [RegExp, Translation])[] = [
  [/^columns\.\w+ needs a name/, ({ needsName }) => needsName],
  [
    /^(.+) is a name of columns\.(\w+) as well/,
    ({ twice }, [name = '', role = '']) => twice(name, wordOf(role)),
  ],
  [/^defaultCurrency must be a code/, ({ currency }) => currency],
  [/comes with the service/, ({ builtIn }) => builtIn],
  [/there are (\d+) already/, ({ full }, [count = '']) => full(count)],
  [/^Invalid string: must match/, ({ id }) => id],
  [/^Too small: expected array/, ({ chooseOne }) => chooseOne],
  [/^Too small/, () => texts().failures.fields.required],
  [/^Too big: expected string to have <=(\d+)/, (_, [count = '']) => texts().failures.fields.atMost(count)],
  [/^Too big: expected array to have <=(\d+)/, ({ tooMany }, [count = '']) => tooMany(count)],
];

/** Returns the failure of a call, with the messages about fields in words of the console, by the names of the form. */
export function profileProblemOf(error: unknown): Problem {
  const problem = problemOf(error);
  const own = Object.entries(problem.fields).map(([path, message]) => {
    const text = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
    return [path.replace(/^profile\./, ''), translate(text)] as const;
  });
  if (own.length === 0) return problem;
  const { profile: whole, ...fields } = Object.fromEntries(own);
  // Without a type, a form shows the messages as they are.
  return { message: whole ?? problem.message, fields };
}

function translate(text: string): string {
  const words = reconciliationTexts().profiles.problems;
  for (const [pattern, translation] of MESSAGES) {
    const match = pattern.exec(text);
    if (match) return translation(words, match.slice(1));
  }
  return words.other(text.charAt(0).toUpperCase() + text.slice(1));
}

/** The words for a role; the word of the service for one that the console does not know. */
export function wordOf(role: string): string {
  const words: Readonly<Record<string, string>> = reconciliationTexts().profiles.roles;
  return words[role] ?? role;
}

/** Names a field of the form, by its path. */
export function fieldNameOf(path: string): string {
  const { fields } = reconciliationTexts().profiles;
  const [name = '', role] = path.split('.');
  if (name === 'columns' && role) return wordOf(role);
  const words: Readonly<Record<string, string>> = fields;
  return words[name] ?? path;
}
