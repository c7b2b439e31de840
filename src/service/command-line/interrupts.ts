import { MoveRefusal } from '../../../db/maintenance/move/refusal.ts';

/** Lets the commit that is under way end. A second signal ends the process at once. */
export function listenForInterrupts() {
  let isInterrupted = false;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const note = () => {
    isInterrupted = true;
    stopListening();
  };
  const stopListening = () => {
    for (const signal of signals) process.off(signal, note);
  };
  for (const signal of signals) process.on(signal, note);
  return {
    stopListening,
    throwIfAny() {
      if (isInterrupted)
        throw new MoveRefusal(
          'Interrupted. Drop the PostgreSQL database, create it again, and run move again.',
        );
    },
  };
}
