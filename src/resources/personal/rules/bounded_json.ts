/** JSON values of the web app that the server only stores: their size and their depth are limited. */
import { invalid } from '../../../lib/errors.ts'

const MAX_DEPTH = 6

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some(member => isDeeper(member, depth - 1)))

/** The value as it is. Throws 400 for one that is too deep, or longer than `max` characters of JSON. */
export function boundedJson<T>(at: string, value: T, max: number): T {
  if (isDeeper(value, MAX_DEPTH)) throw invalid(at, `Too deep (maximum ${MAX_DEPTH} levels)`)
  if (JSON.stringify(value).length > max) throw invalid(at, `Too long (maximum ${max} characters of JSON)`)
  return value
}
