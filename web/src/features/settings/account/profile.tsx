/** The name and e-mail address of the person. */
import { useQueryClient } from '@tanstack/react-query'
import { Field } from '../../../components/field.tsx'
import { Form, text } from '../../../components/form.tsx'
import { Invitations } from '../../../components/invitations.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Page } from '../../../components/page.tsx'
import { useSession } from '../../../components/session.ts'
import { call } from '../../../data/call.ts'
import { Photo } from './photo.tsx'

export function ProfilePage() {
  const { user } = useSession()
  const client = useQueryClient()
  const notify = useNotice()
  const saved = async () => {
    await client.invalidateQueries()
    notify('Your name is saved.')
  }
  return (
    <Page title="Profile" lead="Other people see your name, your photo and your e-mail address.">
      <Invitations />
      <Photo />
      <Form
        submit="Save name"
        fields={['name']}
        run={values => call('PUT', '/api/1.0/users/me', { name: text(values, 'name') })}
        onDone={saved}
      >
        <div className="field">
          <span className="react-aria-Label">E-mail address</span>
          <span className="fixed">{user.email}</span>
          <span className="hint">
            It identifies your account. Only an identity provider can change it, through SCIM.
          </span>
        </div>
        <Field key={user.name} name="name" label="Name" required autoComplete="name" initial={user.name} />
      </Form>
    </Page>
  )
}
