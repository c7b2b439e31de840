import type { Problem } from '../service/failures.ts';

/** The sentence about a failure, and below it the English message of the service. */
export function Message({ problem: { message, detail } }: { readonly problem: Problem }) {
  return (
    <>
      {message}
      {detail && detail !== message && (
        <small lang="en" dir="auto">
          {detail}
        </small>
      )}
    </>
  );
}
