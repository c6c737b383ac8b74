/** The requests that a world has received, with their bodies. */
import './emulator.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { SettingSelect } from '../../components/choices/setting_select.tsx'
import { CopyableText } from '../../components/copy.tsx'
import { formatExactTime } from '../../components/date_time.tsx'
import { Confirm, Dialog } from '../../components/dialog.tsx'
import { Page, Row } from '../../components/page.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import {
  ARCHIVE,
  control,
  emulatorQueries,
  MAX_REQUESTS,
  type RecordedRequest,
  recordedRequests,
} from '../../data/emulator.ts'

const STATUSES: readonly (readonly [value: string, text: string])[] = [
  ['', 'All'],
  ['2xx', '2xx: success'],
  ['4xx', '4xx: refused'],
  ['5xx', '5xx: failed'],
]

export function Requests() {
  const [status, setStatus] = useState('')
  const [open, setOpen] = useState<RecordedRequest | 'clear' | null>(null)
  const client = useQueryClient()
  const query = useQuery(recordedRequests(status))
  const close = () => setOpen(null)
  const cleared = async () => {
    await client.invalidateQueries(emulatorQueries)
    close()
  }
  return (
    <Page
      title="Requests"
      lead="What programs and this app have sent to this world, the latest first. Credentials are removed."
      actions={
        <>
          <a className="button plain standard" href={ARCHIVE} download="requests.har">
            Download HAR
          </a>
          <Button kind="danger" onPress={() => setOpen('clear')}>
            Clear
          </Button>
        </>
      }
    >
      <SettingSelect label="Status" options={STATUSES} value={status} onChange={setStatus} />
      <Loaded query={query}>
        {({ count, list }) =>
          list.length > 0 ? (
            <>
              {count > MAX_REQUESTS ? (
                <p className="hint">
                  The last {MAX_REQUESTS} of {count.toLocaleString('en')} requests. The archive has all of them.
                </p>
              ) : null}
              <ul className="rows" aria-label="Requests">
                {list.map(one => (
                  <RequestRow key={one.id} request={one} onOpen={() => setOpen(one)} />
                ))}
              </ul>
            </>
          ) : (
            <Empty title="No requests">Requests to the API appear here as programs send them.</Empty>
          )
        }
      </Loaded>
      {open === 'clear' ? (
        <Confirm
          title="Clear the list of requests?"
          action="Clear"
          run={() => control('DELETE', '/requests')}
          onDone={cleared}
          onClose={close}
        >
          <p>The objects that the requests have changed stay as they are.</p>
        </Confirm>
      ) : null}
      {open !== null && open !== 'clear' ? <RequestDialog request={open} onClose={close} /> : null}
    </Page>
  )
}

const nameOf = ({ method, path }: RecordedRequest): string => `${method} ${path}`

/** Its status as a text, and whether it failed. */
const statusOf = ({ status }: RecordedRequest) => ({
  text: status === null ? 'no response' : String(status),
  isFailure: status === null || status >= 400,
})

function RequestRow({ request, onOpen }: { request: RecordedRequest; onOpen(): void }) {
  const { at, operation, ms, token, fault, warnings } = request
  const { text, isFailure } = statusOf(request)
  return (
    <Row
      title={
        <>
          <span className="request-path">{nameOf(request)}</span>
          <span className={isFailure ? 'badge failed' : 'badge'}>{text}</span>
        </>
      }
      about={[
        operation,
        token?.name,
        `${ms.toFixed(1)} ms`,
        formatExactTime(at),
        fault,
        warnings.length > 0 ? `warning ${warnings.map(one => one.slice(0, 3)).join(', ')}` : null,
      ]}
      actions={
        <Button kind="quiet" label={`Details: ${nameOf(request)} ${request.id}`} onPress={onOpen}>
          Details
        </Button>
      }
    />
  )
}

/** A body or headers as a person reads them. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function RequestDialog({ request, onClose }: { request: RecordedRequest; onClose(): void }) {
  const parts: [string, unknown][] = [
    ['Query', Object.keys(request.query).length > 0 ? request.query : null],
    ['Request headers', request.request.headers],
    ['Request body', request.request.body],
    ['Response headers', request.response.headers],
    ['Response body', request.response.body],
  ]
  return (
    <Dialog title={nameOf(request)} onClose={onClose}>
      <p className="hint">
        {[request.operation, statusOf(request).text, formatExactTime(request.at)].filter(Boolean).join(' · ')}
      </p>
      {request.warnings.map(warning => (
        <p key={warning} className="message">
          {warning}
        </p>
      ))}
      {parts.map(([label, value]) =>
        value === null ? null : <CopyableText key={label} label={label} text={shown(value)} isLong />,
      )}
      <div className="form-end">
        <Button onPress={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
