/** E-mails about requests for access, to the admins of the object. */
import { oneLine } from '../../identity/mail.ts'
import { channelsOf } from '../../resources/personal/rules/causes.ts'
import type { Store } from '../../store/db.ts'
import { storedPreferences } from '../../store/queries/personal/states.ts'
import { announcedRequestOf, recipientsOf } from '../../store/queries/sharing/access_requests.ts'
import { joinRecipientsOf } from '../../store/queries/sharing/join_requests.ts'
import type { Notifier } from '../notify_by_email.ts'
import type { JobKind } from '../worker.ts'

/** Notifies the admins of the object, unless the request was decided meanwhile. */
export const announceAccessRequest = ({ store, notify }: { store: Store; notify: Notifier }): JobKind => ({
  async perform(gid) {
    const found = await announcedRequestOf(store.read, gid)
    if (!found) return undefined
    const isTeam = found.type === 'team'
    const [who, what] = [oneLine(found.requester), `the ${found.type} ${oneLine(found.name)}`]
    const subject = isTeam ? `${who} requests to join ${what}` : `${who} requests access to ${what}`
    const how = isTeam ? ' on the page of the team' : `, or share the ${found.type} with them`
    const text = `${subject}. Approve or reject the request${how}.`
    const recipients = isTeam ? joinRecipientsOf : recipientsOf
    for (const user of await recipients(store.read, found.target)) {
      if (!channelsOf(await storedPreferences(store.read, user), 'access_requested').mail) continue
      await notify(user, subject, text)
    }
    return undefined
  },
})
