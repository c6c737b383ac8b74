/** The queries of the reference: the OpenAPI document, which is public, and the current session. */
import { queryOptions } from '@tanstack/react-query'
import { call, Failure } from '../../data/call.ts'
import type { CurrentSession } from '../../data/types.ts'
import { type ApiDocument, readReference } from './document.ts'
import { indexOf } from './search.ts'

export const apiReference = queryOptions({
  queryKey: ['docs', 'reference'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const response = await fetch('/api/1.0/openapi.json').catch(() => undefined)
    if (!response?.ok) throw new Failure(0, 'Loading the API description failed. Check that the server is running.')
    const reference = readReference((await response.json()) as ApiDocument)
    return { ...reference, index: indexOf(reference) }
  },
})

/** The current session; null without one. */
export const visitor = queryOptions({
  queryKey: ['docs', 'visitor'],
  // The session changes after a sign-in.
  staleTime: 0,
  queryFn: () =>
    call<CurrentSession>('GET', '/-/session').catch((error: unknown) => {
      if (error instanceof Failure && error.status === 401) return null
      throw error
    }),
})
