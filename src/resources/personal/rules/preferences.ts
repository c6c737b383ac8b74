/**
 * Preferences of a person in the web app: one set for the account, in all workspaces. Only what differs from the defaults
 * is stored, so a changed default applies to all people who have not chosen.
 */
import { invalid } from '../../../lib/errors.ts'
import { findForUpdate, update } from '../../../store/change.ts'
import type { Reader, Writer } from '../../../store/db.ts'
import { storedPreferences } from '../../../store/queries/personal/states.ts'
import { type Fields, flag, json, oneOf, text } from '../../../vocabulary/field.ts'
import { boundedJson } from './bounded_json.ts'
import { markChanged } from './marks.ts'

const MAX_OBJECT_CHARACTERS = 8000
const MAX_CAUSES = 50

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** All preferences; null restores the default of any of them. */
export const preferencesInput = {
  first_page: oneOf(['home', 'my_tasks', 'inbox'], { nullable: true, doc: 'The page that `/` opens.' }),
  theme: oneOf(['system', 'light', 'dark'], { nullable: true, doc: 'The theme.' }),
  contrast: oneOf(['system', 'standard', 'high'], { nullable: true, doc: 'The contrast.' }),
  density: oneOf(['standard', 'compact'], { nullable: true, doc: 'The density of lists.' }),
  week_start: oneOf(weekdays, { nullable: true, doc: 'The first day of weeks; null for that of the locale.' }),
  week_numbers: flag({ nullable: true, doc: 'Whether calendars show the numbers of weeks.' }),
  time_zone: text({ nullable: true, max: 100, doc: 'An IANA time zone; null for that of the browser.' }),
  locale: text({ nullable: true, max: 100, doc: 'A BCP 47 language tag; null for that of the browser.' }),
  shortcuts: flag({ nullable: true, doc: 'Whether single keys are shortcuts.' }),
  sidebar: json({ nullable: true, doc: 'The state of the sidebar: members of the web app, merged.' }),
  home: json({ nullable: true, doc: 'The cards of the first page: members of the web app, merged.' }),
  notify: json({
    nullable: true,
    doc: 'By cause, `{"app": …, "mail": …}`: whether it is shown in the inbox and sent as an e-mail. Merged by cause.',
  }),
  digest_at: text({ nullable: true, max: 5, doc: 'The time of the daily e-mail, `hh:mm`; null to send each at once.' }),
  celebrate: flag({ nullable: true, doc: 'Whether the completion of a task is celebrated.' }),
} satisfies Fields

type PreferenceName = keyof typeof preferencesInput
type JsonObject = Record<string, unknown>

const DEFAULTS: Record<PreferenceName, unknown> = {
  ...{ first_page: 'home', theme: 'system', contrast: 'system', density: 'standard', week_start: null },
  ...{
    week_numbers: false,
    time_zone: null,
    locale: null,
    shortcuts: true,
    sidebar: {},
    home: {},
    notify: {},
    digest_at: null,
  },
  celebrate: false,
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of both, those of `given` first; null deletes a member. */
const mergeMembers = (stored: unknown, given: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries({ ...(stored as JsonObject | undefined), ...(given as JsonObject) }).filter(
      ([, value]) => value !== null,
    ),
  )

function zoneOf(zone: unknown): unknown {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(zone) }).resolvedOptions().timeZone && zone
  } catch {
    throw invalid('time_zone', `Not a time zone: ${zone}`)
  }
}

function localeOf(locale: unknown): unknown {
  try {
    return Intl.getCanonicalLocales(String(locale))[0]
  } catch {
    throw invalid('locale', `Not a language tag: ${locale}`)
  }
}

function timeOf(time: unknown): unknown {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(String(time))) throw invalid('digest_at', 'Must be a time, hh:mm')
  return time
}

/** The channels of each cause, merged by cause and channel. */
function mergeNotify(stored: unknown, given: unknown): JsonObject {
  const known = (stored ?? {}) as JsonObject
  const causes = Object.entries(given as JsonObject).map(([cause, channels]) => {
    const at = `notify: ${cause.slice(0, 40)}`
    if (!/^[a-z][a-z_]{0,39}$/.test(cause)) throw invalid('notify', 'A cause must be lower-case letters and _')
    if (channels !== null && !isObject(channels)) throw invalid(at, 'Not an object')
    for (const [channel, value] of Object.entries(channels ?? {})) {
      if (channel !== 'app' && channel !== 'mail') throw invalid(at, 'Has only the members "app" and "mail"')
      if (value !== null && typeof value !== 'boolean') throw invalid(`${at}: ${channel}`, 'Must be true or false')
    }
    return [cause, channels && mergeMembers(known[cause], channels)]
  })
  const merged = mergeMembers(known, Object.fromEntries(causes))
  if (Object.keys(merged).length > MAX_CAUSES) throw invalid('notify', `Too many values (maximum ${MAX_CAUSES})`)
  return merged
}

const mergeObject =
  (at: PreferenceName) =>
  (stored: unknown, given: unknown): JsonObject =>
    boundedJson(at, mergeMembers(stored, given), MAX_OBJECT_CHARACTERS)

/** How a preference follows from the stored and the given value, where it is not the given one. */
const mergers: Partial<Record<PreferenceName, (stored: unknown, given: unknown) => unknown>> = {
  time_zone: (_stored, given) => zoneOf(given),
  locale: (_stored, given) => localeOf(given),
  digest_at: (_stored, given) => timeOf(given),
  sidebar: mergeObject('sidebar'),
  home: mergeObject('home'),
  notify: mergeNotify,
}

/** All preferences of a person. */
export const preferencesOf = async (reader: Reader, me: number): Promise<Record<PreferenceName, unknown>> => ({
  ...DEFAULTS,
  ...JSON.parse(await storedPreferences(reader, me)),
})

/** Changes the given preferences of a person; returns all. Throws 400. */
export async function changePreferences(
  tx: Writer,
  me: number,
  given: Partial<Record<PreferenceName, unknown>>,
): Promise<Record<PreferenceName, unknown>> {
  // This locks the row, so concurrent changes of other preferences are kept.
  await markChanged(tx, me, 'preference')
  const row = await findForUpdate(tx, 'personal_states', { user: me })
  const stored = JSON.parse(row?.preferences ?? '{}') as Record<string, unknown>
  for (const [name, value] of Object.entries(given) as [PreferenceName, unknown][]) {
    if (value === null) delete stored[name]
    else stored[name] = mergers[name]?.(stored[name], value) ?? value
  }
  await update(tx, 'personal_states', { user: me }, { preferences: JSON.stringify(stored) })
  return { ...DEFAULTS, ...stored } as Record<PreferenceName, unknown>
}
