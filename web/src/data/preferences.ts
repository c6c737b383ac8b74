/**
 * The preferences of the person that the whole app follows. They are kept in this browser too, so that a page has the
 * right colours before it knows the session, and the same ones after a sign-out.
 */
import { setRegion } from '../text/format.ts'
import { call } from './call.ts'
import { isEqual } from './records.ts'
import { deviceStorage } from './shared_computer.ts'
import type { WeekStart } from './views/filter.ts'

/** The days in the order of a week that starts on Monday. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export type Weekday = (typeof WEEKDAYS)[number]

export interface Preferences {
  readonly first_page: 'home' | 'my_tasks' | 'inbox'
  readonly theme: 'system' | 'light' | 'dark'
  readonly contrast: 'system' | 'standard' | 'high'
  readonly density: 'standard' | 'compact'
  /** Null for that of the locale. */
  readonly week_start: Weekday | null
  /** Whether calendars show the numbers of weeks. */
  readonly week_numbers: boolean
  /** A language tag, such as `en-GB`, for the conventions of dates and numbers; null for that of the browser. */
  readonly locale: string | null
  /** An IANA time zone; null for that of the browser. */
  readonly time_zone: string | null
  /** Whether single keys are shortcuts. */
  readonly shortcuts: boolean
  /** The sidebar: the groups that are folded, and whether its projects stand by team. */
  readonly sidebar: { readonly folded?: readonly string[]; readonly by_team?: boolean }
  /** By cause, where the person is notified; absent ones are by default. */
  readonly notify: Readonly<Record<string, { readonly app?: boolean; readonly mail?: boolean }>>
  /** The time of the daily e-mail, `hh:mm`; null to send each at once. */
  readonly digest_at: string | null
}

const KEY = 'workloom_preferences'
/** In the storage of the tab: the changes that the server has not confirmed, after the preferences that it confirmed last. */
const UNSENT_KEY = 'workloom_preferences_unsent'

const DEFAULTS: Preferences = {
  first_page: 'home',
  theme: 'system',
  contrast: 'system',
  density: 'standard',
  week_start: null,
  week_numbers: false,
  locale: null,
  time_zone: null,
  shortcuts: true,
  sidebar: {},
  notify: {},
  digest_at: null,
}

type Changes = Partial<Preferences>

function read<T>(storage: Storage, key: string): T | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** What the server has, and the changes that it has not confirmed: they hold until then. */
let confirmed: Preferences = { ...DEFAULTS, ...read<Changes>(deviceStorage(), KEY) }
let pending: readonly Changes[] = []
let present = confirmed
/** What this tab had confirmed before it was loaded again, and the changes that it made then. The server may not have them. */
let interrupted: readonly Changes[] = [read<readonly Changes[]>(sessionStorage, UNSENT_KEY) ?? []].flat()
const listeners = new Set<() => void>()

/** The preferences that apply now. */
export const preferences = (): Preferences => present

export function subscribePreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const CONTRASTS = { system: undefined, standard: 'standard', high: 'more' } as const

function apply(): void {
  const [known = confirmed, ...earlier] = interrupted
  const unsent = [...earlier, ...pending]
  present = Object.assign({}, confirmed, ...unsent)
  deviceStorage().setItem(KEY, JSON.stringify(present))
  sessionStorage.setItem(UNSENT_KEY, JSON.stringify(unsent.length > 0 ? [known, ...unsent] : []))
  setRegion(region(present.locale))
  const { dataset } = document.documentElement
  dataset.theme = present.theme
  dataset.density = present.density
  const contrast = CONTRASTS[present.contrast]
  if (contrast) dataset.contrast = contrast
  else delete dataset.contrast
  for (const listener of listeners) listener()
}

/** Applies the preferences of the session; before it is known, those of this browser. */
export function applyPreferences(all?: Preferences): void {
  confirmed = all ?? confirmed
  const changes = all ? stillUnsent(interrupted, all) : {}
  if (all) interrupted = []
  if (Object.keys(changes).length === 0) apply()
  // A refused change is undone, as it would have been without the reload.
  else changePreferences(changes).catch(() => {})
}

/** The changes that the server does not have: of preferences that still have a value that this tab knew, so nobody set them since. */
function stillUnsent(states: readonly Changes[], all: Preferences): Changes {
  const [, ...changes] = states
  const wanted: Changes = Object.assign({}, ...changes)
  const isUnsent = (name: keyof Preferences) =>
    !isEqual(wanted[name], all[name]) && states.some(one => isEqual(one[name], all[name]))
  const names = (Object.keys(wanted) as (keyof Preferences)[]).filter(isUnsent)
  return Object.fromEntries(names.map(name => [name, wanted[name]]))
}

const put = (changes: Changes) => call<Preferences>('PUT', '/-/preferences', changes)

let sending: Promise<unknown> = Promise.resolve()

/** The answers to changes that were sent when the page was left: one that the browser restores must not send them again. */
const sentEarly = new WeakMap<Changes, Promise<Preferences>>()

// A page that is closed sends at once what waits for the first change, which it has sent already.
addEventListener('pagehide', () => {
  const waiting = pending.slice(1).filter(one => !sentEarly.has(one))
  if (waiting.length === 0) return
  const sent = put(Object.assign({}, ...waiting))
  sent.catch(() => {})
  for (const one of waiting) sentEarly.set(one, sent)
})

/** Applies a change at once and sends it after the previous one. Returns all preferences; a refused change is undone. */
export async function changePreferences(changes: Changes): Promise<Preferences> {
  pending = [...pending, changes]
  apply()
  const sent = sending.then(() => sentEarly.get(changes) ?? put(changes))
  sending = sent.catch(() => {})
  try {
    confirmed = await sent
    return confirmed
  } finally {
    pending = pending.filter(one => one !== changes)
    apply()
  }
}

/** The language tag of a region; of the browser without a choice. Only its region counts: the app is in English. */
function region(locale: string | null): string {
  const { region: code } = new Intl.Locale(locale ?? navigator.language)
  return code ? `en-${code}` : 'en-GB'
}

interface WeekInfo {
  /** 1 for Monday to 7 for Sunday. */
  readonly firstDay: number
}

/** The first day of weeks in a region; Monday without a choice. Browsers have it as a function or as a member. */
export function weekStartOf(locale: string | null): Weekday {
  if (locale === null) return 'monday'
  const found = new Intl.Locale(region(locale)) as Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo }
  const { firstDay = 1 } = found.getWeekInfo?.() ?? found.weekInfo ?? {}
  return WEEKDAYS[firstDay - 1] ?? 'monday'
}

/** The first day of weeks as the calendars write it, such as `mon`. */
export const weekStart = (): WeekStart => (present.week_start ?? weekStartOf(present.locale)).slice(0, 3) as WeekStart
