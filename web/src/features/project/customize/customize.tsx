/** The drawer in which a project gets its custom fields, sections and task templates. */
import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/control/icon_button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useNotice } from '../../../components/notices.tsx'
import type { FieldValue } from '../../../data/custom_fields.ts'
import { addField, removeField, typeName, typeOfField } from '../../../data/field_definitions.ts'
import { useCache, useComputed } from '../../../data/hooks.ts'
import type { Gid } from '../../../data/records.ts'
import type { Project } from '../use_project.ts'
import { EditField } from './edit_field.tsx'
import { NewField } from './new_field.tsx'
import { Sections } from './sections.tsx'
import { TaskTemplates } from './task_templates.tsx'
import './customize.css'

interface Props {
  project: Project
  /** The field whose definition is edited first. */
  field?: Gid | undefined
  onClose(): void
}

/** The fields of a project, and what reads them again after a change: the API has no events of custom fields. */
function useFields({ gid, fields: gids }: Project) {
  const cache = useCache()
  const client = useQueryClient()
  const { records } = cache
  const fields = useComputed(
    () => gids.flatMap(field => (records.get(field) as unknown as FieldValue | undefined) ?? []),
    field => gids.includes(field),
    gids,
  )
  const reload = () => {
    cache.refresh('project', gid)
    void cache.load(gid, cache.loaded(gid) ?? 'incomplete', { again: true }).catch(() => {})
    void client.invalidateQueries({ queryKey: ['objects'] })
  }
  return { fields, reload }
}

export function Customize({ project, field, onClose }: Props) {
  const { fields, reload } = useFields(project)
  const notify = useNotice()
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Gid>()
  // After the drawer, because a dialog makes those that are open inert.
  useEffect(() => setEdited(field), [field])
  const [removed, setRemoved] = useState<readonly Gid[]>([])
  const shown = fields.filter(({ gid }) => !removed.includes(gid))
  const editedField = fields.find(({ gid }) => gid === edited)
  const done = (close: () => void, text: string) => () => {
    close()
    reload()
    notify(text)
  }
  const remove = async ({ gid, name }: FieldValue) => {
    setRemoved(all => [...all, gid])
    const bringBack = () => setRemoved(all => all.filter(one => one !== gid))
    const fail = (error: Error) => notify({ text: error.message, isError: true })
    const undo = () => void addField(project.gid, gid).then(bringBack, fail).then(reload)
    try {
      await removeField(project.gid, gid)
      notify({ text: `${name} removed`, undo })
    } catch (error) {
      bringBack()
      fail(error as Error)
    }
    reload()
  }
  return (
    <Dialog title="Customize" isDrawer onClose={onClose}>
      <section className="customize-part">
        <h3>Fields</h3>
        {shown.length > 0 ? (
          <ul className="customize-fields" aria-label="Fields">
            {shown.map(field => (
              <li key={field.gid} className="customize-field" data-gid={field.gid}>
                <button type="button" className="customize-name" onClick={() => setEdited(field.gid)}>
                  {field.name}
                </button>
                <span className="customize-type">{typeName(typeOfField(field))}</span>
                <IconButton icon={X} size="small" label={`Remove ${field.name}`} onPress={() => void remove(field)} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="hint">Fields hold what matters in this project: a priority, an estimate, a customer.</p>
        )}
        <span>
          <Button icon={Plus} onPress={() => setAdding(true)}>
            Add field
          </Button>
        </span>
      </section>
      <Sections project={project.gid} />
      <TaskTemplates project={project.gid} fields={shown} onClose={onClose} />
      <div className="form-end customize-end">
        <Button onPress={onClose}>Done</Button>
      </div>
      {isAdding ? (
        <NewField
          project={project.gid}
          fields={shown}
          onAdded={() => {
            setRemoved([])
            done(() => setAdding(false), 'Field added')()
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {editedField ? (
        <EditField
          field={editedField}
          fields={shown}
          onSaved={done(() => setEdited(undefined), 'Field changed')}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </Dialog>
  )
}
