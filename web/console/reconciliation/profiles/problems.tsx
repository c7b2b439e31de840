import { FormError, type Problem, problemOf } from '../../service/failures.ts';
import { fieldWords } from '../../service/field-words.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';

/** Returns the error of a call, with the sentences about fields by the names of the form. */
export function profileErrorOf(error: unknown): unknown {
  const { problems = [], message } = problemOf(error);
  if (problems.length === 0) return error;
  const said = problems.map(({ path, params, ...found }) => {
    const named = params.role === undefined ? params : { ...params, role: nameOf(`columns.${params.role}`) };
    return [path.replace(/^profile\./, ''), fieldWords({ ...found, path, params: named })] as const;
  });
  const { profile: whole = message, ...fields } = Object.fromEntries(said);
  return new FormError(fields, whole);
}

/** Names a part of a profile by its path; one that the console does not know keeps its path. */
function nameOf(path: string): string {
  const { fields, roles } = reconciliationTexts().profiles;
  const [name = '', role = ''] = path.split('.');
  const words: Readonly<Record<string, string>> = name === 'columns' && role ? roles : fields;
  return words[role || name] ?? words[name] ?? path;
}

/** What is wrong with a profile, part by part, by the paths of the parts. */
export function ProfileProblems({ fields }: Pick<Problem, 'fields'>) {
  const problems = Object.entries(fields);
  if (problems.length === 0) return null;
  return (
    <ul class="file-problems">
      {problems.map(([path, message]) => (
        <li key={path}>
          <strong>{nameOf(path)}: </strong>
          {message}
        </li>
      ))}
    </ul>
  );
}
