import type { CreationRefusal } from './creation.ts';
import type { TransitionRefusal } from './transition.ts';

/** Why a request is refused, as facts. Its words for callers are made at the edge, see operations/refusals.ts. */
export type Refusal = CreationRefusal | TransitionRefusal;
