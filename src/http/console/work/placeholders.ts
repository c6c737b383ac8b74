/** Placeholders of an organization, to which allocations and rates of the API refer. */
import { notFound } from '../../../lib/errors.ts'
import { parseGid } from '../../../lib/gid.ts'
import { allows, rights } from '../../../policy/rights.ts'
import {
  createPlaceholder,
  deletePlaceholder,
  placeholderInput,
  renamePlaceholder,
} from '../../../resources/capacity/rules/placeholders.ts'
import type { Reader } from '../../../store/db.ts'
import { placeholderOf, placeholdersOf } from '../../../store/queries/capacity/capacity.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'

const PAGE_SIZE = 100

/** A placeholder as JSON. */
async function present(reader: Reader, gid: number) {
  const found = await placeholderOf(reader, gid)
  if (!found) throw notFound('placeholder', gid)
  return { gid: String(gid), name: found.name }
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/organizations/:organization_gid/placeholders', {
    doc:
      'The placeholders of an organization, for its members: the oldest first, at most 100. For the next page, send ' +
      '`?after=` the `gid` of the last one.',
    async execute({ console, actor, path: { organization_gid: gid = 0 }, query: { after = '0' } }) {
      const { read } = console.store
      if (!allows((await rights(read, actor.gid, 'workspace', [gid])).get(gid), 'view')) {
        throw notFound('organization', gid)
      }
      const found = await placeholdersOf(read, gid, parseGid(after) ?? 0, PAGE_SIZE)
      return { data: found.map(({ gid, name }) => ({ gid: String(gid), name })) }
    },
  }),
  sessionRoute('POST', '/organizations/:organization_gid/placeholders', {
    doc: 'Create a placeholder for a person who is not known yet, for members who are no guests.',
    body: placeholderInput,
    execute: ({ console, actor, path: { organization_gid: gid = 0 }, body }) =>
      console.store.write(async tx => {
        const data = await present(tx, await createPlaceholder(tx, actor.gid, gid, body))
        return { status: created, data }
      }),
  }),
  sessionRoute('PUT', '/placeholders/:placeholder_gid', {
    doc: 'Rename a placeholder.',
    body: placeholderInput,
    execute: ({ console, actor, path: { placeholder_gid: gid = 0 }, body }) =>
      console.store.write(async tx => {
        await renamePlaceholder(tx, actor.gid, gid, body)
        return { data: await present(tx, gid) }
      }),
  }),
  sessionRoute('DELETE', '/placeholders/:placeholder_gid', {
    doc: 'Move a placeholder to the trash. Its allocations and rates stay until it is purged.',
    execute: ({ console, actor, path: { placeholder_gid: gid = 0 } }) =>
      console.store.write(async tx => {
        await deletePlaceholder(tx, actor.gid, gid)
        return {}
      }),
  }),
]
