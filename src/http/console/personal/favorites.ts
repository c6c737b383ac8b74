/** Favorites of the caller. The API lists those of one type; the console sets them, and lists all in one order. */
import { missingInput } from '../../../lib/errors.ts'
import { favoriteInput, removeFavorite, setFavorite } from '../../../resources/personal/rules/favorites.ts'
import { visibleWorkspace } from '../../../resources/personal/rules/workspace.ts'
import { favoritesOf } from '../../../store/queries/personal/favorites.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

interface ShownFavorite {
  resource: number
  resource_type: string
  workspace: number
  rank: string
}

const presentFavorite = ({ resource, resource_type, workspace, rank }: ShownFavorite) => ({
  ...{ gid: String(resource), resource_type, workspace: String(workspace), rank },
})

const path = '/favorites/:gid'

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/favorites', {
    doc: 'The favorites of the caller in `?workspace=`, of all types in one order, each with its `name`.',
    async execute({ console: { store }, actor, query: { workspace: text } }) {
      if (text === undefined) throw missingInput('workspace')
      const { workspace } = await visibleWorkspace(store.read, actor.gid, text)
      const found = await favoritesOf(store.read, actor.gid, workspace)
      return { data: found.map(one => ({ ...presentFavorite(one), name: one.name })) }
    },
  }),
  sessionRoute('PUT', path, {
    doc:
      'Make an object a favorite of the caller, by default the last one, or move it: a project, portfolio, goal, tag, ' +
      'task, user or project template, as the API lists them.',
    body: favoriteInput,
    execute: ({ console: { store }, actor, path: { gid = 0 }, body }) =>
      store.write(async tx => ({ data: presentFavorite(await setFavorite(tx, actor.gid, gid, body)) })),
  }),
  sessionRoute('DELETE', path, {
    doc: 'Remove a favorite of the caller.',
    execute: ({ console: { store }, actor, path: { gid = 0 } }) =>
      store.write(async tx => {
        await removeFavorite(tx, actor.gid, gid)
        return {}
      }),
  }),
]
