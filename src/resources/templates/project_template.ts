/**
 * A project template is a project to create: its tasks, with dates relative to a day that is chosen later, and roles
 * for people. It does not change with the project that it was saved from.
 */
import { computed, flag, json, one, oneOf, text } from '../../vocabulary/field.ts'
import { get, list, listing, remove } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { colors } from '../work/rules/appearance.ts'
import { plainText, richText } from '../work/rules/rich_text.ts'
import { trashTemplate } from './rules/write.ts'

export const projectTemplate = resource('project_template', {
  doc: 'A project to create, with its tasks, requested dates and roles.',
  guard: 'project_template',
  changes: {
    addedTo: { team: 'team', workspace: 'workspace' },
    streams: ['team', 'workspace'],
    columns: {
      ...{ name: 'name', description: 'description', html_description: 'description' },
      ...{ color: 'color', is_public: 'public' },
    },
  },
  fields: {
    name: text({ compact: true, doc: 'The name of the template.' }),
    description: computed(['description', 'html_description'], plainText('description', 'html_description'), {
      doc: 'The description, as plain text. New projects get it.',
    }),
    html_description: computed(['description', 'html_description'], richText('description', 'html_description'), {
      doc: 'The description, as rich text.',
    }),
    public: flag({ column: 'is_public', doc: 'Whether the members of the team can use the template.' }),
    owner: one('user', { skipAccessCheck: true, nullable: true, doc: 'The user who is responsible for the template.' }),
    team: one('team', { nullable: true, doc: 'The team of the template. Plain workspaces have none.' }),
    requested_dates: json({
      shape: { gid: true, name: true, description: true },
      shows: 'list',
      doc: 'The dates that an instantiation can set: `1` is the start, `2` the due date.',
    }),
    color: oneOf(colors, { nullable: true, doc: 'The colour of new projects, or null.' }),
    requested_roles: json({
      shape: { gid: true, resource_type: true, name: true },
      shows: 'list',
      doc: 'The roles that an instantiation can give to users.',
    }),
  },
})

/** The visible templates with these column values. */
const templatesWhere = (where: Record<string, number>) => ({ where, order: ['gid'], guarded: true })

export const operations = [
  list('/project_templates', projectTemplate, {
    id: 'getProjectTemplates',
    doc: 'Lists the project templates of a workspace or team, or all that are visible to the caller.',
    query: {
      workspace: one('workspace', { doc: 'The workspace.' }),
      team: one('team', { doc: 'The team.' }),
    },
    execute: listing('project_template', ({ query }) => ({
      ...templatesWhere(query),
      inMyWorkspaces: query.workspace === undefined && query.team === undefined,
    })),
  }),
  list('/teams/{team_gid}/project_templates', projectTemplate, {
    id: 'getProjectTemplatesForTeam',
    doc: 'Lists the project templates of a team.',
    execute: listing('project_template', ({ path }) => templatesWhere({ team: path.team_gid })),
  }),
  get('/project_templates/{project_template_gid}', projectTemplate, {
    id: 'getProjectTemplate',
    doc: 'Gets a project template.',
  }),
  remove('/project_templates/{project_template_gid}', projectTemplate, {
    id: 'deleteProjectTemplate',
    doc: 'Deletes a project template. Projects that were created from it stay.',
    execute: ({ tx, actor, path }) => trashTemplate(tx, actor.gid, 'project_template', path.project_template_gid),
  }),
]
