/**
 * The official JavaScript clients, npm `asana` 3.2.0 and the previous major version, 1.0.5, both unmodified, in one
 * shape: an operation is called by its ID, which both use as the name of a function.
 */
import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { packages } from '../harness/packages.ts'
import type { Json } from '../harness/world.ts'

export const { skip, load } = await packages('test/clients/asana')

export interface OfficialClient {
  /** The `data` of an object or a list. */
  reads(api: string, operation: string, path: readonly string[], query?: Json): Promise<Json>
  /** A list that needs these parameters. */
  lists(api: string, operation: string, required: Json, query?: Json): Promise<Json>
  writes(api: string, operation: string, path: readonly string[], data: Json): Promise<Json>
  /** Attaches a file of this machine to a task. */
  uploads(task: string, file: string): Promise<Json>
  attachments(task: string): Promise<Json>
  searchesProjects(workspace: string, query: Json): Promise<Json>
  /** The typeahead of a workspace. */
  completes(workspace: string, type: string, query: string): Promise<Json>
}

/** The operations of 3.2.0 that have their body among the options. */
const OPTIONAL_BODY: ReadonlySet<string> = new Set(['duplicateProject', 'createMembership'])

function newest(origin: string, token: string): OfficialClient {
  const asana = load('asana')
  const { instance } = asana.ApiClient
  instance.basePath = `${origin}/api/1.0`
  instance.authentications.token.accessToken = token
  const reads: OfficialClient['reads'] = async (api, operation, path, query = {}) =>
    (await new asana[`${api}Api`]()[operation](...path, query)).data
  return {
    reads,
    // Each required parameter is an argument of its own.
    lists: (api, operation, required, query) => reads(api, operation, Object.values(required), query),
    async writes(api, operation, path, data) {
      const values = OPTIONAL_BODY.has(operation) ? [...path, { body: { data } }] : [{ data }, ...path, {}]
      return (await new asana[`${api}Api`]()[operation](...values)).data
    },
    async uploads(parent, file) {
      return (await new asana.AttachmentsApi().createAttachmentForObject({ parent, file: createReadStream(file) })).data
    },
    attachments: task => reads('Attachments', 'getAttachmentsForObject', [task]),
    searchesProjects: (workspace, query) => reads('Projects', 'searchProjectsForWorkspace', [workspace], query),
    completes: (workspace, type, query) => reads('Typeahead', 'typeaheadForWorkspace', [workspace, type], { query }),
  }
}

/** Without a function for uploads or the search of projects, its users call its dispatcher. */
function previous(origin: string, token: string): OfficialClient {
  const options = { asanaBaseUrl: `${origin}/`, logAsanaChangeWarnings: false }
  const client = load('asana-v1').Client.create(options).useAccessToken(token)
  const { dispatcher } = client
  const reads: OfficialClient['reads'] = async (api, operation, path, query = {}) => {
    const found = await client[api.toLowerCase()][operation](...path, query)
    return found.nextPage ? found.data : found
  }
  return {
    reads,
    lists: (api, operation, required, query) => reads(api, operation, [], { ...required, ...query }),
    writes: (api, operation, path, data) => client[api.toLowerCase()][operation](...path, data),
    async uploads(task, file) {
      const url = dispatcher.url(`/tasks/${task}/attachments`)
      const formData = { file: createReadStream(file) }
      return (await dispatcher.dispatch({ method: 'POST', url, json: true, formData })).data
    },
    attachments: async task => (await client.attachments.findByTask(task, { limit: 100 })).data,
    searchesProjects: async (workspace, query) =>
      (await dispatcher.get(`/workspaces/${workspace}/projects/search`, query)).data,
    completes: async (workspace, type, query) => (await client.workspaces.typeahead(workspace, { type, query })).data,
  }
}

export const OFFICIAL: Record<string, (origin: string, token: string) => OfficialClient> = {
  'asana 3.2.0': newest,
  'asana 1.0.5': previous,
}

const MAX_POLLS = 6000

/** Polls an object with a state, as clients do, until `hasEnded` accepts it. */
export async function polled(read: () => Promise<Json>, hasEnded: (shown: Json) => boolean): Promise<Json> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const shown = await read()
    if (hasEnded(shown)) return shown
    await pause(20)
  }
  throw new Error('The object has not reached its last state.')
}

/** Whether a job succeeded or failed. */
export const isDone = ({ status }: Json): boolean => status === 'succeeded' || status === 'failed'
