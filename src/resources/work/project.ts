/** A project is a list of tasks, divided into sections, shared with people and teams. */
import { computed, constant, date, flag, many, one, oneOf, text, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { projectLinks } from '../people/rules/permalink.ts'
import { colors } from './rules/colors.ts'
import { icons } from './rules/icons.ts'
import { plainText, richText } from './rules/rich_text.ts'

const nameOnly = { name: true } as const

export const project = resource('project', {
  doc: 'A list of tasks with sections, shared with people and teams.',
  guard: 'project',
  near: true,
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the project.' }),
    archived: flag({ write: 'always', doc: 'Whether it is put away. It stays readable and writable.' }),
    color: oneOf([...colors, 'none'], { write: 'always', nullable: true, doc: 'The colour, or null.' }),
    icon: oneOf(icons, { write: 'always', nullable: true, doc: 'The icon, or null.' }),
    created_at: timestamp({ doc: 'When it was made.' }),
    modified_at: timestamp({ doc: 'When it last changed.' }),
    completed: flag({ doc: 'Whether it is completed.' }),
    completed_at: timestamp({ nullable: true, doc: 'When it was completed.' }),
    completed_by: one('user', { open: true, nullable: true, doc: 'Who completed it.' }),
    current_status: constant(null, {
      shape: {
        title: true,
        text: true,
        html_text: true,
        color: true,
        author: nameOnly,
        created_by: nameOnly,
        created_at: true,
        modified_at: true,
      },
      doc: 'The latest status; null while there is none.',
    }),
    current_status_update: constant(null, {
      shape: { title: true, resource_subtype: true },
      doc: 'The latest status update; null while there is none.',
    }),
    custom_field_settings: many('custom_field_setting', {
      through: { table: 'custom_field_settings', from: 'parent', to: 'gid', order: 'rank' },
      doc: 'The custom fields of its tasks.',
    }),
    custom_fields: constant([], {
      doc: 'The values of its own custom fields, which portfolios give; there are none yet.',
    }),
    default_view: oneOf(['list', 'board', 'calendar', 'timeline'], { write: 'always', doc: 'How it opens.' }),
    due_on: date({ write: 'always', nullable: true, doc: 'The day it is due.' }),
    due_date: date({ column: 'due_on', write: 'always', nullable: true, doc: 'The older name of `due_on`.' }),
    start_on: date({ write: 'always', nullable: true, doc: 'The day it starts.' }),
    notes: computed(['notes', 'html_notes'], plainText('notes', 'html_notes'), {
      write: 'always',
      doc: 'What it is about, as plain text.',
    }),
    html_notes: computed(['notes', 'html_notes'], richText('notes', 'html_notes'), {
      optIn: true,
      write: 'always',
      doc: 'What it is about, as rich text.',
    }),
    public: flag({ write: 'always', doc: 'The older form of `privacy_setting`: shared with the whole workspace.' }),
    privacy_setting: oneOf(['public_to_workspace', 'private_to_team', 'private'], {
      write: 'always',
      doc: 'Whom it is shared with, beside its members.',
    }),
    default_access_level: oneOf(['admin', 'editor', 'commenter', 'viewer'], {
      write: 'always',
      doc: 'What people may do who have it through the team or the workspace.',
    }),
    minimum_access_level_for_customization: oneOf(['admin', 'editor'], {
      write: 'always',
      doc: 'Who may change its sections and fields.',
    }),
    minimum_access_level_for_sharing: oneOf(['admin', 'editor'], { write: 'always', doc: 'Who may share it.' }),
    members: many('user', {
      through: { table: 'project_memberships', from: 'project', to: 'member' },
      open: true,
      doc: 'The people it is shared with by name.',
    }),
    followers: many('user', {
      through: { table: 'project_followers', from: 'project', to: 'member' },
      open: true,
      write: 'create',
      need: 'view',
      doc: 'The members who are told of what happens.',
    }),
    owner: one('user', {
      open: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'Who answers for it.',
    }),
    team: one('team', { write: 'always', need: 'view', nullable: true, doc: 'The team it is shared with.' }),
    workspace: one('workspace', { open: true, write: 'create', need: 'view', doc: 'The workspace. Cannot change.' }),
    permalink_url: computed(['workspace'], projectLinks, { steady: true, doc: 'Where people open it.' }),
    project_brief: constant(null, {
      optIn: true,
      doc: 'Its brief; null while there is none.',
    }),
    created_from_template: constant(null, {
      optIn: true,
      shape: nameOnly,
      doc: 'The template it was made from, or null.',
    }),
  },
})

const archived = { archived: flag({ doc: 'Only those that are put away, or only those that are not.' }) }

/** The projects with these columns that the caller sees. */
const those = (where: Record<string, number | boolean | undefined>) => ({
  where: Object.fromEntries(
    Object.entries(where).flatMap(([name, value]) => (value === undefined ? [] : [[name, Number(value)]])),
  ),
  order: ['gid'],
  guarded: true,
})

export const operations = [
  list('/projects', project, {
    id: 'getProjects',
    doc: 'Lists the projects of a workspace or team, or all that the caller sees.',
    query: {
      workspace: one('workspace', { doc: 'The workspace.' }),
      team: one('team', { doc: 'The team.' }),
      ...archived,
    },
    find: listing('project', ({ query }) => ({
      ...those(query),
      anywhere: query.workspace === undefined && query.team === undefined,
    })),
  }),
  get('/projects/{project_gid}', project, { id: 'getProject', doc: 'Shows a project.' }),
  list('/tasks/{task_gid}/projects', project, {
    id: 'getProjectsForTask',
    doc: 'Lists the projects of a task that the caller sees.',
    find: listing('project', ({ path }) => ({
      through: { table: 'task_memberships', to: 'project' },
      where: { task: path.task_gid },
      order: ['project'],
      guarded: true,
    })),
  }),
  list('/teams/{team_gid}/projects', project, {
    id: 'getProjectsForTeam',
    doc: 'Lists the projects of a team.',
    query: archived,
    find: listing('project', ({ path, query }) => those({ team: path.team_gid, ...query })),
  }),
  list('/workspaces/{workspace_gid}/projects', project, {
    id: 'getProjectsForWorkspace',
    doc: 'Lists the projects of a workspace.',
    query: archived,
    find: listing('project', ({ path, query }) => those({ workspace: path.workspace_gid, ...query })),
  }),
]
