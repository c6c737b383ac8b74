/** The grants of the caller: the applications that have access to their account. */
import { revokeGrant } from '../../../identity/grants.ts'
import { formatTimestamp } from '../../../lib/date.ts'
import { notFound } from '../../../lib/errors.ts'
import { applicationGranted, type GrantedApplication, grantsOf } from '../../../store/queries/identity/applications.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

const presentGrant = ({ gid, application, name, scopes, created_at, last_used_at }: GrantedApplication) => ({
  gid: String(gid),
  application: { gid: String(application), name },
  scopes: scopes.split(' '),
  created_at: formatTimestamp(created_at),
  last_used_at: last_used_at === null ? null : formatTimestamp(last_used_at),
})

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/grants', {
    doc: 'The applications with access to the account of the caller, and their scopes.',
    async execute({ console, actor }) {
      return { data: (await grantsOf(console.store.read, actor.gid)).map(presentGrant) }
    },
  }),
  sessionRoute('DELETE', '/grants/:grant_gid', {
    doc: "Revoke an application's access. All tokens that it has from the caller are revoked.",
    execute: ({ console, actor, path: { grant_gid: gid = 0 } }) =>
      console.store.write(async tx => {
        const application = await applicationGranted(tx, actor.gid, gid)
        if (application === undefined) throw notFound('grant', gid)
        await revokeGrant(tx, { application, user: actor.gid })
        return {}
      }),
  }),
]
