/** Composes project templates. The API lists, uses and deletes them. */
import { createProjectTemplate, updateProjectTemplate } from '../../../resources/templates/rules/compose.ts'
import { projectTemplateTasks } from '../../../resources/templates/rules/input.ts'
import { colors } from '../../../resources/work/rules/appearance.ts'
import { flag, many, one, oneOf, parts, text } from '../../../vocabulary/field.ts'
import { created } from '../../../vocabulary/operation.ts'
import { type ConsoleRoute, sessionRoute } from '../route.ts'
import { MAX_TEMPLATE_BYTES, mustEditTemplate } from './edited_template.ts'

const name = { max: 1024, doc: 'The name of the template.' } as const

const nameOf = (what: string) => ({ name: text({ required: true, max: 1024, doc: `The name of the ${what}.` }) })

const look = {
  description: text({ doc: 'The description of new projects, as plain text.' }),
  html_description: text({ doc: 'The description of new projects, as rich text.' }),
  public: flag({ doc: 'Whether the members of the team can use it; by default they can.' }),
  color: oneOf(colors, { nullable: true, doc: 'The colour of new projects, or null.' }),
}

const content = {
  requested_date: oneOf(['start', 'due'], {
    doc: 'The day that users choose, to which all dates are relative. By default the start, if a task has a date.',
  }),
  requested_roles: parts('user', nameOf('role'), { doc: 'The roles that users give to people, at most 100.' }),
  sections: parts('section', nameOf('section'), { doc: 'The sections of new projects, at most 100.' }),
  custom_fields: many('custom_field', { need: 'view', doc: 'The custom fields of new projects, at most 100.' }),
}

const answerOf = (gid: number, shown: string | undefined) => ({
  data: { gid: String(gid), resource_type: 'project_template', ...(shown === undefined ? {} : { name: shown }) },
})

export const routes: ConsoleRoute[] = [
  sessionRoute('POST', '/project_templates', {
    doc: 'Create a project template in a team or a workspace where the caller can create projects. The caller becomes its owner.',
    maxBodyBytes: MAX_TEMPLATE_BYTES,
    body: {
      workspace: one('workspace', { need: 'view', doc: 'The workspace. This or `team` is required.' }),
      team: one('team', { need: 'view', doc: 'The team.' }),
      name: text({ ...name, required: true }),
      ...look,
      ...content,
      tasks: projectTemplateTasks,
    },
    execute: call =>
      call.console.store.write(async tx => {
        const rights = await call.resolve(tx)
        const gid = await createProjectTemplate({ tx, actor: call.actor, rights }, call.body)
        return { status: created, ...answerOf(gid, call.body.name) }
      }),
  }),
  sessionRoute('PUT', '/project_templates/:project_template_gid', {
    doc:
      'Update a project template, for its owner and the admins of its team. With `tasks`, the whole content is replaced: ' +
      'tasks, sections, custom fields, roles and the chosen day.',
    maxBodyBytes: MAX_TEMPLATE_BYTES,
    body: { name: text(name), ...look, ...content, tasks: { ...projectTemplateTasks, required: undefined } },
    execute: call =>
      call.console.store.write(async tx => {
        const gid = await mustEditTemplate(tx, call, 'project_template')
        await call.resolve(tx)
        await updateProjectTemplate(tx, call.actor, gid, call.body)
        return answerOf(gid, call.body.name)
      }),
  }),
]
