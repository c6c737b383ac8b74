/** The dialog that creates a project, and opens it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Segmented } from '../../components/control/segmented.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form } from '../../components/form.tsx'
import { projectPath, templatesPath } from '../../data/addresses.ts'
import { call } from '../../data/call.ts'
import { useCache } from '../../data/hooks.ts'
import { PRIVACY_SETTINGS } from '../../data/members.ts'
import { ownTeamsQuery } from '../../data/templates.ts'
import { closeDialog } from '../dialogs.ts'

const LAYOUTS = [
  { id: 'list', label: 'List' },
  { id: 'board', label: 'Board' },
  { id: 'calendar', label: 'Calendar' },
  { id: 'timeline', label: 'Timeline' },
] as const

export function NewProject() {
  const { workspace } = useCache()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [layout, setLayout] = useState<(typeof LAYOUTS)[number]['id']>('list')
  const { data: teams = [], isFetched } = useQuery({ ...ownTeamsQuery(workspace), retry: false })
  const create = (values: FormData) => {
    const privacy = values.get('privacy_setting')
    const team = values.get('team')
    return call<{ gid: string }>('POST', '/api/1.0/projects', {
      ...{ name: values.get('name'), default_view: layout, privacy_setting: privacy },
      ...(team ? { team } : { workspace }),
    })
  }
  const open = ({ gid }: { gid: string }) => {
    closeDialog()
    void client.invalidateQueries({ queryKey: ['projects'] })
    void navigate({ to: projectPath(workspace, gid, layout) })
  }
  // What most people want comes first.
  const privacies = PRIVACY_SETTINGS.toReversed().filter(([value]) => teams.length > 0 || value !== 'private_to_team')
  if (!isFetched) return null
  return (
    <Dialog title="New project" onClose={closeDialog}>
      <Form
        submit="Create project"
        actions={
          <Link className="button quiet" to={templatesPath(workspace)} onClick={closeDialog}>
            Use a template
          </Link>
        }
        fields={['name', 'team', 'privacy_setting']}
        run={create}
        onDone={open}
      >
        <Field name="name" label="Project name" required autoFocus autoComplete="off" />
        {teams.length > 0 ? (
          <Choice
            name="team"
            label="Team"
            options={[['', 'No team'], ...teams.map(({ gid, name }) => [gid, name] as const)]}
          />
        ) : null}
        <Segmented label="Layout" options={LAYOUTS} value={layout} onChange={setLayout} />
        <Choice name="privacy_setting" label="Privacy" options={privacies} />
      </Form>
    </Dialog>
  )
}
