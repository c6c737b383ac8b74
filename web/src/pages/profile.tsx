/** My name and my address, as other people see them. */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Field } from '../components/field.tsx'
import { Form, text } from '../components/form.tsx'
import { useNotice } from '../components/notices.tsx'
import { Section } from '../components/page.tsx'
import { useSession } from '../components/session.ts'

export function Profile() {
  const { user } = useSession()
  const client = useQueryClient()
  const say = useNotice()
  const saved = async () => {
    await client.invalidateQueries()
    say('Your name is saved.')
  }
  return (
    <Section title="Profile" lead="What the people you work with see of you.">
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
            It identifies your account, so you cannot change it here. An identity provider can, through SCIM.
          </span>
        </div>
        <Field key={user.name} name="name" label="Name" required autoComplete="name" initial={user.name} />
      </Form>
    </Section>
  )
}
