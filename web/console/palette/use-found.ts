import { useEffect, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { FindDocument } from './gql/graphql.ts';
import type { Found } from './words.ts';

/** How long typing must pause before the search runs. */
const PAUSE_MS = 200;
const MIN_CHARACTERS = 2;
/** The most results of each kind. */
const LIMIT = 6;

interface Answer {
  /** The query of the last answer; empty for none. */
  readonly query: string;
  readonly problem?: Problem;
  /** The last results, and the query that found them. */
  readonly found: Found | undefined;
  readonly foundBy: string;
  readonly isAsked: boolean;
}

export interface Finding extends Pick<Answer, 'found' | 'foundBy'> {
  readonly problem: Problem | undefined;
  /** Whether the answer to the current query is still to come. */
  readonly isLooking: boolean;
  /** Whether the results are those of an earlier query. */
  readonly isOld: boolean;
  retry(): void;
}

/**
 * Searches for what is typed, after a pause. Only one request runs at a time; when it ends, the text that is in the
 * field then is searched for. The earlier results stay until the next ones.
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
