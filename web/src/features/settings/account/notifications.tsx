/** Of what the person is notified: in the inbox, by e-mail, and by the browser. */
import { useId, useState, useSyncExternalStore } from 'react'
import { SettingSelect } from '../../../components/choices/setting_select.tsx'
import { Switch } from '../../../components/control/switch.tsx'
import { Page, Section } from '../../../components/page.tsx'
import { browserNotices, setBrowserNotices, subscribeBrowserNotices } from '../../../data/browser_notices.ts'
import { type Channel, isNotified, NOTIFICATION_CAUSES, withChannel } from '../../../data/notification_channels.ts'
import { usePreferences } from './use_preferences.ts'

/** The value for e-mails that are sent at once. */
const AT_ONCE = ''
const DAY_HOURS = 24

const DIGEST_TIMES: readonly (readonly [string, string])[] = [
  [AT_ONCE, 'At once, one for each notification'],
  ...Array.from({ length: DAY_HOURS }, (_, hour) => `${String(hour).padStart(2, '0')}:00`).map(
    time => [time, `Once a day at ${time}`] as const,
  ),
]

const CHANNELS: readonly (readonly [Channel, string])[] = [
  ['app', 'Inbox'],
  ['mail', 'E-mail'],
]

export function NotificationsPage() {
  const [{ digest_at }, change] = usePreferences()
  const times = DIGEST_TIMES.some(([time]) => time === (digest_at ?? AT_ONCE))
    ? DIGEST_TIMES
    : [...DIGEST_TIMES, [digest_at ?? AT_ONCE, `Once a day at ${digest_at}`] as const]
  return (
    <Page title="Notifications" lead="You are never notified of what you do yourself.">
      <Causes />
      <Section title="E-mail">
        <div className="form">
          <SettingSelect
            label="Send e-mails"
            hint="Times are in your time zone. Only what you may still see is sent."
            options={times}
            value={digest_at ?? AT_ONCE}
            onChange={time => change({ digest_at: time || null })}
          />
        </div>
      </Section>
      <Browser />
    </Page>
  )
}

function Causes() {
  const [preferences, change] = usePreferences()
  const id = useId()
  return (
    <Section title="Causes" lead="What reaches you in the inbox, and what by e-mail.">
      <table className="channels" aria-label="Causes">
        <thead>
          <tr>
            <th scope="col">Notify me when</th>
            {CHANNELS.map(([channel, title]) => (
              <th key={channel} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_CAUSES.map(cause => (
            <tr key={cause.id}>
              <th scope="row" id={`${id}-${cause.id}`}>
                {cause.title}
              </th>
              {CHANNELS.map(([channel, title]) => (
                <td key={channel}>
                  <Switch
                    isOn={isNotified(preferences, cause, channel)}
                    onChange={isOn => change(withChannel(preferences, cause, channel, isOn))}
                  >
                    <span className="visually-hidden">{`${title}: ${cause.title}`}</span>
                  </Switch>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const HINTS = {
  on: 'While you look at another window, new notifications appear on your screen.',
  off: 'New notifications appear on your screen while you look at another window. The browser asks for permission.',
  blocked: 'You have blocked notifications of this site. Allow them in the settings of the browser first.',
  unsupported: 'This browser shows notifications only over https.',
} as const

function Browser() {
  const state = useSyncExternalStore(subscribeBrowserNotices, browserNotices)
  const [isAsking, setAsking] = useState(false)
  const id = useId()
  const change = async (isOn: boolean) => {
    setAsking(true)
    await setBrowserNotices(isOn)
    setAsking(false)
  }
  return (
    <Section title="This browser">
      <div className="shortcut-switch">
        <Switch
          isOn={state === 'on'}
          isDisabled={isAsking || state === 'blocked' || state === 'unsupported'}
          onChange={isOn => void change(isOn)}
        >
          Browser notifications
        </Switch>
        <p className="hint" id={id}>
          {HINTS[state]}
        </p>
      </div>
    </Section>
  )
}
