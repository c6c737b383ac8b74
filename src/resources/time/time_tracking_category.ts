/** A category of the time that people of one workspace track. Administrators manage them; an archived one keeps its entries. */
import { unknownObject } from '../../lib/errors.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import { columns } from '../../vocabulary/columns.ts'
import { flag, one, oneOf, text } from '../../vocabulary/field.ts'
import { create, get, list, listing, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { colors } from '../fields/rules/colors.ts'
import { mustHaveName } from '../fields/rules/options.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'

export const timeTrackingCategory = resource('time_tracking_category', {
  doc: 'A category of the time that people of a workspace track.',
  guard: null,
  cached: true,
  changes: { addedTo: { workspace: 'workspace' }, streams: ['workspace'], columns: { is_archived: 'is_archived' } },
  fields: {
    name: text({ compact: true, write: 'always', required: true, max: 1024, doc: 'The name of the category.' }),
    color: oneOf(colors, { compact: true, write: 'always', doc: 'The colour of the category.' }),
    is_archived: flag({ doc: 'Whether new entries cannot have it. Entries that have it keep it.' }),
  },
})

// wire: guess: 403 for others; the contract names no right
const needs = { time_tracking_category_gid: 'admin' } as const

export const operations = [
  list('/time_tracking_categories', timeTrackingCategory, {
    id: 'getTimeTrackingCategories',
    doc: 'Lists the categories of a workspace: those that are not archived, unless `is_archived` says otherwise.',
    query: {
      workspace: one('workspace', { required: true, doc: 'The workspace.' }),
      is_archived: flag({ doc: 'Whether to list the archived categories instead.' }),
    },
    execute: listing('time_tracking_category', ({ query: { workspace, is_archived = false } }) => ({
      where: { workspace, is_archived: Number(is_archived) },
      order: ['gid'],
      guarded: false,
    })),
  }),
  create('/time_tracking_categories', timeTrackingCategory, {
    id: 'createTimeTrackingCategory',
    doc: 'Creates a category in a workspace.',
    body: { workspace: one('workspace', { need: 'admin', required: true, doc: 'The workspace. Cannot change.' }) },
    async execute({ tx, body: { workspace, name, color = 'none' } }) {
      await mustHaveFeature(tx, workspace, 'time_tracking')
      mustHaveName(name, 'name')
      const gid = tx.gid()
      await insert(tx, 'time_tracking_categories', {
        ...{ gid, workspace, name, color, is_archived: 0 },
        ...{ created_at: tx.now, deleted_at: null, deleted_by: null },
      })
      return gid
    },
  }),
  get('/time_tracking_categories/{time_tracking_category_gid}', timeTrackingCategory, {
    id: 'getTimeTrackingCategory',
    doc: 'Gets a category.',
  }),
  update('/time_tracking_categories/{time_tracking_category_gid}', timeTrackingCategory, {
    id: 'updateTimeTrackingCategory',
    doc: 'Updates the name or the colour of a category, or archives it.',
    needs,
    body: { is_archived: flag({ doc: 'Whether new entries cannot have it. Entries that have it keep it.' }) },
    async execute({ tx, path, body }) {
      if (body.name !== undefined) mustHaveName(body.name, 'name')
      const changed = columns(timeTrackingCategory.fields, body)
      await set(tx, 'time_tracking_categories', { gid: path.time_tracking_category_gid }, changed)
    },
  }),
  remove('/time_tracking_categories/{time_tracking_category_gid}', timeTrackingCategory, {
    id: 'deleteTimeTrackingCategory',
    doc: 'Deletes a category. Its entries stay, without it.',
    needs,
    async execute({ tx, path, actor }) {
      const { gid, deleted_at } = await getForUpdate(tx, 'time_tracking_categories', path.time_tracking_category_gid)
      if (deleted_at !== null) throw unknownObject('time_tracking_category', gid)
      await set(tx, 'time_tracking_categories', { gid }, { deleted_at: tx.now, deleted_by: actor.gid })
    },
  }),
]
