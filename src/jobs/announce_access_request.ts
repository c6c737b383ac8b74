/** E-mails about requests for access, to the admins of the object. */
import { oneLine } from '../identity/mail.ts'
import type { Store } from '../store/db.ts'
import { announcedRequestOf, recipientsOf } from '../store/queries/sharing/access_requests.ts'
import type { Notifier } from './notify_by_email.ts'
import type { JobKind } from './worker.ts'

/** Notifies the admins of the object, unless the request was decided meanwhile. */
export const announceAccessRequest = ({ store, notify }: { store: Store; notify: Notifier }): JobKind => ({
  async perform(gid) {
    const found = await announcedRequestOf(store.read, gid)
    if (!found) return undefined
    const [who, what] = [oneLine(found.requester), `the ${found.type} ${oneLine(found.name)}`]
    const text = `${who} requests access to ${what}. Approve or reject the request, or share the ${found.type} with them.`
    for (const user of await recipientsOf(store.read, found.target)) {
      await notify(user, `${who} requests access to ${what}`, text)
    }
    return undefined
  },
})
