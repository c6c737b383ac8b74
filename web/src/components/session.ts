/** Who is signed in, for the rooms behind the sign-in. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { session } from '../api/queries.ts'
import type { Session } from '../api/types.ts'

export const useSession = (): Session => useSuspenseQuery(session).data
