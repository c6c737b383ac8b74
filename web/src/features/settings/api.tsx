/** What a client of the API needs: the base URL, and a first request. */
import { Link } from '@tanstack/react-router'
import { CopyableText } from '../../components/copy.tsx'
import { Page, Section } from '../../components/page.tsx'

export function ApiPage() {
  const base = `${window.location.origin}/api/1.0`
  return (
    <Page
      title="API"
      lead="This server is compatible with the Asana API. Clients need its base URL and an access token."
      actions={
        <a className="button plain standard" href="/docs">
          API reference
        </a>
      }
    >
      <Section title="Base URL">
        <CopyableText label="Base URL for clients" text={base} />
      </Section>
      <Section
        title="First request"
        lead={
          <>
            Create an <Link to="/settings/tokens">access token</Link>, replace TOKEN with it, and run:
          </>
        }
      >
        <CopyableText label="In a terminal" text={`curl -H "Authorization: Bearer TOKEN" ${base}/users/me`} />
      </Section>
    </Page>
  )
}
