/**
 * An event is a change as the reader of a stream gets it: the action, the object, and the actor. It is read from the
 * change log and has no gid of its own. Names are current. An object that is deleted, or invisible to the reader, has
 * only its gid and type.
 */
import { forbidden, notAllowed } from '../../lib/errors.ts'
import { type Name, names } from '../../names.ts'
import {
  changesInStream,
  changesInWorkspace,
  lastChange,
  lastChangeInStream,
  ownerOfMyTasks,
} from '../../store/queries/events/streams.ts'
import { parentTypesOf } from '../../vocabulary/changes.ts'
import { any, computed, type JsonShape, one, text, timestamp } from '../../vocabulary/field.ts'
import { type ReadCall, stream } from '../../vocabulary/operation.ts'
import { type Resource, resource } from '../../vocabulary/resource.ts'
import { changeNeeds, loadChange } from './rules/event_change.ts'
import { follow } from './rules/follow.ts'

const named: JsonShape = { gid: true, resource_type: true, resource_subtype: true, name: true }

/** The added or removed object; for a custom field, with its new value. */
const value: JsonShape = {
  ...named,
  ...{ text_value: true, number_value: 'number', date_value: { date: true, date_time: true }, enum_value: named },
  ...{ multi_enum_values: [named], people_value: [named], reference_value: [named] },
}

const all = ['added', 'changed', 'deleted', 'removed', 'undeleted']

// wire: docs "Webhooks": which types raise which actions; other types raise all. The most frequent types come first.
const actions: Partial<Record<Name, string[]>> = {
  task: all,
  story: ['added', 'changed', 'removed', 'undeleted'],
  project: all,
  section: ['added', 'changed', 'deleted', 'undeleted'],
  tag: ['added', 'changed', 'deleted', 'undeleted'],
  project_membership: ['added', 'removed'],
  team: ['added', 'changed', 'deleted'],
  team_membership: ['added', 'removed'],
  workspace: ['added', 'removed', 'changed'],
  workspace_membership: ['added', 'removed'],
}
const kinds = names.flatMap(type => (actions[type] ?? all).map(action => `${type} ${action}`))

/** The position of a type by the number of its events. */
function frequencyOf(type: Name): number {
  const at = Object.keys(actions).indexOf(type)
  return at < 0 ? names.length : at
}

/** The types of parents that mappers name; the most frequent ones first. */
const parents = ['task', 'project', 'section', 'tag', 'user_task_list', 'team', 'workspace'] as const satisfies Name[]

const fieldsOf = (types: readonly Name[], parentTypes: readonly Name[]) => ({
  created_at: timestamp({ column: 'at', doc: 'When the change happened.' }),
  type: text({ column: 'resource_type', doc: 'The type of the object.' }),
  action: text({ doc: '`added`, `removed`, `changed`, `deleted` or `undeleted`.' }),
  parent: any(parentTypes, {
    nullable: true,
    fallback: { type: 'parent_type' },
    doc: 'The object that it was added to, or removed from.',
  }),
  change: computed(changeNeeds, loadChange, {
    shape: { field: true, action: true, new_value: value, added_value: value, removed_value: value },
    doc: 'The field that changed, and the added or removed object; absent for other actions.',
  }),
  user: one('user', { nullable: true, doc: 'The user who made the change; null for the server itself.' }),
  resource: any(types, {
    fallback: { type: 'resource_type', subtype: 'resource_subtype' },
    doc: 'The object that changed.',
  }),
})

/** The resource, from those whose changes are recorded: an event refers to their objects and to the parents of these. */
export function eventOf(recorded: readonly Resource[]) {
  const types = recorded.map(({ name }) => name).toSorted((a, b) => frequencyOf(a) - frequencyOf(b))
  const declared = recorded.flatMap(({ changes }) => parentTypesOf(changes))
  return resource('event', {
    doc: 'A change of an object in a stream.',
    guard: 'event',
    anonymous: true,
    changes: { none: 'an event is a change itself' },
    fields: fieldsOf(types, [...new Set<Name>([...parents, ...declared])]),
  })
}

/** The resource as its operations name it: the catalog knows the recorded types. */
export const event = eventOf([])

// wire: contract: the maximum for each token
const MAX_EVENTS = 100
const MAX_WORKSPACE_EVENTS = 1000

const sync = text({ doc: 'The token from the last response. Without one, the response is 412 with a first token.' })

/** The events of an object. Other users can see a My Tasks list, but only its owner gets its events. */
async function followObject(
  { actor, reader, syncTokens, query }: ReadCall<unknown, { sync?: string }>,
  object: number,
) {
  const owner = actor.kind === 'service' ? undefined : await ownerOfMyTasks(reader, object)
  if (owner !== undefined && owner !== actor.gid) throw forbidden('user_task_list')
  return follow({
    ...{ syncs: syncTokens, stream: object, sync: query.sync, max: MAX_EVENTS },
    last: () => lastChangeInStream(reader, object),
    read: (after, limit) => changesInStream(reader, object, after, limit),
  })
}

export const operations = [
  stream('/events', event, {
    id: 'getEvents',
    doc: 'Gets the events of an object and of the objects below it since the last request.',
    query: {
      resource: any(['task', 'project', 'user_task_list', 'tag', 'section', 'portfolio', 'goal'], {
        required: true,
        doc: 'The object of the stream.',
      }),
      sync,
    },
    execute: call => followObject(call, call.query.resource),
  }),
  // wire: docs "Events": the path forms mean the same, although the contract does not list them
  stream('/projects/{project_gid}/events', event, {
    id: 'getEventsForProject',
    doc: 'Gets the events of a project and of the objects in it since the last request.',
    params: { project_gid: ['project', 'user_task_list'] },
    query: { sync },
    execute: call => followObject(call, call.path.project_gid),
  }),
  stream('/tasks/{task_gid}/events', event, {
    id: 'getEventsForTask',
    doc: 'Gets the events of a task and of the objects below it since the last request.',
    query: { sync },
    execute: call => followObject(call, call.path.task_gid),
  }),
  stream('/workspaces/{workspace_gid}/events', event, {
    id: 'getWorkspaceEvents',
    doc: 'Gets the events of a workspace since the last request. Only for its service accounts.',
    query: { sync },
    execute({ actor, path, query, reader, syncTokens }) {
      if (actor.kind !== 'service') throw notAllowed('Only service accounts may read the events of a workspace.')
      const workspace = path.workspace_gid
      return follow({
        ...{ syncs: syncTokens, stream: workspace, sync: query.sync, max: MAX_WORKSPACE_EVENTS },
        last: () => lastChange(reader, workspace),
        read: (after, limit) => changesInWorkspace(reader, workspace, kinds, after, limit),
      })
    },
  }),
]
