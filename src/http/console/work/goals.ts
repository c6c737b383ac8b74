/** The goals that a person owns in a workspace, by whom the lists of the API do not filter. */
import { missingInput } from '../../../lib/errors.ts'
import { mustHaveFeature } from '../../../resources/people/rules/plan.ts'
import { goalPage } from '../../../store/queries/goals/goals.ts'
import { one } from '../../../vocabulary/field.ts'
import { askedIn, showObjects } from '../records/shown.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'
import { parseQuery, workspaceIn } from '../search/query.ts'

const MAX_GOALS = 100

const parameters = { owner: one('user', { doc: 'The owner.' }) }

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/goals', {
    doc:
      'The goals of `?workspace=` that `&owner=` owns and the caller can see, the oldest first, at most ' +
      `${MAX_GOALS}. \`&fields=\` has the syntax of \`opt_fields\`.`,
    async execute(call) {
      const { console, actor, query } = call
      const workspace = await workspaceIn(call)
      if (query.owner === undefined) throw missingInput('owner')
      const owner = Number((await parseQuery(call, parameters, { owner: query.owner })).owner)
      const { read } = console.store
      await mustHaveFeature(read, workspace, 'goals')
      const { gids } = await goalPage(read, actor.gid, { workspace, owner }, { limit: MAX_GOALS, after: null })
      const goals = await showObjects(call, 'goal', gids, askedIn(call, 'compact'))
      return { text: `{"data":[${goals.map(({ first, rest }) => `{${first}${rest}`).join()}]}` }
    },
  }),
]
