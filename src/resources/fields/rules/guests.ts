/** Guests can read and write the values of custom fields, but only members can change the fields. */
import { notAllowed } from '../../../lib/errors.ts'
import type { Reader } from '../../../store/db.ts'
import { membershipsIn } from '../../../store/queries/people.ts'

/** Throws 403 for a guest of the workspace. */
export async function mustNotBeGuest(reader: Reader, me: number, workspace: number): Promise<void> {
  const own = (await membershipsIn(reader, workspace, [me])).get(me)
  // wire: docs "Custom fields", access control
  if (own?.is_guest) throw notAllowed('Custom Fields are not available for free users or guests.')
}
