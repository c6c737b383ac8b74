/** The facts of a project that have no place in its header. */
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useCache } from '../../data/hooks.ts'
import { PRIVACY_SETTINGS } from '../../data/members.ts'
import { setMembers } from '../../data/tasks.ts'
import { layouts } from './layouts.ts'
import type { Project } from './use_project.ts'

/** The members that a form changed. */
function changesOf(project: Project, values: FormData): Record<string, unknown> {
  const given = {
    name: text(values, 'name') ?? project.name,
    notes: String(values.get('notes') ?? ''),
    privacy_setting: text(values, 'privacy_setting'),
    default_view: text(values, 'default_view'),
  }
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && value !== (project[name] ?? '')),
  )
}

export interface EditDetailsProps {
  project: Project
  onClose(): void
}

export function EditDetails({ project, onClose }: EditDetailsProps) {
  const cache = useCache()
  const act = useAct()
  const save = async (values: FormData) => {
    const changes = changesOf(project, values)
    if (Object.keys(changes).length > 0) {
      act({ title: 'Project changed', steps: [setMembers(cache, project.gid, changes)] })
    }
  }
  const privacies = PRIVACY_SETTINGS.filter(([value]) => value !== 'private_to_team' || project.team)
  return (
    <Dialog title="Edit details" onClose={onClose}>
      <Form submit="Save" fields={[]} actions={<Button onPress={onClose}>Cancel</Button>} run={save} onDone={onClose}>
        <Field name="name" label="Project name" required initial={String(project.name ?? '')} autoFocus />
        <Field name="notes" label="Description" lines={4} initial={String(project.notes ?? '')} />
        <Choice
          name="privacy_setting"
          label="Privacy"
          options={privacies}
          initial={String(project.privacy_setting ?? '')}
        />
        <Choice
          name="default_view"
          label="First layout"
          options={layouts.flatMap(({ name, label }) => (name === 'list' || name === 'board' ? [[name, label]] : []))}
          initial={String(project.default_view ?? 'list')}
        />
      </Form>
    </Dialog>
  )
}
