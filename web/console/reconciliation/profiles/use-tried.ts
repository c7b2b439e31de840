import { useEffect, useState } from 'preact/hooks';
import type { WithoutErrors } from '../../../../src/client/graphql-client.ts';
import { type Problem, problemOf } from '../../service/failures.ts';
import { useSignedIn } from '../../session/context.ts';
import * as gql from '../gql/graphql.ts';
import { profileErrorOf } from './problems.tsx';

export type TriedProfile = WithoutErrors<gql.TryBankProfileMutation>['tryBankProfile'];
export type SampleColumn = TriedProfile['sample']['columns'][number];

/** How the service reads a sample. The last reading stays, marked as busy, until the next one arrives. */
export interface TriedState {
  readonly tried?: TriedProfile;
  readonly problem?: Problem;
  readonly isBusy: boolean;
}

/** A pause in typing, after which the sample is read. */
const PAUSE_MS = 300;
const NONE: TriedState = { isBusy: false };

/**
 * Asks the service to read a sample whenever it or its profile changes. Nothing is stored.
 * @param asked null without a sample; undefined while something else is awaited.
 */
export function useTried(
  asked: gql.TryBankProfileMutationVariables | null | undefined,
  onRead?: (tried: TriedProfile) => void,
): TriedState {
  const { session } = useSignedIn();
  const [state, setState] = useState(NONE);
  useEffect(() => {
    if (asked === null) setState(NONE);
    if (!asked) return;
    let isLatest = true;
    setState((before) => ({ ...before, isBusy: true }));
    const read = async () => {
      const next = await session.request(gql.TryBankProfileDocument, asked).then(
        ({ tryBankProfile: tried }): TriedState => ({ ...NONE, tried }),
        (error): TriedState => ({ ...NONE, problem: problemOf(profileErrorOf(error)) }),
      );
      if (!isLatest) return;
      setState(next);
      if (next.tried) onRead?.(next.tried);
    };
    const timer = setTimeout(() => void read(), state === NONE ? 0 : PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [session, JSON.stringify(asked)]);
  return state;
}
