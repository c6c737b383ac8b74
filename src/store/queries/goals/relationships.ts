/** Queries for what supports goals. */
import type { Name } from '../../../names.ts'

/** The types of objects that support a goal. */
export const supportingTypes = ['goal', 'project', 'task', 'portfolio'] as const satisfies Name[]
