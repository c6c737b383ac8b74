/** A task is what is to be done. It can be in several projects, have subtasks, and wait for other tasks. */

import { notFound } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { taskOfId } from '../../store/queries/fields.ts'
import {
  computed,
  constant,
  date,
  flag,
  json,
  many,
  number,
  one,
  oneOf,
  parts,
  text,
  timestamp,
} from '../../vocabulary/field.ts'
import { get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { customFields } from '../fields/rules/value_fields.ts'
import { taskLinks } from '../people/rules/permalink.ts'
import { isPlain, plainText, richText } from './rules/rich_text.ts'

const like = {
  gid: text({ doc: 'The gid of the like.' }),
  user: one('user', { open: true, compact: true, doc: 'Who likes it.' }),
}
const likes = { table: 'task_likes', from: 'task', to: 'user' }

export const task = resource('task', {
  doc: 'Something that is to be done.',
  guard: 'task',
  texts: {
    within: 'workspace',
    above: 'parent',
    holder: 'assignee',
    lists: { table: 'task_memberships', from: 'task', to: 'project' },
  },
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the task.' }),
    resource_subtype: oneOf(['default_task', 'milestone', 'approval', 'custom'], {
      compact: true,
      write: 'always',
      doc: 'What kind of task it is.',
    }),
    created_by: one('user', { open: true, optIn: true, doc: 'Who made it.' }),
    approval_status: oneOf(['pending', 'approved', 'rejected', 'changes_requested'], {
      sparse: true,
      write: 'always',
      doc: 'The state of an approval; approvals alone have it.',
    }),
    assignee_status: oneOf(['today', 'upcoming', 'later', 'new', 'inbox'], {
      write: 'always',
      doc: 'The older way to say where it stands in My Tasks.',
    }),
    assigned_by: one('user', { open: true, optIn: true, nullable: true, doc: 'Who assigned it.' }),
    completed: flag({ write: 'always', doc: 'Whether it is done.' }),
    completed_at: timestamp({ nullable: true, doc: 'When it was done.' }),
    completed_by: one('user', { open: true, optIn: true, nullable: true, doc: 'Who did it.' }),
    created_at: timestamp({ doc: 'When it was made.' }),
    modified_at: timestamp({ doc: 'When it last changed; moving it between lists does not count.' }),
    dependencies: many('task', {
      through: { table: 'task_dependencies', from: 'task', to: 'dependency' },
      optIn: true,
      doc: 'The tasks it waits for.',
    }),
    dependents: many('task', {
      through: { table: 'task_dependencies', from: 'dependency', to: 'task' },
      optIn: true,
      doc: 'The tasks that wait for it.',
    }),
    due_on: date({ write: 'always', nullable: true, doc: 'The day it is due.' }),
    due_at: timestamp({ write: 'always', nullable: true, doc: 'The moment it is due.' }),
    start_on: date({ write: 'always', nullable: true, doc: 'The day it starts.' }),
    start_at: timestamp({ write: 'always', nullable: true, doc: 'The moment it starts.' }),
    external: json({
      shape: { gid: true, data: true },
      sparse: true,
      write: 'always',
      nullable: true,
      doc: 'A key and data of your own; only you see them.',
    }),
    notes: computed(['notes', 'html_notes'], plainText('notes', 'html_notes'), {
      steady: isPlain('html_notes'),
      write: 'always',
      doc: 'What is to be done, as plain text.',
    }),
    html_notes: computed(['notes', 'html_notes'], richText('notes', 'html_notes'), {
      steady: isPlain('html_notes'),
      optIn: true,
      write: 'always',
      doc: 'What is to be done, as rich text.',
    }),
    hearted: flag({ column: 'liked', doc: 'The older name of `liked`.' }),
    hearts: parts('user', like, { open: true, through: likes, doc: 'The older name of `likes`.' }),
    num_hearts: number({ column: 'num_likes', doc: 'The older name of `num_likes`.' }),
    liked: flag({ write: 'always', doc: 'Whether the caller likes it.' }),
    likes: parts('user', like, { open: true, through: likes, doc: 'Who likes it.' }),
    num_likes: number({ doc: 'How many like it.' }),
    num_subtasks: number({ optIn: true, doc: 'How many subtasks it has, right below it.' }),
    is_rendered_as_separator: flag({ optIn: true, doc: 'Whether lists show it as a line between tasks.' }),
    actual_time_minutes: constant(null, { doc: 'The time spent, or null.' }),
    assignee: one('user', {
      open: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'Who is to do it.',
    }),
    assignee_section: one('section', {
      open: true,
      sparse: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'Its section in My Tasks; the assignee alone sees it.',
    }),
    custom_type: constant(undefined, {
      shape: { name: true },
      doc: 'Its custom type; absent while there is none.',
    }),
    custom_type_status_option: constant(undefined, {
      shape: { name: true },
      doc: 'Its state in its custom type; absent while there is none.',
    }),
    custom_fields: customFields,
    followers: many('user', {
      through: { table: 'task_followers', from: 'task', to: 'user' },
      open: true,
      write: 'create',
      need: 'view',
      doc: 'Who is told of what happens to it.',
    }),
    memberships: parts(
      'project',
      {
        project: one('project', { open: true, compact: true, need: 'edit', required: true, doc: 'The project.' }),
        section: one('section', {
          open: true,
          compact: true,
          need: 'edit',
          nullable: true,
          doc: 'The section of the project that it is in.',
        }),
      },
      {
        through: { table: 'task_memberships', from: 'task', to: 'project' },
        write: 'create',
        doc: 'The projects it is in, each with its section.',
      },
    ),
    parent: one('task', { write: 'always', need: 'edit', nullable: true, doc: 'The task it is a part of.' }),
    projects: many('project', {
      through: { table: 'task_memberships', from: 'task', to: 'project' },
      write: 'create',
      need: 'edit',
      doc: 'The projects it is in.',
    }),
    tags: many('tag', {
      through: { table: 'task_tags', from: 'task', to: 'tag' },
      write: 'create',
      need: 'view',
      doc: 'Its tags.',
    }),
    workspace: one('workspace', { open: true, write: 'create', need: 'comment', doc: 'The workspace. Cannot change.' }),
    permalink_url: computed(['workspace'], taskLinks, { steady: true, doc: 'Where people open it.' }),
  },
})

export const operations = [
  get('/tasks/{task_gid}', task, { id: 'getTask', doc: 'Shows a task.' }),
  get('/workspaces/{workspace_gid}/tasks/custom_id/{custom_id}', task, {
    id: 'getTaskForCustomID',
    doc: 'Shows the task that a custom field has given an id, such as `BUG-7`.',
    async find({ path, reader, actor }) {
      const gid = await taskOfId(reader, path.workspace_gid, path.custom_id)
      const held = gid === undefined ? undefined : (await rights(reader, actor.gid, 'task', [gid])).get(gid)
      if (gid === undefined || !allows(held, 'view')) throw notFound('custom_id', path.custom_id.slice(0, 100))
      return gid
    },
  }),
]
