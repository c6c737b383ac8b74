/** Who is signed in, and where that leads: what the web app asks first. */
import { offered, signInSettings } from '../../identity/sign_in_settings.ts'
import { notAllowed } from '../../lib/errors.ts'
import type { Reader } from '../../store/db.ts'
import { firstWorkspace, type Workspace, workspacesOf } from '../../store/queries/identity/sessions.ts'
import { accountOf } from '../../store/queries/identity/sign_in.ts'
import { awaitsAddress } from './first_steps.ts'
import { type Call, personal, type Route } from './route.ts'

/** Whoever administers what was set up first: signing in is one for the whole installation. */
const administers = async (reader: Reader, workspaces: Workspace[]): Promise<boolean> => {
  const first = await firstWorkspace(reader)
  return workspaces.some(({ gid, is_admin }) => gid === first && is_admin === 1)
}

/** Whether a person administers the installation. */
export const administersInstallation = async (reader: Reader, user: number): Promise<boolean> =>
  administers(reader, await workspacesOf(reader, user))

/** Throws 403 unless the caller administers the installation. */
export async function mustAdministerInstallation(reader: Reader, { actor }: Pick<Call, 'actor'>): Promise<void> {
  if (await administersInstallation(reader, actor.gid)) return
  throw notAllowed('Only administrators of the organization that was set up first may do this.')
}

/** What a person sees who has just signed in, or comes back. */
export async function described(reader: Reader, user: number) {
  const account = await accountOf(reader, user)
  const { gid, name, email, password } = account
  const workspaces = await workspacesOf(reader, user)
  return {
    user: { gid: String(gid), name, email },
    has_password: password !== null,
    awaits_address: await awaitsAddress(reader, account),
    organizations: workspaces.map(one => ({
      gid: String(one.gid),
      name: one.name,
      plan: one.plan,
      is_admin: one.is_admin === 1,
      is_organization: one.is_organization === 1,
    })),
    administers_installation: await administers(reader, workspaces),
    sign_in: offered(await signInSettings(reader)),
  }
}

export const routes: Route[] = [
  personal('GET', '/session', {
    doc: 'Who I am, and where I belong.',
    async run({ console, actor }) {
      return { data: await described(console.store.read, actor.gid) }
    },
  }),
]
