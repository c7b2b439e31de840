import { useEffect, useRef, useState } from 'preact/hooks';
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
  readonly query: string;
  readonly found?: Found;
  readonly problem?: Problem;
}

export interface Finding {
  readonly found: Found | undefined;
  readonly problem: Problem | undefined;
  /** Whether an answer to what is typed is still to come. */
  readonly isLooking: boolean;
  retry(): void;
}

/** Looks for what is typed, after a pause. Answers to what was typed before are ignored. */
export function useFound(query: string): Finding {
  const { session } = useSignedIn();
  const [answer, setAnswer] = useState<Answer>({ query: '' });
  const [turn, setTurn] = useState(0);
  const asked = useRef('');
  const isAsking = query.length >= MIN_CHARACTERS;
  useEffect(() => {
    asked.current = query;
    if (!isAsking) return;
    const finish = (next: Omit<Answer, 'query'>) => {
      if (asked.current === query) setAnswer({ query, ...next });
    };
    const timer = setTimeout(
      () =>
        void session.request(FindDocument, { query, limit: LIMIT }).then(
          ({ search: found }) => finish({ found }),
          (error) => finish({ problem: problemOf(error) }),
        ),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [session, query, isAsking, turn]);
  const isAnswered = isAsking && answer.query === query;
  return {
    found: isAnswered ? answer.found : undefined,
    problem: isAnswered ? answer.problem : undefined,
    isLooking: isAsking && !isAnswered,
    retry() {
      setAnswer({ query: '' });
      setTurn((count) => count + 1);
    },
  };
}
