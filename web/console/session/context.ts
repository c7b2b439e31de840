import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Notify, Report } from '../ui/notice.tsx';
import { hasRight, type Right } from './rights.ts';
import type { Session } from './session.ts';

export interface SignedIn {
  readonly session: Session;
  /** Shows a short message, and what can be done about it. */
  readonly notify: Notify;
  /** Shows a failure until it is closed or the same action succeeds, whatever else is shown. */
  readonly report: Report;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** Returns the session of the signed-in user. Only screens after the sign-in use it. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('a screen is shown before anyone signed in');
  return signedIn;
}

/** Returns whether the signed-in user has a right. */
export function useRight(right: Right): boolean {
  return hasRight(useSignedIn().session.role, right);
}
