/** Of what a person is notified, and where. */
import type { Preferences } from './preferences.ts'

/** A cause, and where it is shown to people who have not chosen. The server has the same defaults. */
interface NotificationCause {
  readonly id: string
  readonly title: string
  readonly app: boolean
  readonly mail: boolean
}

export const NOTIFICATION_CAUSES: readonly NotificationCause[] = [
  { id: 'assigned', title: 'A task is assigned to me', app: true, mail: true },
  { id: 'mentioned', title: 'Somebody mentions me', app: true, mail: true },
  { id: 'commented', title: 'A comment on what I follow', app: true, mail: false },
  { id: 'completed', title: 'A task that I created or follow is completed', app: true, mail: false },
  { id: 'unblocked', title: 'A task of mine is no longer blocked', app: true, mail: false },
  { id: 'due_today', title: 'A task of mine is due today', app: true, mail: false },
  { id: 'overdue', title: 'A task of mine is overdue', app: true, mail: false },
  { id: 'approval_requested', title: 'My approval is requested', app: true, mail: true },
  { id: 'approval_decided', title: 'An approval that I follow is decided', app: true, mail: false },
  { id: 'status_update', title: 'A status update of a project', app: true, mail: false },
  { id: 'added', title: 'I am added to a project or a team', app: true, mail: false },
  { id: 'access_requested', title: 'Somebody requests access', app: true, mail: true },
  { id: 'liked', title: 'Somebody likes my work', app: false, mail: false },
]

export type Channel = 'app' | 'mail'

/** Whether a cause reaches the person on a channel. */
export const isNotified = ({ notify }: Preferences, cause: NotificationCause, channel: Channel): boolean =>
  notify[cause.id]?.[channel] ?? cause[channel]

/** The preferences with another choice. Those of other causes stay. */
export const withChannel = (
  { notify }: Preferences,
  cause: NotificationCause,
  channel: Channel,
  isOn: boolean,
): Pick<Preferences, 'notify'> => ({
  notify: { ...notify, [cause.id]: { ...notify[cause.id], [channel]: isOn } },
})
