/** The session: the person who is signed in, with their organizations. It is the first request of the web app. */
import { publicSettings, signInSettings } from '../../identity/sign_in_settings.ts'
import { notAllowed } from '../../lib/errors.ts'
import type { Reader } from '../../store/db.ts'
import { administersInstallation } from '../../store/queries/identity/administrators.ts'
import { workspacesOf } from '../../store/queries/identity/sessions.ts'
import { accountOf } from '../../store/queries/identity/sign_in.ts'
import { mayReplaceAddress } from './initial_address.ts'
import { type ConsoleRoute, type SessionCall, sessionRoute } from './route.ts'

/** Throws 403 unless the caller administers the installation. */
export async function mustAdministerInstallation(reader: Reader, { actor }: Pick<SessionCall, 'actor'>): Promise<void> {
  if (await administersInstallation(reader, actor.gid)) return
  throw notAllowed('Only administrators of the installation may do this: its operator names them.')
}

/** The data of a session, also returned by sign-in. */
export async function describeSession(reader: Reader, user: number) {
  const account = await accountOf(reader, user)
  const { gid, name, email, password } = account
  const workspaces = await workspacesOf(reader, user)
  return {
    user: { gid: String(gid), name, email },
    has_password: password !== null,
    awaits_address: await mayReplaceAddress(reader, account),
    organizations: workspaces.map(one => ({
      gid: String(one.gid),
      name: one.name,
      plan: one.plan,
      is_admin: one.is_admin === 1,
      is_organization: one.is_organization === 1,
    })),
    administers_installation: await administersInstallation(reader, user),
    sign_in: publicSettings(await signInSettings(reader)),
  }
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/session', {
    doc: 'The caller and their organizations.',
    async execute({ console, actor }) {
      return { data: await describeSession(console.store.read, actor.gid) }
    },
  }),
]
