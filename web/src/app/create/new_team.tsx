/** The dialog that creates a team, and opens it. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { teamPath } from '../../data/addresses.ts'
import { call } from '../../data/call.ts'
import { useCache } from '../../data/hooks.ts'
import { TEAM_VISIBILITIES } from '../../data/people.ts'
import { closeDialog } from '../dialogs.ts'

export function NewTeam() {
  const { workspace } = useCache()
  const client = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotice()
  const create = (values: FormData) =>
    call<{ gid: string }>('POST', '/api/1.0/teams', {
      ...{ organization: workspace, name: text(values, 'name') ?? '', visibility: values.get('visibility') },
      description: text(values, 'description') ?? '',
    })
  return (
    <Dialog title="New team" onClose={closeDialog}>
      <Form
        submit="Create team"
        fields={['name', 'description', 'visibility']}
        actions={<Button onPress={closeDialog}>Cancel</Button>}
        run={create}
        onDone={({ gid }) => {
          for (const key of ['teams', 'objects']) void client.invalidateQueries({ queryKey: [key] })
          closeDialog()
          notify('Team created')
          void navigate({ to: teamPath(workspace, gid) })
        }}
      >
        <Field name="name" label="Team name" required autoFocus autoComplete="off" />
        <Field name="description" label="Description" lines={3} />
        <Choice name="visibility" label="Who can join" options={TEAM_VISIBILITIES} />
      </Form>
    </Dialog>
  )
}
