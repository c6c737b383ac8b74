/** The dialog for the details of a team. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { call } from '../../data/call.ts'
import { type OpenTeam, TEAM_VISIBILITIES } from '../../data/people.ts'

export function EditTeam({ team, onClose }: { team: OpenTeam; onClose(): void }) {
  const { gid, name, description, visibility } = team
  const client = useQueryClient()
  const notify = useNotice()
  const save = (values: FormData) => {
    const given = {
      ...{ name: text(values, 'name') ?? '', description: text(values, 'description') ?? '' },
      visibility: values.get('visibility'),
    }
    // What did not change may need more rights than the person has.
    const changes = Object.entries(given).filter(([member, value]) => value !== team[member as keyof typeof given])
    return call('PUT', `/api/1.0/teams/${gid}`, Object.fromEntries(changes))
  }
  return (
    <Dialog title="Edit details" onClose={onClose}>
      <Form
        submit="Save"
        fields={['name', 'description', 'visibility']}
        actions={<Button onPress={onClose}>Cancel</Button>}
        run={save}
        onDone={() => {
          notify('Team changed')
          void client.invalidateQueries({ queryKey: ['objects'] })
          onClose()
        }}
      >
        <Field name="name" label="Team name" required initial={name} autoComplete="off" />
        <Field name="description" label="Description" lines={5} initial={description} />
        <Choice name="visibility" label="Who can join" options={TEAM_VISIBILITIES} initial={visibility} />
      </Form>
    </Dialog>
  )
}
