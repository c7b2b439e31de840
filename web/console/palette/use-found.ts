import { useEffect, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { FindDocument } from './gql/graphql.ts';
import type { Found } from './words.ts';

/** The search follows the typing after this pause. */
const PAUSE_MS = 200;
const MIN_CHARACTERS = 2;
/** The results of each kind. */
const LIMIT = 6;

interface Answer {
  /** What was last answered; empty for nothing. */
  readonly query: string;
  readonly problem?: Problem;
  /** The last results, and what they were found by. */
  readonly found: Found | undefined;
  readonly foundBy: string;
  readonly isAsked: boolean;
}

export interface Finding extends Pick<Answer, 'found' | 'foundBy'> {
  readonly problem: Problem | undefined;
  /** Whether an answer to what is typed is still to come. */
  readonly isLooking: boolean;
  /** Whether the results are those of what was typed before. */
  readonly isOld: boolean;
  retry(): void;
}

/**
 * Looks for what is typed, after a pause. One request is on its way at a time; after it, what is typed then is asked.
 * The results before stay until the next ones.
 */
export function useFound(query: string): Finding {
  const { session } = useSignedIn();
  const [answer, setAnswer] = useState<Answer>({ query: '', found: undefined, foundBy: '', isAsked: false });
  const isAsking = query.length >= MIN_CHARACTERS;
  const isAnswered = answer.query === query;
  const isWaiting = isAsking && !isAnswered && !answer.isAsked;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setAnswer((before) => ({ ...before, isAsked: true }));
      session.request(FindDocument, { query, limit: LIMIT }).then(
        ({ search: found }) => setAnswer({ query, found, foundBy: query, isAsked: false }),
        (error) => setAnswer((before) => ({ ...before, query, problem: problemOf(error), isAsked: false })),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [session, query, isWaiting]);
  return {
    found: isAsking ? answer.found : undefined,
    foundBy: answer.foundBy,
    problem: isAsking && isAnswered ? answer.problem : undefined,
    isLooking: isAsking && !isAnswered,
    isOld: answer.foundBy !== query,
    retry: () => setAnswer((before) => ({ ...before, query: '' })),
  };
}
