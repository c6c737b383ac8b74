/** What a world has sent: e-mails and calls of webhook targets. */
import { shown } from './input.ts'
import type { ControlRoute } from './route.ts'

export const logRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/deliveries',
    answer: async ({ world }) => world.deliveries.list().map(({ at, ...rest }) => ({ at: shown(at), ...rest })),
  },
  {
    method: 'GET',
    path: '/mail',
    answer: async ({ world }) => world.mail.list().map(({ at, ...rest }) => ({ at: shown(at), ...rest })),
  },
  {
    method: 'DELETE',
    path: '/mail',
    async answer({ world }) {
      world.mail.clear()
      return {}
    },
  },
]
