/** The dialog that creates a section, by default in the project on the screen. */
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useAct } from '../../components/act.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { projectPath } from '../../data/addresses.ts'
import { useCache } from '../../data/hooks.ts'
import { projectsQuery } from '../../data/projects.ts'
import { objectAt } from '../../data/recent.ts'
import { createSection } from '../../data/sections.ts'
import { closeDialog } from '../dialogs.ts'

export function NewSection() {
  const cache = useCache()
  const act = useAct()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const shown = /\/project\/(\d+)/.exec(pathname)?.[1] ?? objectAt(pathname)?.gid
  const { data: projects = [], isFetched } = useQuery(projectsQuery(cache))
  const create = async (values: FormData) => {
    const project = String(values.get('project') ?? '')
    const href = projectPath(cache.workspace, project)
    const steps = [createSection(cache, project, text(values, 'name') ?? '')]
    act({ title: 'Section created', steps }, { open: { href, follow: () => void navigate({ to: href }) } })
  }
  if (!isFetched) return null
  const options = projects.map(gid => [gid, String(cache.records.get(gid)?.name ?? '')] as const)
  if (options.length === 0) {
    return (
      <Dialog title="New section" onClose={closeDialog}>
        <p>Sections are parts of projects. Create a project first.</p>
        <div className="form-end">
          <Button onPress={closeDialog}>Close</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog title="New section" onClose={closeDialog}>
      <Form
        submit="Create section"
        fields={['name', 'project']}
        actions={<Button onPress={closeDialog}>Cancel</Button>}
        run={create}
        onDone={closeDialog}
      >
        <Field name="name" label="Section name" required autoFocus autoComplete="off" />
        <Choice
          name="project"
          label="Project"
          options={options}
          {...(shown && projects.includes(shown) && { initial: shown })}
        />
      </Form>
    </Dialog>
  )
}
