import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { hasRight, type Right } from './rights.ts';
import type { Session } from './session.ts';

export interface SignedIn {
  readonly session: Session;
  /** Says something that needs no answer. */
  readonly notify: (message: string) => void;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** Whoever is signed in. Only screens behind the sign-in ask. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('a screen is shown before anyone signed in');
  return signedIn;
}

/** Whether whoever is signed in may do this. */
export function useRight(right: Right): boolean {
  return hasRight(useSignedIn().session.role, right);
}
