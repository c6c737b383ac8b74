/** The request and the response of one delivery: headers, bodies, signature. */
import { useQuery } from '@tanstack/react-query'
import { CopyableText } from '../../../components/copy.tsx'
import { Loaded } from '../../../components/states.tsx'
import { deliveryContents } from '../../../data/queries.ts'
import type { DeliveryContents } from '../../../data/types.ts'

interface Props {
  webhook: string
  gid: string
  /** The error; null when the target accepted the delivery. */
  error: string | null
}

export function Contents({ webhook, gid, error }: Props) {
  return (
    <Loaded query={useQuery(deliveryContents(webhook, gid))} rows={1}>
      {contents => <HttpExchange contents={contents} error={error} />}
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
    return <p className="hint">Not available. The server stores the contents of the last 100 deliveries.</p>
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

/** The body with indentation, for display only: the signature covers the original text, which is also the copied text. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
