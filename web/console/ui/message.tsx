import type { Problem } from '../service/failures.ts';

/** The sentence about a failure, and below it what the service says, in English. */
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
