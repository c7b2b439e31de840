import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../../sandbox/transitions.ts';
import { mutation, router } from '../init.ts';

/** Only test keys may call these. */
export const testKeys = router({
  settle: mutation(settleTestTransaction),
  reject: mutation(rejectTestTransaction),
  reverse: mutation(reverseTestTransaction),
  expire: mutation(expireTestTransaction),
});
