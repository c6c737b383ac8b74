/** The current session, for pages that require one. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { session } from '../data/queries.ts'
import type { CurrentSession } from '../data/types.ts'

export const useSession = (): CurrentSession => useSuspenseQuery(session).data
