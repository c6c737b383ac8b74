/** How people sign in to the whole installation: by password, by a provider of theirs, or both. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { session, signInMethods, signInSettings } from '../api/queries.ts'
import type { SignInSettings as Settings } from '../api/types.ts'
import { CopyableText } from '../components/copy.tsx'
import { Field } from '../components/field.tsx'
import { Form, text, typed } from '../components/form.tsx'
import { useNotice } from '../components/notices.tsx'
import { Section } from '../components/page.tsx'
import { Loaded } from '../components/states.tsx'

export function SignInSettings() {
  const query = useQuery(signInSettings)
  return (
    <Section title="Sign-in methods" lead="They apply to all organizations on this server.">
      <Loaded query={query}>{settings => <SettingsForm settings={settings} />}</Loaded>
    </Section>
  )
}

function SettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient()
  const say = useNotice()
  const [hasProvider, setProvider] = useState(settings.provider !== null)
  const save = (values: FormData) => {
    const secret = typed(values, 'client_secret')
    const provider = {
      name: text(values, 'name'),
      issuer: text(values, 'issuer'),
      client_id: text(values, 'client_id'),
      ...(secret ? { client_secret: secret } : {}),
      email_domains: typed(values, 'email_domains')
        .split(/[\s,]+/)
        .filter(Boolean),
      trusts_addresses: values.has('trusts_addresses'),
    }
    const data = { password: values.has('password'), provider: hasProvider ? provider : null }
    return call<Settings>('PUT', '/-/settings/sign_in', data)
  }
  const saved = async () => {
    await Promise.all(
      [signInSettings, signInMethods, session].map(one => client.invalidateQueries({ queryKey: one.queryKey })),
    )
    say('The settings are saved.')
  }
  return (
    <Form
      submit="Save"
      fields={['name', 'issuer', 'client_id', 'client_secret', 'email_domains']}
      run={save}
      onDone={saved}
    >
      <label className="check">
        <input type="checkbox" name="password" defaultChecked={settings.password} />
        E-mail address and password
      </label>
      <label className="check">
        <input type="checkbox" checked={hasProvider} onChange={event => setProvider(event.target.checked)} />
        Identity provider (OpenID Connect)
      </label>
      {hasProvider ? <Provider provider={settings.provider} /> : null}
    </Form>
  )
}

function Provider({ provider }: { provider: Settings['provider'] }) {
  return (
    <div className="inset">
      <CopyableText
        label="Redirect URI, to register with the provider"
        text={`${window.location.origin}/-/sign_in/callback`}
      />
      <Field name="name" label="Name" hint="Shown on the sign-in button." required initial={provider?.name} />
      <Field
        name="issuer"
        type="url"
        label="Issuer"
        hint="Such as https://accounts.example.com"
        required
        initial={provider?.issuer}
      />
      <Field name="client_id" label="Client ID" required initial={provider?.client_id} />
      <Field
        name="client_secret"
        type="password"
        label="Client secret"
        hint={provider ? 'Leave it empty to keep the current one.' : undefined}
        required={!provider}
        autoComplete="off"
      />
      <Field
        name="email_domains"
        label="E-mail domains"
        hint="The provider signs in only people with an address in these domains. Separate them by spaces."
        required
        initial={provider?.email_domains.join(' ')}
        autoComplete="off"
      />
      <label className="check">
        <input type="checkbox" name="trusts_addresses" defaultChecked={provider?.trusts_addresses ?? false} />
        Trust addresses that the provider does not mark as verified
      </label>
      <p className="hint">
        Needed for providers that never say so, such as Entra ID. Leave it off where people can write their own address.
      </p>
    </div>
  )
}
