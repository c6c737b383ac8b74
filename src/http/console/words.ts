/** What people write into the forms of the console. */
import { missing } from '../../lib/errors.ts'

/** A name without the spaces around it. Throws 400 for one that says nothing. */
export function mustSay(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw missing('name')
  return trimmed
}
