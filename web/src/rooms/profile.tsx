/** My name and my address, as other people see them. */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { Field } from '../parts/field.tsx'
import { Form, text } from '../parts/form.tsx'
import { useNotice } from '../parts/notices.tsx'
import { Section } from '../parts/page.tsx'
import { useSession } from '../parts/session.ts'

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
      <dl className="facts">
        <div>
          <dt>E-mail address</dt>
          <dd>{user.email}</dd>
        </div>
      </dl>
      <p className="hint">
        Your e-mail address identifies your account, so you cannot change it here. An identity provider can, through
        SCIM.
      </p>
      <Form
        submit="Save name"
        fields={['name']}
        run={values => call('PUT', '/api/1.0/users/me', { name: text(values, 'name') })}
        onDone={saved}
      >
        <Field key={user.name} name="name" label="Name" required autoComplete="name" initial={user.name} />
      </Form>
    </Section>
  )
}
