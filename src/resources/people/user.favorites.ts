/** The favorites of the caller, in the order of the sidebar. Users set them in the app; the API only lists them. */
import type { Name } from '../../names.ts'
import { type Page, page } from '../../store/queries/page.ts'
import { one, oneOf } from '../../vocabulary/field.ts'
import { list } from '../../vocabulary/operation.ts'
import { user } from './user.ts'

const favoriteTypes: Record<string, Name> = {
  ...{ goal: 'goal', portfolio: 'portfolio', project: 'project', tag: 'tag', task: 'task', user: 'user' },
  project_template: 'project_template',
}
const emptyPage: Page = { gids: [], next: null }

export const operations = [
  list('/users/{user_gid}/favorites', user, {
    id: 'getFavoritesForUser',
    doc: 'Lists the favorites of the caller of one type in one workspace.',
    // Users have more than `view` only on themselves.
    needs: { user_gid: 'edit' },
    query: {
      resource_type: oneOf(['goal', 'portfolio', 'project', 'tag', 'task', 'user', 'project_template'], {
        required: true,
        doc: 'The type of the favorites.',
      }),
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
    },
    async execute({ path, query, reader, actor, window }) {
      const type = favoriteTypes[query.resource_type]
      if (!type) return emptyPage
      const where = { user: path.user_gid, workspace: query.workspace, resource_type: type }
      const through = { table: 'favorites', to: 'resource' }
      const order = ['rank', 'resource']
      return { ...(await page(reader, actor.gid, { type, through, where, order, guarded: true }, window)), type }
    },
  }),
]
