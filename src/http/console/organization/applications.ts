/** The applications with grants of people of an organization, for its administrators. */
import { revokeGrants } from '../../../identity/grants.ts'
import { formatTimestamp } from '../../../lib/date.ts'
import { notFound } from '../../../lib/errors.ts'
import { type AuthorizedApplication, applicationsIn, grantersIn } from '../../../store/queries/identity/applications.ts'
import { administeredOrganization } from '../organizations.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

const presentApplication = ({
  gid,
  name,
  owner,
  owner_name,
  owner_left_at,
  people,
  scopes,
  last_used_at,
}: AuthorizedApplication) => ({
  gid: String(gid),
  name,
  // An owner who has left cannot sign in, so the application has none.
  owner: owner_left_at === null ? { gid: String(owner), name: owner_name } : null,
  people,
  scopes: [...new Set(scopes.split(' '))].sort(),
  last_used_at: last_used_at === null ? null : formatTimestamp(last_used_at),
})

/** People whose grants one transaction revokes. It is bounded, because other writers wait. */
const MAX_GRANTS_AT_ONCE = 100

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/organizations/:organization_gid/applications', {
    doc: 'The applications with access to accounts of an organization, for administrators. `owner` is null when the owner has left.',
    async execute(call) {
      const { read } = call.console.store
      return { data: (await applicationsIn(read, await administeredOrganization(read, call))).map(presentApplication) }
    },
  }),
  sessionRoute('DELETE', '/organizations/:organization_gid/applications/:application_gid', {
    doc: "Revoke an application's access to all accounts of an organization, for administrators. All its tokens of these accounts are revoked.",
    async execute(call) {
      const { application_gid: application = 0 } = call.path
      const revokeBatch = () =>
        call.console.store.write(async tx => {
          const users = await grantersIn(tx, await administeredOrganization(tx, call), application, MAX_GRANTS_AT_ONCE)
          await revokeGrants(tx, application, users)
          return users.length
        })
      let revoked = await revokeBatch()
      if (revoked === 0) throw notFound('application', application)
      while (revoked === MAX_GRANTS_AT_ONCE) revoked = await revokeBatch()
      return {}
    },
  }),
]
