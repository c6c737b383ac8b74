/** Finds a user by gid, `me` or e-mail address, including users that the caller cannot see. */
import { addressOf } from '../../../lib/address.ts'
import { invalid } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import type { Reader } from '../../../store/db.ts'
import { usersOfEmails } from '../../../store/queries/people.ts'

/** The gid of the user; undefined for an address without an account. Throws 400 for any other input. */
export async function findPerson(reader: Reader, me: number, at: string, sent: string): Promise<number | undefined> {
  if (sent === 'me') return me
  const address = addressOf(sent)
  if (address !== undefined) return (await usersOfEmails(reader, [address])).get(address)
  const gid = parseGid(sent)
  // wire: fixture of a 2025 integration
  if (gid === undefined) throw invalid(at, `Not an email, GID, or "me": ${sent.slice(0, 100).toWellFormed()}`)
  return gid
}
