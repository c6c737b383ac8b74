/** The sign-in methods of the installation: password, identity provider, or both. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyableText } from '../../components/copy.tsx'
import { Field } from '../../components/field.tsx'
import { Form, rawText, text } from '../../components/form.tsx'
import { useNotice } from '../../components/notices.tsx'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { call } from '../../data/call.ts'
import { session, signInMethods, signInSettings } from '../../data/queries.ts'
import type { SignInConfiguration } from '../../data/types.ts'

export function SignInSettings() {
  const query = useQuery(signInSettings)
  return (
    <Page title="Sign-in" lead="These settings apply to all organizations on this server.">
      <Loaded query={query}>{settings => <SettingsForm settings={settings} />}</Loaded>
    </Page>
  )
}

function SettingsForm({ settings }: { settings: SignInConfiguration }) {
  const client = useQueryClient()
  const notify = useNotice()
  const [hasProvider, setProvider] = useState(settings.provider !== null)
  const save = (values: FormData) => {
    const secret = rawText(values, 'client_secret')
    const provider = {
      name: text(values, 'name'),
      issuer: text(values, 'issuer'),
      client_id: text(values, 'client_id'),
      ...(secret ? { client_secret: secret } : {}),
      email_domains: rawText(values, 'email_domains')
        .split(/[\s,]+/)
        .filter(Boolean),
      trusts_addresses: values.has('trusts_addresses'),
    }
    const data = { password: values.has('password'), provider: hasProvider ? provider : null }
    return call<SignInConfiguration>('PUT', '/-/settings/sign_in', data)
  }
  const saved = async () => {
    await Promise.all(
      [signInSettings, signInMethods, session].map(query => client.invalidateQueries({ queryKey: query.queryKey })),
    )
    notify('The settings are saved.')
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
      {hasProvider ? <ProviderFields provider={settings.provider} /> : null}
    </Form>
  )
}

function ProviderFields({ provider }: { provider: SignInConfiguration['provider'] }) {
  return (
    <div className="inset">
      <CopyableText label="Redirect URI for the provider" text={`${window.location.origin}/-/sign_in/callback`} />
      <Field name="name" label="Name" hint="Shown on the sign-in button." required initial={provider?.name} />
      <Field
        name="issuer"
        type="url"
        label="Issuer"
        hint="For example, https://accounts.example.com"
        required
        initial={provider?.issuer}
      />
      <Field name="client_id" label="Client ID" required initial={provider?.client_id} />
      <Field
        name="client_secret"
        type="password"
        label="Client secret"
        hint={provider ? 'Leave empty to keep the current secret.' : undefined}
        required={!provider}
        autoComplete="off"
      />
      <Field
        name="email_domains"
        label="E-mail domains"
        hint="Only people with an address in these domains can sign in with the provider. Separate domains with spaces."
        required
        initial={provider?.email_domains.join(' ')}
        autoComplete="off"
      />
      <label className="check">
        <input type="checkbox" name="trusts_addresses" defaultChecked={provider?.trusts_addresses ?? false} />
        Trust addresses that the provider does not mark as verified
      </label>
      <p className="hint">
        Turn this on for providers that never mark addresses as verified, such as Entra ID. Leave it off if people can
        change their own address at the provider.
      </p>
    </div>
  )
}
