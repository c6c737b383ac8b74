/** The sessions of the caller: listing and revoking them. */
import { revokeOtherSessions } from '../../identity/sessions.ts'
import { formatTimestamp } from '../../lib/date.ts'
import { notFound } from '../../lib/errors.ts'
import { deleteAndCount } from '../../store/change.ts'
import { sessionsOf } from '../../store/queries/identity/sessions.ts'
import { type ConsoleRoute, sessionRoute } from './route.ts'

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/sessions', {
    doc: 'The sessions of the caller, newest first.',
    async execute({ console, actor }) {
      const now = console.clock()
      const living = (await sessionsOf(console.store.read, actor.gid)).filter(({ expires_at }) => expires_at > now)
      const data = living.map(one => ({
        gid: String(one.gid),
        is_current: one.gid === actor.token,
        agent: one.agent,
        address: one.address,
        created_at: formatTimestamp(one.created_at),
        last_used_at: one.last_used_at === null ? null : formatTimestamp(one.last_used_at),
        expires_at: formatTimestamp(one.expires_at),
      }))
      return { data }
    },
  }),
  sessionRoute('DELETE', '/sessions', {
    doc: 'Revoke all sessions of the caller except this one.',
    async execute({ console, actor }) {
      await console.store.write(tx => revokeOtherSessions(tx, actor.gid, actor.token))
      return {}
    },
  }),
  sessionRoute('DELETE', '/sessions/:session_gid', {
    doc: 'Revoke a session of the caller.',
    async execute({ console, actor, path: { session_gid: gid = 0 } }) {
      const own = { gid, user: actor.gid, kind: 'session' }
      const deleted = await console.store.write(tx => deleteAndCount(tx, 'tokens', own))
      if (deleted === 0) throw notFound('session', gid)
      return gid === actor.token ? { session: null } : {}
    },
  }),
]
