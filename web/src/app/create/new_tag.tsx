/** The dialog that creates a tag, and opens it. */
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Choice, Field } from '../../components/field.tsx'
import { Form, text } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { tagPath } from '../../data/addresses.ts'
import { call } from '../../data/call.ts'
import { flatten } from '../../data/fields.ts'
import { useCache } from '../../data/hooks.ts'
import { TAG_COLORS } from '../../data/tags.ts'
import { closeDialog } from '../dialogs.ts'

export function NewTag() {
  const { workspace, records } = useCache()
  const navigate = useNavigate()
  const notify = useNotice()
  const create = (values: FormData) =>
    call<{ gid: string; name: string; color: string | null }>('POST', '/api/1.0/tags?opt_fields=name,color', {
      ...{ workspace, name: text(values, 'name') ?? '' },
      ...(values.get('color') ? { color: values.get('color') } : {}),
    })
  return (
    <Dialog title="New tag" onClose={closeDialog}>
      <Form
        submit="Create tag"
        fields={['name', 'color']}
        actions={<Button onPress={closeDialog}>Cancel</Button>}
        run={create}
        onDone={tag => {
          records.confirm(flatten(tag, 'tag'))
          closeDialog()
          notify('Tag created')
          void navigate({ to: tagPath(workspace, tag.gid) })
        }}
      >
        <Field name="name" label="Tag name" required autoFocus autoComplete="off" />
        <Choice name="color" label="Colour" options={TAG_COLORS} />
      </Form>
    </Dialog>
  )
}
