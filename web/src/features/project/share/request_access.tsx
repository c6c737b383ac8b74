/** Asks for access to an object that may exist: the answer is the same as for one that does not, unless it can be asked for. */
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { Form, text } from '../../../components/form.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { requestAccess } from '../../../data/members.ts'
import type { Gid } from '../../../data/records.ts'

export function RequestAccess({ target }: { target: Gid }) {
  const notify = useNotice()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const done = () => {
    close()
    notify('Access requested')
  }
  return (
    <p>
      <Button onPress={() => setOpen(true)}>Request access</Button>
      {isOpen ? (
        <Dialog title="Request access" onClose={close}>
          <Form
            submit="Request access"
            fields={['message']}
            actions={<Button onPress={close}>Cancel</Button>}
            run={values => requestAccess(target, text(values, 'message') ?? null)}
            onDone={done}
          >
            <Field name="message" label="Message" hint="Those who can share it read this." lines={3} />
          </Form>
        </Dialog>
      ) : null}
    </p>
  )
}
