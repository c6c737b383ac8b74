/** Loads project templates. They are of a team, or of a workspace without teams. */
import { projectTemplate } from '../../../resources/templates/project_template.ts'
import { composeContent, lookColumns } from '../../../resources/templates/rules/compose.ts'
import type { ScheduleFrom } from '../../../resources/templates/rules/content.ts'
import { projectTemplateTasks } from '../../../resources/templates/rules/input.ts'
import { insertProjectTemplate, replaceTasks } from '../../../resources/templates/rules/write.ts'
import { isServiceAccount } from '../../../store/queries/identity/service_accounts.ts'
import { flag, many, one, oneOf, raw, text } from '../../../vocabulary/field.ts'
import { forEachObject, loader, writerOf } from '../given.ts'
import { authorOf, sentTasks } from './author.ts'

export const projectTemplates = loader({
  type: 'project_template',
  fields: {
    name: text({ required: true, max: 1024, doc: 'The name of the template.' }),
    description: text({ doc: 'The description, as plain text. New projects get it.' }),
    html_description: text({ doc: 'The description, as rich text.' }),
    color: projectTemplate.fields.color,
    public: flag({ doc: 'Whether the members of the team can use the template; true by default.' }),
    owner: one('user', { need: 'view', nullable: true, doc: 'Who is responsible for it: the author by default.' }),
    team: one('team', { need: 'edit', nullable: true, doc: 'The team of the template.' }),
    sections: raw({ doc: 'The names of the sections.' }),
    custom_fields: many('custom_field', { need: 'view', doc: 'The custom fields of new projects.' }),
    requested_roles: raw({ doc: 'The names of the roles that an instantiation can give to users.' }),
    requested_date: oneOf(['start', 'due'], { doc: 'The date that an instantiation can set.' }),
    tasks: { ...projectTemplateTasks, required: undefined },
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { tx, workspace } = into
      const { by, values } = object
      const { team = null, owner = (await isServiceAccount(tx, by)) ? null : by } = values
      const writer = writerOf(into, object)
      // The template has this gid, its roles those that follow.
      const gid = writer.gid()
      const [content, tasks] = await composeContent(authorOf(into, object, writer), {
        sections: named(values.sections),
        requested_roles: named(values.requested_roles),
        custom_fields: values.custom_fields ?? [],
        tasks: await sentTasks(into, values.tasks ?? []),
        ...(values.requested_date !== undefined && { requested_date: values.requested_date satisfies ScheduleFrom }),
      })
      const { name, description, html_description, color, public: is_public } = values
      const given = { name, description, html_description, color, public: is_public }
      const look = lookColumns(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
      await insertProjectTemplate(
        { ...writer, gid: () => gid },
        {
          ...{ workspace, team, owner, is_complete: 1 },
          ...{ description: '', html_description: null, color: null, is_public: 1, ...look, name },
        },
        content,
      )
      await replaceTasks(writer, gid, tasks)
    }),
})

const named = (names: unknown = []) => (names as string[]).map(name => ({ name }))
