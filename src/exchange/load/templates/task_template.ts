/** Loads the task templates of projects. */
import { composeTask, requireTemplateName } from '../../../resources/templates/rules/compose.ts'
import { taskTemplateTasks } from '../../../resources/templates/rules/input.ts'
import { insertTaskTemplate, replaceTasks } from '../../../resources/templates/rules/write.ts'
import { text } from '../../../vocabulary/field.ts'
import { forEachObject, loader, parentOf, writerOf } from '../given.ts'
import { authorOf, sentTasks } from './author.ts'

export const taskTemplates = loader({
  type: 'task_template',
  fields: {
    name: text({ required: true, max: 1024, doc: 'The name of the template.' }),
    tasks: taskTemplateTasks,
  },
  load: (into, objects) =>
    forEachObject(objects, async object => {
      const { by: created_by, values } = object
      const name = requireTemplateName(values.name)
      const writer = writerOf(into, object)
      const home = { project: parentOf(object), workspace: into.workspace }
      const gid = await insertTaskTemplate(writer, { ...home, name, created_by })
      const tasks = await sentTasks(into, values.tasks)
      await replaceTasks(writer, gid, await composeTask(authorOf(into, object, writer), tasks))
    }),
})
