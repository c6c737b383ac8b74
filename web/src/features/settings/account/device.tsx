/** What this browser stores, and its deletion. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Switch } from '../../../components/control/switch.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { useNotice } from '../../../components/notices.tsx'
import { Page, Section } from '../../../components/page.tsx'
import { setSharedComputer } from '../../../data/device.ts'
import { CacheContext } from '../../../data/hooks.ts'
import { deleteStored } from '../../../data/persistence.ts'
import { isSharedComputer } from '../../../data/shared_computer.ts'

const stored = {
  queryKey: ['stored'],
  // Browsers answer only on https and on localhost.
  queryFn: async () => (await navigator.storage?.estimate())?.usage ?? null,
}

const KILOBYTE = 1000
const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KILOBYTE))))
  const unit = UNITS[power - 1]
  return (bytes / KILOBYTE ** power).toLocaleString('en', { style: 'unit', unit, maximumFractionDigits: 1 })
}

export function DevicePage() {
  const { data: size } = useQuery(stored)
  const client = useQueryClient()
  const notify = useNotice()
  const [isDeleting, setDeleting] = useState(false)
  const deleted = async () => {
    setDeleting(false)
    await client.invalidateQueries(stored)
    notify('The stored data is deleted.')
  }
  return (
    <Page title="Device" lead="This browser, on this device.">
      <SharedComputer onChange={() => void client.invalidateQueries(stored)} />
      <Section
        title="Stored data"
        lead="Tasks and projects that you opened, so that they appear at once, and text that you have not sent."
        actions={
          <Button kind="danger" onPress={() => setDeleting(true)}>
            Delete stored data
          </Button>
        }
      >
        <dl className="facts">
          <div>
            <dt>Size</dt>
            <dd>{size === undefined ? '…' : size === null ? 'Not known to this browser' : formatSize(size)}</dd>
          </div>
        </dl>
      </Section>
      <Section title="Sessions" lead="Signing out deletes the stored data of a browser.">
        <p>
          <Link to="/settings/security">Sign out everywhere</Link>
        </p>
      </Section>
      {isDeleting ? (
        <Confirm
          title="Delete the stored data?"
          action="Delete stored data"
          run={deleteStored}
          onDone={deleted}
          onClose={() => setDeleting(false)}
        >
          <p>This browser loads everything again when you need it. Changes and drafts that it has not sent are lost.</p>
        </Confirm>
      ) : null}
    </Page>
  )
}

/** Others use this computer too: then the app keeps nothing here. */
function SharedComputer({ onChange }: { onChange(): void }) {
  const cache = useContext(CacheContext)
  const notify = useNotice()
  const [isShared, setShared] = useState(isSharedComputer)
  const change = async (isOn: boolean) => {
    if (isOn && cache && cache.outbox.state().unsent > 0) {
      notify({ text: 'Some changes are not sent yet. Try again when they are.', isError: true })
      return
    }
    setShared(isOn)
    await setSharedComputer(isOn)
    onChange()
    notify(isOn ? 'Nothing is stored on this device now.' : 'From the next page on, data is stored on this device.')
  }
  return (
    <Section title="Shared computer">
      <div className="shortcut-switch">
        <Switch isOn={isShared} onChange={isOn => void change(isOn)}>
          This is a shared computer
        </Switch>
        <p className="hint">
          The app then stores nothing on this device. It loads everything again in each tab, and text that is not sent
          is lost when you close the tab.
        </p>
      </div>
    </Section>
  )
}
