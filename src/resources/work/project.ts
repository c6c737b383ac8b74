/** A project is a list of tasks, divided into sections, shared with users and teams. */
import { computed, date, flag, many, one, oneOf, text, timestamp } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { customFieldsOf } from '../fields/rules/value_fields.ts'
import { linksInWorkspace } from '../people/rules/permalink.ts'
import { colors, icons } from './rules/appearance.ts'
import { plainText, richText } from './rules/rich_text.ts'

export const project = resource('project', {
  doc: 'A list of tasks with sections, shared with users and teams.',
  guard: 'project',
  cached: true,
  changes: {
    addedTo: { team: 'team', workspace: 'workspace' },
    streams: ['team', 'workspace'],
    columns: { completed: 'completed', completed_at: 'completed_at' },
  },
  fields: {
    name: text({ compact: true, write: 'always', max: 1024, doc: 'The name of the project.' }),
    archived: flag({ write: 'always', doc: 'Whether the project is archived. It stays readable and writable.' }),
    color: oneOf([...colors, 'none'], { write: 'always', nullable: true, doc: 'The colour, or null.' }),
    icon: oneOf(icons, { write: 'always', nullable: true, doc: 'The icon, or null.' }),
    created_at: timestamp({ doc: 'When the project was created.' }),
    modified_at: timestamp({ doc: 'When the project was last changed.' }),
    completed: flag({ doc: 'Whether the project is completed.' }),
    completed_at: timestamp({ nullable: true, doc: 'When the project was completed.' }),
    completed_by: one('user', { skipAccessCheck: true, nullable: true, doc: 'The user who completed the project.' }),
    current_status: one('project_status', {
      skipAccessCheck: true,
      column: 'current_status_update',
      nullable: true,
      doc: 'The latest status, or null.',
    }),
    current_status_update: one('status_update', {
      skipAccessCheck: true,
      nullable: true,
      doc: 'The latest status update, or null.',
    }),
    custom_field_settings: many('custom_field_setting', {
      through: { table: 'custom_field_settings', from: 'parent', to: 'gid', order: 'rank' },
      doc: 'The custom fields of the tasks of the project.',
    }),
    custom_fields: customFieldsOf('item_fields', {
      doc: 'The custom fields of the project itself, each with its value: those of the portfolios that contain it.',
    }),
    default_view: oneOf(['list', 'board', 'calendar', 'timeline'], {
      write: 'always',
      doc: 'The view in which the project opens.',
    }),
    due_on: date({ write: 'always', nullable: true, doc: 'The day on which the project is due.' }),
    due_date: date({ column: 'due_on', write: 'always', nullable: true, doc: 'The older name of `due_on`.' }),
    start_on: date({ write: 'always', nullable: true, doc: 'The day on which the project starts.' }),
    notes: computed(['notes', 'html_notes'], plainText('notes', 'html_notes'), {
      write: 'always',
      doc: 'The description, as plain text.',
    }),
    html_notes: computed(['notes', 'html_notes'], richText('notes', 'html_notes'), {
      optIn: true,
      write: 'always',
      doc: 'The description, as rich text.',
    }),
    public: flag({
      write: 'always',
      doc: 'The older form of `privacy_setting`: whether the whole workspace has access.',
    }),
    privacy_setting: oneOf(['public_to_workspace', 'private_to_team', 'private'], {
      write: 'always',
      doc: 'Who has access, in addition to the members.',
    }),
    default_access_level: oneOf(['admin', 'editor', 'commenter', 'viewer'], {
      write: 'always',
      doc: 'The access level of users who have access through the team or the workspace.',
    }),
    minimum_access_level_for_customization: oneOf(['admin', 'editor'], {
      write: 'always',
      doc: 'The access level that is needed to change sections and custom fields.',
    }),
    minimum_access_level_for_sharing: oneOf(['admin', 'editor'], {
      write: 'always',
      doc: 'The access level that is needed to share it.',
    }),
    members: many('user', {
      through: { table: 'project_memberships', from: 'project', to: 'member' },
      skipAccessCheck: true,
      doc: 'The users who are members.',
    }),
    followers: many('user', {
      through: { table: 'project_followers', from: 'project', to: 'member' },
      skipAccessCheck: true,
      write: 'create',
      need: 'view',
      doc: 'The members who receive notifications.',
    }),
    owner: one('user', {
      skipAccessCheck: true,
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'The user who is responsible for the project.',
    }),
    team: one('team', {
      write: 'always',
      need: 'view',
      nullable: true,
      doc: 'The team that the project is shared with.',
    }),
    workspace: one('workspace', {
      skipAccessCheck: true,
      write: 'create',
      need: 'view',
      doc: 'The workspace. Cannot change.',
    }),
    permalink_url: computed(['workspace'], linksInWorkspace('project'), {
      cacheable: true,
      doc: 'The address of the project in the app.',
    }),
    project_brief: one('project_brief', {
      skipAccessCheck: true,
      optIn: true,
      nullable: true,
      doc: 'The project brief, or null.',
    }),
    created_from_template: one('project_template', {
      optIn: true,
      nullable: true,
      doc: 'The template that the project was created from, or null.',
    }),
  },
})

const archived = { archived: flag({ doc: 'Only archived projects, or only those that are not archived.' }) }

/** The visible projects with these column values. */
const projectsWhere = (where: Record<string, number | boolean | undefined>) => ({
  where: Object.fromEntries(
    Object.entries(where).flatMap(([name, value]) => (value === undefined ? [] : [[name, Number(value)]])),
  ),
  order: ['gid'],
  guarded: true,
})

export const operations = [
  list('/projects', project, {
    id: 'getProjects',
    doc: 'Lists the projects of a workspace or team, or all that are visible to the caller.',
    query: {
      workspace: one('workspace', { doc: 'The workspace.' }),
      team: one('team', { doc: 'The team.' }),
      ...archived,
    },
    execute: listing('project', ({ query }) => ({
      ...projectsWhere(query),
      inMyWorkspaces: query.workspace === undefined && query.team === undefined,
    })),
  }),
  get('/projects/{project_gid}', project, { id: 'getProject', doc: 'Gets a project.' }),
  list('/tasks/{task_gid}/projects', project, {
    id: 'getProjectsForTask',
    doc: 'Lists the projects of a task that are visible to the caller.',
    execute: listing('project', ({ path }) => ({
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
    execute: listing('project', ({ path, query }) => projectsWhere({ team: path.team_gid, ...query })),
  }),
  list('/workspaces/{workspace_gid}/projects', project, {
    id: 'getProjectsForWorkspace',
    doc: 'Lists the projects of a workspace.',
    query: archived,
    execute: listing('project', ({ path, query }) => projectsWhere({ workspace: path.workspace_gid, ...query })),
  }),
]
