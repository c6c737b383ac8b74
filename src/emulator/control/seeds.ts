/** Seeds in requests of the control API. */
import { parseSeed, type Seed } from '../../exchange/seed/seed.ts'
import { ApiError, malformed } from '../../lib/errors.ts'

/** The latest seeds that were sent, by their texts: tests send the same seed before each of them. */
const recent = new Map<string, Seed>()

const MAX_RECENT = 8

/** Parses a seed that is a member of a JSON body, once. Throws 400 with each error and its place. */
export function seedIn(value: unknown): Seed {
  const text = JSON.stringify(value)
  const seed = recent.get(text) ?? parsed(text, 'json', {})
  recent.set(text, seed)
  const [oldest] = recent.keys()
  if (recent.size > MAX_RECENT && oldest !== undefined) recent.delete(oldest)
  return seed
}

/** Parses a seed that is added to a world, where it can refer to keys. Throws 400. */
export function parsed(text: string, format: 'yaml' | 'json', known: Readonly<Record<string, string>>): Seed {
  const result = parseSeed(text, format, undefined, known)
  if ('seed' in result) return result.seed
  throw invalidSeed(result.errors)
}

function invalidSeed(errors: readonly { message: string }[]): ApiError {
  const { status, topic, message } = malformed(errors[0]?.message ?? 'The seed is invalid.')
  return new ApiError(status, topic, message, { extras: { errors } })
}

/** The error of a seed that is valid by itself, but not in this world. */
export function refusedSeed(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  const { errors } = error as { errors?: { message: string }[] }
  return Array.isArray(errors) ? invalidSeed(errors) : malformed(error.message)
}
