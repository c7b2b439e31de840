import { failTestCallbacks } from '../../operations/sandbox/callback-failures.ts';
import { advanceTestClock } from '../../operations/sandbox/clock.ts';
import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../operations/sandbox/transitions.ts';
import { mutation, router } from '../init.ts';

/** Only test keys may call these. */
export const testKeys = router({
  settle: mutation(settleTestTransaction),
  reject: mutation(rejectTestTransaction),
  reverse: mutation(reverseTestTransaction),
  expire: mutation(expireTestTransaction),
  advanceClock: mutation(advanceTestClock),
  failCallbacks: mutation(failTestCallbacks),
});
