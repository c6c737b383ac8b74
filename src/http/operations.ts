/**
 * Operations of the API inside a transaction of the program, such as a run of a rule. Their input and the rights of the
 * caller are checked as for a request; there is no permit, because the work of the program has limits of its own.
 */
import { type Catalog, createCatalog } from '../catalog/catalog.ts'
import { createDownloadLinks } from '../files/links.ts'
import { createGraph } from '../graph/graph.ts'
import type { Actor } from '../identity/actor.ts'
import type { OperationRunner } from '../jobs/automation/operations.ts'
import type { Clock } from '../lib/clock.ts'
import { derive } from '../lib/secret.ts'
import { textOf } from '../lib/strings.ts'
import type { Reader } from '../store/db.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import type { WriteCall } from '../vocabulary/operation.ts'
import { admit, mustKeepRights } from './kernel.ts'

interface RunnerOptions {
  /** The key of the installation. */
  key: string
  clock: Clock
  catalog?: Catalog
}

export function createOperationRunner({ key, clock, catalog = createCatalog() }: RunnerOptions): OperationRunner {
  const downloads = createDownloadLinks(derive(key, 'downloads'), clock)
  /** No client is there to enable changes of the API. */
  const contextOf = (actor: Actor, reader: Reader, publicUrl = ''): LoadContext => {
    return { actor, reader, publicUrl, enabled: new Set(), downloads, clock }
  }
  const byId = new Map(catalog.operations.map(operation => [operation.id, operation]))
  const graph = createGraph(catalog)
  return {
    async perform(tx, actor, { id, path: params, body: data }) {
      const operation = byId.get(id)
      // Such an operation calls other servers before its transaction.
      if (!operation || operation.prepare) throw new Error(`The operation ${id} cannot be performed in a transaction.`)
      const admitOn = (reader: Reader) => admit(reader, actor, { operation, params }, {}, { data })
      const input = await admitOn(tx)
      await operation.execute({ ...contextOf(actor, tx), ...input, tx } as WriteCall)
      return async committed => mustKeepRights(input.rights, (await admitOn(committed)).rights)
    },
    async show(reader, actor, type, gid, fields, publicUrl) {
      const selection = { fields, expand: '', form: 'full', guarded: true } as const
      const { objects } = await graph(type, [gid], selection, contextOf(actor, reader, publicUrl))
      return objects[0] === undefined ? undefined : JSON.parse(textOf(objects[0]))
    },
  }
}
