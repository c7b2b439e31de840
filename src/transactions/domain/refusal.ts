import type { NotClaimable, NotClaimed } from './claim.ts';
import type { CreationRefusal } from './creation.ts';
import type { UndoRefusal } from './plan.ts';
import type { TransitionRefusal } from './transition.ts';

/** The reason why a request is refused, as facts. See ../refusals.ts for their errors. */
export type Refusal = CreationRefusal | TransitionRefusal | UndoRefusal | NotClaimable | NotClaimed;
