import { fieldNameOf } from './problems.ts';

interface ProfileProblemsProps {
  /** The messages by the paths of what they are about. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What is wrong with a profile, part by part. */
export function ProfileProblems({ fields }: ProfileProblemsProps) {
  const problems = Object.entries(fields);
  if (problems.length === 0) return null;
  return (
    <ul class="file-problems">
      {problems.map(([path, message]) => (
        <li key={path}>
          <strong>{fieldNameOf(path)}: </strong>
          {message}
        </li>
      ))}
    </ul>
  );
}
