/**
 * A rate is what an hour of a user or a placeholder costs in a project, in the currency of the workspace. Only admins of
 * the project see its rates and write them. A project has at most one rate of each: its row is locked before a rate is
 * created or restored.
 */
import { invalid, malformed } from '../../lib/errors.ts'
import { getForUpdate, insert, update as set } from '../../store/change.ts'
import type { Reader } from '../../store/db.ts'
import { hasRate, resourceTypes, workspaceOf } from '../../store/queries/capacity/capacity.ts'
import { amount, any, one, text } from '../../vocabulary/field.ts'
import { create, get, list, listing, type ReadCall, remove, update } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { lockParent, moveToTrash } from './rules/capacity_objects.ts'
import { lockResource } from './rules/resource.ts'

export const rate = resource('rate', {
  doc: 'What an hour of a user or a placeholder costs in a project. Only admins of the project see it.',
  guard: 'rate',
  changes: { none: 'only admins of the project see its rates; deleting and restoring one is in the audit log' },
  fields: {
    parent: one('project', {
      ...{ skipAccessCheck: true, write: 'create', required: true, need: 'admin' },
      doc: 'The project. Cannot change.',
    }),
    resource: any(resourceTypes, {
      ...{ skipAccessCheck: true, write: 'create', required: true, need: 'view' },
      fallback: { type: 'resource_kind' },
      doc: 'The user or placeholder. Cannot change.',
    }),
    rate: amount({ write: 'always', required: true, doc: 'The costs of an hour, with all its digits.' }),
    currency_code: text({ doc: 'The currency of the workspace, as its ISO 4217 code.' }),
    created_by: one('user', { skipAccessCheck: true, doc: 'The user who created it.' }),
  },
})

/** Throws 400 for a negative rate. */
export const mustNotBeNegative = (given: string): void => {
  if (given.startsWith('-')) throw invalid('rate', 'Must not be negative')
}

/** Throws 402 if the plan of the organization of a rate does not include it. */
async function mustHaveRate(reader: Reader, gid: number): Promise<void> {
  await mustHaveFeature(reader, await workspaceOf(reader, 'rate', gid), 'rates')
}

interface RateQuery {
  parent?: number
  resource?: number
}

const ratesWhere = listing('rate', ({ query: { parent, resource } }: ReadCall<unknown, RateQuery>) => {
  const where = { ...(parent === undefined ? {} : { parent }), ...(resource === undefined ? {} : { resource }) }
  return { where, order: ['gid'], guarded: true }
})

export const operations = [
  list('/rates', rate, {
    id: 'getRates',
    form: 'full',
    doc: 'Lists the rates of a project, optionally that of one user or placeholder. Only for admins of the project.',
    query: {
      parent: one('project', { need: 'admin', doc: 'The project.' }),
      resource: any(resourceTypes, { doc: 'The user or placeholder.' }),
    },
    async execute(call) {
      const { query, reader } = call
      if (query.parent === undefined) throw malformed('You should specify parent')
      await mustHaveFeature(reader, await workspaceOf(reader, 'project', query.parent), 'rates')
      return ratesWhere(call)
    },
  }),
  create('/rates', rate, {
    id: 'createRate',
    doc: 'Creates the rate of a user or placeholder in a project. Only for admins of the project.',
    async execute({ body, tx, actor }) {
      const { parent, resource, rate } = body
      const workspace = await lockParent(tx, 'rate', parent)
      mustNotBeNegative(rate)
      const resource_kind = await lockResource(tx, workspace, resource, 'resource')
      if (resource_kind === 'placeholder') await mustHaveFeature(tx, workspace, 'placeholder_rates')
      if (await hasRate(tx, parent, resource)) {
        throw malformed('A project can have only one rate of a user or placeholder')
      }
      const gid = tx.gid()
      await insert(tx, 'rates', {
        ...{ gid, workspace, parent, resource, resource_kind, rate },
        ...{ created_by: actor.gid, created_at: tx.now, deleted_at: null, deleted_by: null },
      })
      return gid
    },
  }),
  get('/rates/{rate_gid}', rate, {
    id: 'getRate',
    doc: 'Gets a rate.',
    async execute({ path, reader }) {
      await mustHaveRate(reader, path.rate_gid)
      return path.rate_gid
    },
  }),
  update('/rates/{rate_gid}', rate, {
    id: 'updateRate',
    doc: 'Updates a rate. It applies to all time of the project, also to time that was entered before.',
    async execute({ body, path, tx }) {
      const { gid, workspace, resource_kind } = await getForUpdate(tx, 'rates', path.rate_gid)
      await mustHaveFeature(tx, workspace, 'rates')
      if (resource_kind === 'placeholder') await mustHaveFeature(tx, workspace, 'placeholder_rates')
      if (body.rate === undefined) return
      mustNotBeNegative(body.rate)
      await set(tx, 'rates', { gid }, { rate: body.rate })
    },
  }),
  remove('/rates/{rate_gid}', rate, {
    id: 'deleteRate',
    doc: 'Deletes a rate. The project can then have a new one of the same user or placeholder.',
    execute: ({ path, tx, actor }) => moveToTrash(tx, actor.gid, 'rate', path.rate_gid),
  }),
]
