/** What was sent in one delivery and what came back: headers, bodies, signature. */
import { useQuery } from '@tanstack/react-query'
import { deliveryContents } from '../../api/queries.ts'
import type { DeliveryContents } from '../../api/types.ts'
import { CopyableText } from '../../components/copy.tsx'
import { Loaded } from '../../components/states.tsx'

interface Props {
  webhook: string
  gid: string
  /** What went wrong; null when the target took it. */
  error: string | null
}

export function Contents({ webhook, gid, error }: Props) {
  return (
    <Loaded query={useQuery(deliveryContents(webhook, gid))} rows={1}>
      {found => <HttpExchange contents={found} error={error} />}
    </Loaded>
  )
}

function HttpExchange({
  contents: { request, response },
  error,
}: {
  contents: DeliveryContents
  error: string | null
}) {
  if (!request) {
    return <p className="hint">The contents are no longer kept: only those of the last 100 deliveries are.</p>
  }
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="exchange">
      <CopyableText label="Request headers" text={headers.join('\n')} />
      <CopyableText label="Request body" text={indented(request.body)} copies={request.body} isLong />
      {response ? (
        <CopyableText label={`Response: ${response.status}`} text={response.body || '(empty)'} isLong />
      ) : (
        <p className="hint">No response: {error}</p>
      )}
    </div>
  )
}

/** For reading. What is signed, and copied, is the text as it was sent. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
