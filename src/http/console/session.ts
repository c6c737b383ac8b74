/** The session: the person who is signed in, with their organizations. It is the first request of the web app. */
import { publicSettings, signInSettings } from '../../identity/sign_in_settings.ts'
import { formatTimestamp } from '../../lib/date.ts'
import { notAllowed } from '../../lib/errors.ts'
import { rights } from '../../policy/rights.ts'
import { termsOfStanding } from '../../policy/standing.ts'
import { photoPath } from '../../resources/people/rules/photo.ts'
import { featuresOf } from '../../resources/people/rules/plan.ts'
import { preferencesOf } from '../../resources/personal/rules/preferences.ts'
import type { Reader } from '../../store/db.ts'
import { logEndsOf } from '../../store/queries/events/live.ts'
import { administersInstallation } from '../../store/queries/identity/administrators.ts'
import { workspacesOf } from '../../store/queries/identity/sessions.ts'
import { accountOf } from '../../store/queries/identity/sign_in.ts'
import { inboxStates } from '../../store/queries/inbox/notifications.ts'
import { cursorsAtEnd, formatCursors } from '../live/cursors.ts'
import { mayReplaceAddress } from './initial_address.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'

/** Throws 403 unless the caller administers the installation. */
export async function mustAdministerInstallation(reader: Reader, { actor }: Pick<SessionCall, 'actor'>): Promise<void> {
  if (await administersInstallation(reader, actor.gid)) return
  throw notAllowed('Only administrators of the installation may do this: its operator names them.')
}

/** The data of a session, also returned by sign-in. */
export async function describeSession(reader: Reader, user: number, now: number) {
  // Before everything else: a page that reads the stream from here misses no change of what it has read.
  const live_cursor = formatCursors(cursorsAtEnd(await logEndsOf(reader, user)))
  const account = await accountOf(reader, user)
  const { gid, name, email, password } = account
  const workspaces = await workspacesOf(reader, user)
  const gids = workspaces.map(one => one.gid)
  const access = await rights(reader, user, 'workspace', gids)
  const inboxes = await inboxStates(reader, user, now)
  return {
    user: { gid: String(gid), name, email, photo: photoPath(gid, account.photo) },
    has_password: password !== null,
    awaits_address: await mayReplaceAddress(reader, account),
    organizations: workspaces.map(one => {
      const { unread = 0, snoozed_until = null } = inboxes.get(one.gid) ?? {}
      return {
        gid: String(one.gid),
        name: one.name,
        plan: one.plan,
        is_admin: one.is_admin === 1,
        is_organization: one.is_organization === 1,
        role: termsOfStanding(one).base,
        my_access: access.get(one.gid) ?? 'none',
        features: featuresOf(one.plan),
        unread,
        snoozed_until: snoozed_until === null ? null : formatTimestamp(snoozed_until),
      }
    }),
    preferences: await preferencesOf(reader, user),
    administers_installation: await administersInstallation(reader, user),
    sign_in: publicSettings(await signInSettings(reader)),
    live_cursor,
  }
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/session', {
    doc:
      'The caller, their preferences and their organizations: in each their base role, their access, the features of its plan, ' +
      'how many objects have unread notifications, up to 100, and `snoozed_until`: when the next snoozed notification is ' +
      'shown, or null. `live_cursor` is the position of `/-/live` before all of this was read.',
    async execute({ console, actor }) {
      return { data: await describeSession(console.store.read, actor.gid, console.store.clock()) }
    },
  }),
]
