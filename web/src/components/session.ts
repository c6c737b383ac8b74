/** The current session, for pages that require one. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { session } from '../api/queries.ts'
import type { CurrentSession } from '../api/types.ts'

export const useSession = (): CurrentSession => useSuspenseQuery(session).data
