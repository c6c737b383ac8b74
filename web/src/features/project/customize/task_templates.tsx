/** The task templates of a project: tasks to create again and again. New ones, their names and contents, and their deletion. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Loaded } from '../../../components/states.tsx'
import { withPane } from '../../../data/addresses.ts'
import type { FieldValue } from '../../../data/custom_fields.ts'
import type { Gid } from '../../../data/records.ts'
import { restore } from '../../../data/status_updates.ts'
import {
  createTaskTemplate,
  deleteTaskTemplate,
  instantiateTask,
  renameTaskTemplate,
  taskTemplatesQuery,
} from '../../../data/task_templates.ts'
import type { NamedObject } from '../../../data/types.ts'
import { EditTemplate } from '../task_template/edit_template.tsx'
import { NameInput, NewName } from './name_inputs.tsx'

interface Props {
  project: Gid
  /** The custom fields of the project. */
  fields: readonly FieldValue[]
  /** Closes the drawer. */
  onClose(): void
}

export function TaskTemplates({ project, fields, onClose }: Props) {
  const [edited, setEdited] = useState<Pick<NamedObject, 'gid' | 'name'>>()
  const query = useQuery(taskTemplatesQuery(project))
  const client = useQueryClient()
  const notify = useNotice()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const reload = () => client.invalidateQueries({ queryKey: taskTemplatesQuery(project).queryKey })
  const fail = (error: Error) => notify({ text: error.message, isError: true })
  const run = (work: Promise<unknown>, onDone: () => void) => void work.then(onDone, fail).then(reload)
  const remove = (gid: Gid) => {
    const undo = () => void restore(gid).catch(fail).then(reload)
    run(deleteTaskTemplate(gid), () => notify({ text: 'Moved to trash', undo }))
  }
  const use = async (gid: Gid) => {
    try {
      const { new_task } = await instantiateTask(gid)
      onClose()
      const href = new_task && withPane(pathname, new_task.gid)
      notify({ text: 'Task created', ...(href && { open: { href, follow: () => void navigate({ to: href }) } }) })
    } catch (error) {
      fail(error as Error)
    }
  }
  return (
    <section className="customize-part">
      <h3>Task templates</h3>
      <Loaded query={query}>
        {templates =>
          templates.length > 0 ? (
            <ul className="customize-list" aria-label="Task templates">
              {templates.map(({ gid, name }) => (
                <li key={gid} className="field-option" data-gid={gid}>
                  <NameInput
                    name={name}
                    shownName={name}
                    rename={typed => run(renameTaskTemplate(gid, typed), () => notify('Template renamed'))}
                  />
                  <span className="customize-acts">
                    <IconButton
                      icon={Pencil}
                      size="small"
                      label={`Edit ${name}`}
                      onPress={() => setEdited({ gid, name })}
                    />
                    <IconButton
                      icon={Plus}
                      size="small"
                      label={`Create a task from ${name}`}
                      onPress={() => void use(gid)}
                    />
                    <IconButton icon={X} size="small" label={`Delete ${name}`} onPress={() => remove(gid)} />
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="hint">A template is a task that this project needs again and again, such as a checklist.</p>
          )
        }
      </Loaded>
      <NewName
        label="New template"
        submit="Add template"
        add={name => run(createTaskTemplate(project, name), () => notify('Template added'))}
      />
      {edited ? (
        <EditTemplate
          template={edited}
          fields={fields}
          onSaved={() => {
            setEdited(undefined)
            notify('Template saved')
            void reload()
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </section>
  )
}
