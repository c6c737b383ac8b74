/** Saved views of lists. */
import { missingInput } from '../../../lib/errors.ts'
import type { ViewDefinition } from '../../../resources/personal/rules/view_input.ts'
import { viewInput } from '../../../resources/personal/rules/view_input.ts'
import {
  changeView,
  createView,
  deleteView,
  newViewInput,
  parentOfViews,
} from '../../../resources/personal/rules/views.ts'
import { type ViewRow, viewsOf } from '../../../store/queries/personal/views.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

/** Definitions can be longer than other bodies of the console. */
const MAX_BODY_BYTES = 64 * 1024

const presentView = (view: ViewRow) => ({
  ...{ gid: String(view.gid), parent: String(view.parent), name: view.name },
  ...(JSON.parse(view.definition) as ViewDefinition),
  ...{ is_shared: view.is_shared === 1, owner: String(view.owner), rank: view.rank },
})

const path = '/views/:view_gid'

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/views', {
    doc:
      'The views of `?parent=`, a project, a user task list, a tag or a workspace: those of the caller and the shared ' +
      'ones, in their order. `parent` and `owner` are gids.',
    async execute({ console: { store }, actor, query: { parent: text } }) {
      if (text === undefined) throw missingInput('parent')
      const parent = await parentOfViews(store.read, actor.gid, text)
      return { data: (await viewsOf(store.read, actor.gid, parent.gid)).map(presentView) }
    },
  }),
  sessionRoute('POST', '/views', {
    doc: 'Create a view of the caller, by default at the end. Only people who can change the parent share views.',
    maxBodyBytes: MAX_BODY_BYTES,
    body: newViewInput,
    execute: ({ console: { store }, actor, body }) =>
      store.write(async tx => ({ status: created, data: presentView(await createView(tx, actor.gid, body)) })),
  }),
  sessionRoute('PUT', path, {
    doc: 'Change a view: an own one, or a shared one if the caller can change the parent. Absent members stay.',
    maxBodyBytes: MAX_BODY_BYTES,
    body: viewInput,
    execute: ({ console: { store }, actor, path: { view_gid: gid = 0 }, body }) =>
      store.write(async tx => ({ data: presentView(await changeView(tx, actor.gid, gid, body)) })),
  }),
  sessionRoute('DELETE', path, {
    doc: 'Delete a view: an own one, or a shared one if the caller can change the parent.',
    execute: ({ console: { store }, actor, path: { view_gid: gid = 0 } }) =>
      store.write(async tx => {
        await deleteView(tx, actor.gid, gid)
        return {}
      }),
  }),
]
