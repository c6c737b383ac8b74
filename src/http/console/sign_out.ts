/** Sign-out: deletes the session and its cookie. */
import { deleteWhere } from '../../store/change.ts'
import { type ConsoleRoute, sessionRoute } from './route.ts'

export const routes: ConsoleRoute[] = [
  sessionRoute('POST', '/sign_out', {
    doc: 'Revoke this session.',
    async execute({ console, actor }) {
      await console.store.write(tx => deleteWhere(tx, 'tokens', { gid: actor.token }))
      return { session: null }
    },
  }),
]
