/** A task is a unit of work. It can be in several projects, have subtasks, and depend on other tasks. */

import { notFound } from '../../lib/errors.ts'
import { allows, rights } from '../../policy/rights.ts'
import { taskOfId } from '../../store/queries/fields.ts'
import { computed, date, flag, json, many, number, one, oneOf, parts, text, timestamp } from '../../vocabulary/field.ts'
import { get } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { fieldValues } from '../fields/rules/value_changes.ts'
import { customFieldsOf } from '../fields/rules/value_fields.ts'
import { linksInWorkspace } from '../people/rules/permalink.ts'
import { spentMinutes } from '../time/rules/spent_minutes.ts'
import { likeFields } from './rules/likes.ts'
import { isPlain, plainText, richText } from './rules/rich_text.ts'
import { taskRelations } from './rules/task_changes.ts'

export const task = resource('task', {
  doc: 'A unit of work.',
  guard: 'task',
  jsonCache: {
    workspace: 'workspace',
    parent: 'parent',
    viewer: 'assignee',
    lists: { table: 'task_memberships', from: 'task', to: 'project' },
  },
  changes: {
    addedTo: { parent: 'task' },
    task: 'gid',
    columns: { completed_at: 'completed_at', actual_time_minutes: 'actual_time_minutes' },
    relations: [...taskRelations, fieldValues],
  },
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the task.' }),
    resource_subtype: oneOf(['default_task', 'milestone', 'approval', 'custom'], {
      compact: true,
      write: 'always',
      doc: 'The kind of task.',
    }),
    created_by: one('user', { skipAccessCheck: true, optIn: true, doc: 'The user who created the task.' }),
    approval_status: oneOf(['pending', 'approved', 'rejected', 'changes_requested'], {
      sparse: true,
      write: 'always',
      doc: 'The status of an approval. Only approvals have one.',
    }),
    assignee_status: oneOf(['today', 'upcoming', 'later', 'new', 'inbox'], {
      write: 'always',
      doc: 'The older form of the section in My Tasks.',
    }),
    assigned_by: one('user', {
      skipAccessCheck: true,
      optIn: true,
      nullable: true,
      doc: 'The user who assigned the task.',
    }),
    completed: flag({ write: 'always', doc: 'Whether the task is completed.' }),
    completed_at: timestamp({ nullable: true, doc: 'When the task was completed.' }),
    completed_by: one('user', {
      skipAccessCheck: true,
      optIn: true,
      nullable: true,
      doc: 'The user who completed the task.',
    }),
    created_at: timestamp({ doc: 'When the task was created.' }),
    modified_at: timestamp({ doc: 'When the task was last modified. A move between lists does not count.' }),
    dependencies: many('task', {
      through: { table: 'task_dependencies', from: 'task', to: 'dependency' },
      optIn: true,
      doc: 'The tasks that the task depends on.',
    }),
    dependents: many('task', {
      through: { table: 'task_dependencies', from: 'dependency', to: 'task' },
      optIn: true,
      doc: 'The tasks that depend on the task.',
    }),
    due_on: date({ write: 'always', nullable: true, doc: 'The day on which the task is due.' }),
    due_at: timestamp({ write: 'always', nullable: true, doc: 'The time at which the task is due.' }),
    start_on: date({ write: 'always', nullable: true, doc: 'The day on which the task starts.' }),
    start_at: timestamp({ write: 'always', nullable: true, doc: 'The time at which the task starts.' }),
    external: json({
      shape: { gid: true, data: true },
      sparse: true,
      write: 'always',
      nullable: true,
      doc: 'A key and data of the caller. Other users cannot see them.',
    }),
    notes: computed(['notes', 'html_notes'], plainText('notes', 'html_notes'), {
      cacheable: isPlain('html_notes'),
      write: 'always',
      doc: 'The description, as plain text.',
    }),
    html_notes: computed(['notes', 'html_notes'], richText('notes', 'html_notes'), {
      cacheable: isPlain('html_notes'),
      optIn: true,
      write: 'always',
      doc: 'The description, as rich text.',
    }),
    ...likeFields('task_likes', 'task'),
    liked: flag({ write: 'always', doc: 'Whether the caller likes it.' }),
    num_subtasks: number({ optIn: true, doc: 'The number of direct subtasks.' }),
    is_rendered_as_separator: flag({ optIn: true, doc: 'Whether lists show the task as a separator.' }),
    actual_time_minutes: computed(['actual_time_minutes'], spentMinutes, {
      cacheable: true,
      nullable: true,
      shows: 'number',
      doc: 'The time spent, in minutes, or null.',
    }),
    assignee: one('user', {
      skipAccessCheck: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'The user whom the task is assigned to.',
    }),
    assignee_section: one('section', {
      skipAccessCheck: true,
      sparse: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'The section in My Tasks. Visible only to the assignee.',
    }),
    custom_type: one('custom_type', {
      skipAccessCheck: true,
      sparse: true,
      write: 'always',
      need: 'comment',
      nullable: true,
      doc: 'The custom type; absent if there is none. Needs the subtype `custom`.',
    }),
    custom_type_status_option: one('custom_type_status_option', {
      skipAccessCheck: true,
      sparse: true,
      write: 'always',
      need: 'comment',
      nullable: true,
      doc: 'The status of the custom type, which completes the task; absent if there is none.',
    }),
    custom_fields: customFieldsOf('task_fields', { doc: 'The custom fields of the task, each with its value.' }),
    followers: many('user', {
      through: { table: 'task_followers', from: 'task', to: 'user' },
      skipAccessCheck: true,
      write: 'create',
      need: 'view',
      doc: 'The users who receive notifications about the task.',
    }),
    memberships: parts(
      'project',
      {
        project: one('project', {
          skipAccessCheck: true,
          compact: true,
          need: 'edit',
          required: true,
          doc: 'The project.',
        }),
        section: one('section', {
          skipAccessCheck: true,
          compact: true,
          need: 'edit',
          nullable: true,
          doc: 'The section of the project.',
        }),
      },
      {
        through: { table: 'task_memberships', from: 'task', to: 'project' },
        write: 'create',
        doc: 'The projects of the task, each with the section.',
      },
    ),
    parent: one('task', { write: 'always', need: 'edit', nullable: true, doc: 'The parent task.' }),
    projects: many('project', {
      through: { table: 'task_memberships', from: 'task', to: 'project' },
      write: 'create',
      need: 'edit',
      doc: 'The projects of the task.',
    }),
    tags: many('tag', {
      through: { table: 'task_tags', from: 'task', to: 'tag' },
      write: 'create',
      need: 'view',
      doc: 'The tags of the task.',
    }),
    workspace: one('workspace', {
      skipAccessCheck: true,
      write: 'create',
      need: 'comment',
      doc: 'The workspace. Cannot change.',
    }),
    permalink_url: computed(['workspace'], linksInWorkspace('task'), {
      cacheable: true,
      doc: 'The address of the task in the app.',
    }),
  },
})

export const operations = [
  get('/tasks/{task_gid}', task, { id: 'getTask', doc: 'Gets a task.' }),
  get('/workspaces/{workspace_gid}/tasks/custom_id/{custom_id}', task, {
    id: 'getTaskForCustomID',
    doc: 'Gets a task by the id from a custom field, such as `BUG-7`.',
    async execute({ path, reader, actor }) {
      const gid = await taskOfId(reader, path.workspace_gid, path.custom_id)
      const right = gid === undefined ? undefined : (await rights(reader, actor.gid, 'task', [gid])).get(gid)
      if (gid === undefined || !allows(right, 'view')) throw notFound('custom_id', path.custom_id.slice(0, 100))
      return gid
    },
  }),
]
