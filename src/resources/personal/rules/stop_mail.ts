/** Ends e-mails about notifications for one person. */
import { deleteWhere } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { noMail } from './causes.ts'
import { changePreferences } from './preferences.ts'

/** Turns off e-mail about every cause, and drops what waits. */
export async function stopMail(tx: Writer, user: number): Promise<void> {
  await changePreferences(tx, user, { notify: noMail })
  await deleteWhere(tx, 'notification_mails', { user })
}
