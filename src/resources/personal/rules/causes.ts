/** The causes of notifications, and who wants which. */
import { isTimeZone } from '../../../lib/date.ts'

/** By cause, the channels of people who have chosen nothing. */
const DEFAULTS = {
  assigned: { app: true, mail: true },
  mentioned: { app: true, mail: true },
  commented: { app: true, mail: false },
  completed: { app: true, mail: false },
  unblocked: { app: true, mail: false },
  due_today: { app: true, mail: false },
  overdue: { app: true, mail: false },
  approval_requested: { app: true, mail: true },
  approval_decided: { app: true, mail: false },
  status_update: { app: true, mail: false },
  added: { app: true, mail: false },
  access_requested: { app: true, mail: true },
  liked: { app: false, mail: false },
} as const

export type Cause = keyof typeof DEFAULTS

export interface Channels {
  app: boolean
  mail: boolean
}

/** How a person with these preferences, as JSON, is notified of a cause. */
export function channelsOf(preferences: string, cause: Cause): Channels {
  const { notify = {} } = JSON.parse(preferences) as { notify?: Partial<Record<Cause, Partial<Channels>>> }
  return { ...DEFAULTS[cause], ...notify[cause] }
}

/** The time zone that a person chose, or else that of their account. */
export function zoneOf({ time_zone, preferences }: { time_zone: string; preferences: string }): string {
  const { time_zone: chosen } = JSON.parse(preferences) as { time_zone?: string }
  return [chosen, time_zone].find(zone => zone && isTimeZone(zone)) ?? 'UTC'
}

/** The time of day at which a person gets e-mail about notifications; null for at once. */
export const digestTimeOf = (preferences: string): string | null =>
  (JSON.parse(preferences) as { digest_at?: string | null }).digest_at ?? null

/** The preference of a person who wants no e-mail about any cause. */
export const noMail = Object.fromEntries(Object.keys(DEFAULTS).map(cause => [cause, { mail: false }]))

/** The causes of these filters of the inbox. */
export const isMention = (cause: Cause): boolean => cause === 'mentioned'
export const isAssignment = (cause: Cause): boolean => cause === 'assigned' || cause === 'approval_requested'
