import type { NotClaimable, NotClaimed } from './claim.ts';
import type { CreationRefusal } from './creation.ts';
import type { TransitionRefusal } from './transition.ts';
import type { UndoRefusal } from './undo.ts';

/** The reason why a request is refused, as facts. operations/transactions/refusals.ts makes errors of them. */
export type Refusal = CreationRefusal | TransitionRefusal | UndoRefusal | NotClaimable | NotClaimed;
