/**
 * An event is a change as the readers of a stream are told of it: what happened, to what, and who did it. It is read
 * from the log of changes and has no gid of its own. Names are those of now; of what is gone, or not for the reader,
 * only the gid and the type are told.
 */
import { forbidden, notAllowed } from '../../lib/errors.ts'
import type { Name } from '../../names.ts'
import {
  changesInStream,
  changesInWorkspace,
  lastChange,
  lastChangeInStream,
  ownerOfMyTasks,
} from '../../store/queries/events/streams.ts'
import { any, computed, one, type Shape, text, timestamp } from '../../vocabulary/field.ts'
import { type Call, stream } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { changed, changedNeeds } from './rules/changed.ts'
import { follow } from './rules/follow.ts'

const named: Shape = { gid: true, resource_type: true, resource_subtype: true, name: true }

/** What came or went; of a custom field, with what it was set to. */
const value: Shape = {
  ...named,
  ...{ text_value: true, number_value: 'number', date_value: { date: true, date_time: true }, enum_value: named },
  ...{ multi_enum_values: [named], people_value: [named], reference_value: [named] },
}

/** What can be told of; those of which most is told stand first. */
const told = [
  ...(['task', 'story', 'project', 'section', 'tag', 'project_membership'] as const),
  ...(['team', 'team_membership', 'workspace', 'workspace_membership'] as const),
] satisfies Name[]

const parents = ['task', 'project', 'section', 'tag', 'user_task_list', 'team', 'workspace'] as const satisfies Name[]

export const event = resource('event', {
  doc: 'Something that happened to an object, as who follows a stream is told of it.',
  guard: 'event',
  anonymous: true,
  fields: {
    created_at: timestamp({ column: 'at', doc: 'When it happened.' }),
    type: text({ column: 'resource_type', doc: 'The type of the object.' }),
    action: text({ doc: '`added`, `removed`, `changed`, `deleted` or `undeleted`.' }),
    parent: any(parents, {
      nullable: true,
      kept: { type: 'parent_type' },
      doc: 'What it was added to, or removed from.',
    }),
    change: computed(changedNeeds, changed, {
      shape: { field: true, action: true, new_value: value, added_value: value, removed_value: value },
      doc: 'The field that changed, and what came or went where that is an object; absent of other actions.',
    }),
    user: one('user', { nullable: true, doc: 'Who did it; null for the program itself.' }),
    resource: any(told, {
      kept: { type: 'resource_type', subtype: 'resource_subtype' },
      doc: 'The object that it happened to.',
    }),
  },
})

// wire: contract: at most so many for each token
const MOST = 100
const MOST_OF_WORKSPACE = 1000

// wire: docs "Webhooks": which types raise which actions
const actions: Partial<Record<Name, string[]>> = {
  project: ['added', 'changed', 'deleted', 'removed', 'undeleted'],
  project_membership: ['added', 'removed'],
  section: ['added', 'changed', 'deleted', 'undeleted'],
  story: ['added', 'changed', 'removed', 'undeleted'],
  tag: ['added', 'changed', 'deleted', 'undeleted'],
  task: ['added', 'changed', 'deleted', 'removed', 'undeleted'],
  team: ['added', 'changed', 'deleted'],
  team_membership: ['added', 'removed'],
  workspace: ['added', 'removed', 'changed'],
  workspace_membership: ['added', 'removed'],
}
const kinds = Object.entries(actions).flatMap(([type, words]) => words.map(word => `${type} ${word}`))

const sync = text({ doc: 'The token beside the last answer. Without one, the answer is 412 with a first token.' })

/** What is heard at an object. Everybody sees that there is My Tasks, but what is in it is for its owner alone. */
async function heardAt({ actor, reader, syncs, query }: Call<unknown, { sync?: string }>, object: number) {
  const owner = actor.kind === 'service' ? undefined : await ownerOfMyTasks(reader, object)
  if (owner !== undefined && owner !== actor.gid) throw forbidden('user_task_list')
  return follow({
    ...{ syncs, stream: object, sync: query.sync, most: MOST },
    last: () => lastChangeInStream(reader, object),
    read: (after, limit) => changesInStream(reader, object, after, limit),
  })
}

export const operations = [
  stream('/events', event, {
    id: 'getEvents',
    doc: 'Tells what has happened to an object, and to what is below it, since the last time.',
    query: {
      resource: any(['task', 'project', 'user_task_list', 'tag', 'section'], {
        required: true,
        doc: 'What is followed.',
      }),
      sync,
    },
    find: call => heardAt(call, call.query.resource),
  }),
  // wire: docs "Events": the path forms mean the same, although the contract does not list them
  stream('/projects/{project_gid}/events', event, {
    id: 'getEventsForProject',
    doc: 'Tells what has happened to a project and in it since the last time.',
    params: { project_gid: ['project', 'user_task_list'] },
    query: { sync },
    find: call => heardAt(call, call.path.project_gid),
  }),
  stream('/tasks/{task_gid}/events', event, {
    id: 'getEventsForTask',
    doc: 'Tells what has happened to a task, and to what is below it, since the last time.',
    query: { sync },
    find: call => heardAt(call, call.path.task_gid),
  }),
  stream('/workspaces/{workspace_gid}/events', event, {
    id: 'getWorkspaceEvents',
    doc: 'Tells what has happened in a workspace since the last time. Only its service accounts may ask.',
    query: { sync },
    find({ actor, path, query, reader, syncs }) {
      if (actor.kind !== 'service') throw notAllowed('Only service accounts may read the events of a workspace.')
      const workspace = path.workspace_gid
      return follow({
        ...{ syncs, stream: workspace, sync: query.sync, most: MOST_OF_WORKSPACE },
        last: () => lastChange(reader, workspace),
        read: (after, limit) => changesInWorkspace(reader, workspace, kinds, after, limit),
      })
    },
  }),
]
