import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../../service/failures.ts';
import { useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { TryBankProfileDocument, type TryBankProfileMutation } from '../gql/graphql.ts';
import type { Draft } from './draft.ts';
import { profileProblemOf } from './problems.ts';

export type Tried = TryBankProfileMutation['tryBankProfile'];

/** How a profile reads a sample. The last reading stays until the next one is there. */
export interface TriedState {
  readonly tried: Tried | undefined;
  readonly problem: Problem | undefined;
  /** Whether something has changed since. */
  readonly isBusy: boolean;
}

/** A pause in typing, after which the sample is read. */
const PAUSE_MS = 300;
const NONE: TriedState = { tried: undefined, problem: undefined, isBusy: false };

/** Reads a sample by a profile whenever either changes. Nothing is kept. */
export function useTried(draft: Draft, text: string, isPasted: boolean): TriedState {
  const { session } = useSignedIn();
  const [state, setState] = useState<TriedState>(NONE);
  const title = draft.title.trim() || reconciliationTexts().profiles.thisProfile;
  // The title of a profile is checked when it is saved.
  const profile = JSON.stringify({ ...draft, id: 'sample', title: title.slice(0, 80) });
  useEffect(() => {
    if (text.trim() === '') {
      setState(NONE);
      return;
    }
    let isLatest = true;
    setState((before) => ({ ...before, isBusy: true }));
    const read = async () => {
      const next = await session.request(TryBankProfileDocument, { profile, content: text, isPasted }).then(
        ({ tryBankProfile: tried }) => ({ ...NONE, tried }),
        (error) => ({ ...NONE, problem: profileProblemOf(error) }),
      );
      if (isLatest) setState(next);
    };
    const timer = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [session, profile, text, isPasted]);
  return state;
}
