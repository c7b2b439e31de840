import { useEffect, useState } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';

const TICK_MS = 1000;

/** Returns the time of the service's clock in epoch milliseconds, updated every second. */
export function useNow(): number {
  const { session } = useSignedIn();
  const [nowMs, setNowMs] = useState(() => session.nowMs());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(session.nowMs()), TICK_MS);
    return () => clearInterval(timer);
  }, [session]);
  return nowMs;
}
