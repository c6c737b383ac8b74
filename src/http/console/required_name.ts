/** Names in the forms of the console. */
import { missingInput } from '../../lib/errors.ts'

/** Trims a name. Throws 400 for an empty one. */
export function requireName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw missingInput('name')
  return trimmed
}
