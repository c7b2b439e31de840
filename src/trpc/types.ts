import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './router.ts';

export type { AppRouter };
/** What each procedure takes: `RouterInputs['deposits']['create']`. */
export type RouterInputs = inferRouterInputs<AppRouter>;
/** What each procedure answers. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;
